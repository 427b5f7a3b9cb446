import type { z } from 'zod';
import type { OverlayChange } from '../workspace/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PathPolicy } from './writable-files.ts';

/** What a tool may know. It changes nothing by itself: what it would change stands in its outcome. */
export type ToolContext = Readonly<{
  workspace: Workspace;
  policy: PathPolicy;
  /** Hash of every file as the model has last seen it (content-hash.ts). */
  seen: ReadonlyMap<string, string>;
  /** Intents of edits that were refused once and may be repeated. */
  intents: ReadonlySet<string>;
  /** Findings about what the job has changed so far, as text. */
  check: (paths: readonly string[] | null) => Promise<string>;
  signal: AbortSignal;
}>;

export type TodoItem = Readonly<{ state: 'open' | 'doing' | 'done'; text: string }>;

/** What a call led to. All of it goes into the log, from which a job is rebuilt. */
export type ToolOutcome = Readonly<{
  ok: boolean;
  /** What the model is told. */
  text: string;
  changes?: readonly OverlayChange[];
  /** Files that the model has seen now, with their hash; null for those that are gone. */
  seen?: Readonly<Record<string, string | null>>;
  intent?: string;
  todo?: readonly TodoItem[];
  finish?: Finish;
}>;

export type Finish = Readonly<{ title: string; summary: string; noChangeReason: string | null }>;

export type Tool = Readonly<{
  name: string;
  description: string;
  /** Flat: texts, numbers, booleans, lists of texts; what may be left out is nullable. */
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
