import { z } from 'zod';
import { OffprintError } from '../../errors.ts';
import type { JsonSchema, ToolCall, ToolDescription } from '../model/chat.ts';
import { create, edit, insert, move, remove } from './edit-tools.ts';
import { nav } from './nav.ts';
import { check, finish, todo } from './plan.ts';
import { list, read, search } from './read-tools.ts';
import { refused, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

/** All that a job can do. There is no shell and no way to the network. */
export const TOOLS: readonly Tool[] = [
  list,
  search,
  read,
  edit,
  insert,
  create,
  move,
  remove,
  nav,
  check,
  todo,
  finish,
];

/** The tools as a model is told of them: strict schemas, every name required. */
export function describeTools(tools: readonly Tool[] = TOOLS): readonly ToolDescription[] {
  return tools.map(({ name, description, input }) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'output' }) as JsonSchema;
    return { name, description, parameters };
  });
}

/** Largest arguments of one call that are looked at. */
export const MAX_ARGUMENT_BYTES = 600 * 1024;

/**
 * Carries out one call as far as a tool goes: what it changes is in the outcome, not in the workspace. Faults of the
 * call are outcomes that tell the model what to do; `wellFormed` is false where the call itself was no good.
 * @throws only what is our fault or the disk's
 */
export async function runTool(
  call: ToolCall,
  context: ToolContext,
  tools: readonly Tool[] = TOOLS,
): Promise<ToolOutcome & Readonly<{ wellFormed: boolean }>> {
  const malformed = (text: string) => ({ ...refused(text), wellFormed: false });
  const found = tools.find((entry) => entry.name === call.name);
  if (!found) {
    return malformed(
      `There is no tool "${call.name.slice(0, 60)}". The tools are: ${tools.map((entry) => entry.name).join(', ')}.`,
    );
  }
  if (call.arguments === null) {
    return malformed(
      `The arguments of ${call.name} were not a JSON object. Send them again. If they are long, shorten the text.`,
    );
  }
  if (Buffer.byteLength(call.raw) > MAX_ARGUMENT_BYTES) {
    return malformed(
      `The arguments of ${call.name} are larger than ${MAX_ARGUMENT_BYTES} bytes. Make several smaller changes.`,
    );
  }
  const parsed = found.input.safeParse(call.arguments);
  if (!parsed.success) {
    const issues = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`);
    return malformed(`The arguments of ${call.name} are not valid. ${issues.join('; ')}.`);
  }
  try {
    return { ...(await found.run(parsed.data as never, context)), wellFormed: true };
  } catch (error) {
    if (error instanceof OffprintError && (error.code === 'usage' || error.code === 'limit')) {
      return { ...refused(error.message), wellFormed: true };
    }
    throw error;
  }
}
