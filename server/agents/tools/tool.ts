import type { z } from 'zod';
import type { OverlayChange } from '../workspace/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PathPolicy } from './writable-files.ts';

/** What a tool has access to. Tools change nothing themselves: they return their changes in the outcome. */
export type ToolContext = Readonly<{
  workspace: Workspace;
  policy: PathPolicy;
  /** Hash of each file as the model last saw it (content-hash.ts). */
  seen: ReadonlyMap<string, string>;
  /** Intents of edits that were refused once and are accepted if repeated. */
  intents: ReadonlySet<string>;
  /** Validates the job's changes so far and returns the findings as text. */
  check: (paths: readonly string[] | null) => Promise<string>;
  signal: AbortSignal;
}>;

export type TodoItem = Readonly<{ state: 'open' | 'doing' | 'done'; text: string }>;

/** Result of a call. It is recorded in full, so that a job can be rebuilt from its log. */
export type ToolOutcome = Readonly<{
  ok: boolean;
  /** Text for the model. */
  text: string;
  changes?: readonly OverlayChange[];
  /** Hashes of the files that the model has now seen; null for files that are gone. */
  seen?: Readonly<Record<string, string | null>>;
  intent?: string;
  todo?: readonly TodoItem[];
  finish?: Finish;
}>;

export type Finish = Readonly<{ title: string; summary: string; noChangeReason: string | null }>;

export type Tool = Readonly<{
  name: string;
  description: string;
  /** Flat: strings, numbers, booleans and lists of strings. Optional values are nullable. */
  input: z.ZodObject;
  run: (input: never, context: ToolContext) => ToolOutcome | Promise<ToolOutcome>;
}>;

/** Ties the type of a tool's input to its schema. */
export function tool<S extends z.ZodObject>(definition: {
  name: string;
  description: string;
  input: S;
  run: (input: z.output<S>, context: ToolContext) => ToolOutcome | Promise<ToolOutcome>;
}): Tool {
  return definition as Tool;
}

export function refused(text: string): ToolOutcome {
  return { ok: false, text };
}
