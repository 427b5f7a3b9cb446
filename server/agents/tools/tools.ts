import { z } from 'zod';
import { OffprintError } from '../../errors.ts';
import type { JsonSchema, ToolCall, ToolDescription } from '../model/chat.ts';
import { create, edit, insert, move, remove } from './edit-tools.ts';
import { nav } from './nav.ts';
import { check, finish, todo } from './plan.ts';
import { list, read, search } from './read-tools.ts';
import { refused, type Tool, type ToolContext, type ToolOutcome } from './tool.ts';

/** All tools of a job. There is no shell and no network access. */
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

/** Describes the tools for the model, with strict schemas in which every name is required. */
export function describeTools(tools: readonly Tool[] = TOOLS): readonly ToolDescription[] {
  return tools.map(({ name, description, input }) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(input, { io: 'output' }) as JsonSchema;
    return { name, description, parameters };
  });
}

/** Maximum size of the arguments of one call. */
export const MAX_ARGUMENT_BYTES = 600 * 1024;

/**
 * Runs one call. Changes are returned in the outcome, not applied to the workspace. Errors in the call are outcomes
 * that tell the model what to do; `wellFormed` is false if the call itself was malformed.
 * @throws only for internal errors and disk errors
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
