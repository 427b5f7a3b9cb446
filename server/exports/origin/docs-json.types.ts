import type { Drawing } from '../../docs-site/diagrams.ts';
import type { Finding } from '../../docs-site/findings.ts';

/** What the thread is given that makes a site of a docs.json. */
export type RenderTask = Readonly<{
  /** Files by their path in the tree, sorted. */
  files: readonly (readonly [name: string, file: string])[];
  /** Folder that the site is written to. */
  place: string;
  /** Folder with bodies of pages of earlier exports. */
  kept: string;
  version: string;
}>;

/** A diagram that the thread was asked for, by the id that it asked with. */
export type ToDocsJsonThread = Readonly<{ id: string; drawing: Drawing }>;

export type FromDocsJsonThread = Readonly<
  | { draw: Readonly<{ id: string; source: string }> }
  | { made: Readonly<{ pages: number; findings: readonly Finding[] }> }
  | { error: Readonly<{ message: string; ofConfig: boolean }> }
>;
