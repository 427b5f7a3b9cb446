import type { Drawing } from '../../docs-site/diagrams.ts';
import type { Finding } from '../../docs-site/findings.ts';
import type { LeftOut } from '../../docs-site/model/published-files.ts';

/** Task for the thread: reads a docs.json. */
export type ReadTask = Readonly<{
  /** Files by their path in the tree, sorted. */
  files: readonly (readonly [name: string, file: string])[];
  /** Files that are published regardless of references. */
  published: readonly string[];
  /** Symbolic links that point outside the folder. */
  leadingOut: readonly string[];
}>;

/** Task for the thread: builds the site as well. */
export type RenderTask = ReadTask &
  Readonly<{
    /** Folder that the site is written to. */
    place: string;
    /** Folder with the page bodies of earlier exports. */
    kept: string;
    version: string;
  }>;

/** A drawn diagram, with the id of the thread's request. */
export type ToDocsJsonThread = Readonly<{ id: string; drawing: Drawing }>;

export type MadeSite = Readonly<{
  /** Name of the site in docs.json, if set. */
  name: string | undefined;
  pages: number;
  findings: readonly Finding[];
  leftOut: readonly LeftOut[];
}>;

/** `pages` are addresses. */
export type ReadSite = Readonly<{ title: string; pages: readonly string[] }>;

export type FromDocsJsonThread = Readonly<
  | { draw: Readonly<{ id: string; source: string }> }
  /** The page that is built next. */
  | { page: string }
  | { done: MadeSite | ReadSite }
  | { error: Readonly<{ message: string; ofConfig: boolean }> }
>;
