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

export type FromDocsJsonThread = Readonly<
  | { made: Readonly<{ pages: number; findings: readonly Finding[] }> }
  | { error: Readonly<{ message: string; ofConfig: boolean }> }
>;
