import type { Drawing } from '../../docs-site/diagrams.ts';
import type { Finding } from '../../docs-site/findings.ts';
import type { LeftOut } from '../../docs-site/model/published-files.ts';

/** What the thread is given that makes a site of a docs.json. */
export type RenderTask = Readonly<{
  /** Files by their path in the tree, sorted. */
  files: readonly (readonly [name: string, file: string])[];
  /** Files that are published whatever refers to them. */
  published: readonly string[];
  /** Symbolic links that lead out of the folder. */
  leadingOut: readonly string[];
  /** Folder that the site is written to. */
  place: string;
  /** Folder with bodies of pages of earlier exports. */
  kept: string;
  version: string;
}>;

/** A diagram that the thread was asked for, by the id that it asked with. */
export type ToDocsJsonThread = Readonly<{ id: string; drawing: Drawing }>;

export type MadeSite = Readonly<{
  /** What docs.json calls the site, if it does. */
  name: string | undefined;
  pages: number;
  findings: readonly Finding[];
  leftOut: readonly LeftOut[];
}>;

export type FromDocsJsonThread = Readonly<
  | { draw: Readonly<{ id: string; source: string }> }
  | { made: MadeSite }
  | { error: Readonly<{ message: string; ofConfig: boolean }> }
>;
