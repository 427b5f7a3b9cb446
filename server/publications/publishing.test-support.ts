import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type Content, writeBundle } from '../bundles/archive.test-support.ts';
import type { Publication, PublicationChange } from '../store/publications.ts';
import type { Shape } from '../store/targets.ts';
import { runPublication } from './publish.ts';
import { openSource } from './source.ts';
import type { Target } from './target.ts';

/** A publication without a store. */
export type Attempt = Readonly<{
  openTarget: (signal: AbortSignal) => Promise<Target>;
  /** The archive; if omitted, a rollback. */
  bundle?: string;
  version?: string | null;
  shape?: Shape;
  keep?: number;
  /** Target id in the publishing installation. */
  targetId?: string;
  id?: string;
  signal?: AbortSignal;
  unfinished?: readonly string[];
  /** Stage at which an earlier run was interrupted. */
  stage?: Publication['stage'];
}>;

let counted = 0;

export function temporary(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `offprint-${name}-`));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs one publication. @returns its recorded changes and notes @throws the error that ends it */
export async function publishOnce(
  attempt: Attempt,
): Promise<PublicationChange & { notes: readonly string[] }> {
  const { bundle, shape = 'site', targetId = 'tgt_here', version = null } = attempt;
  counted++;
  let noted: PublicationChange = {};
  const notes: string[] = [];
  const publication = {
    id: attempt.id ?? `pub_${counted}`,
    targetId,
    targetName: 'target',
    place: 'the target',
    kind: bundle === undefined ? 'rollback' : 'publish',
    source: null,
    shape,
    keep: attempt.keep ?? 0,
    version,
    previous: null,
    requestedBy: 'tests',
    stage: attempt.stage ?? 'plan',
    sentFiles: 0,
    sentBytes: 0,
  } as unknown as Publication;
  await runPublication({
    publication,
    openTarget: attempt.openTarget,
    openSource: (maxFileBytes, signal) =>
      openSource({ file: bundle ?? '', shape, sha256: null, trusted: [], maxFileBytes, signal }),
    owner: `tests@${targetId}`,
    note: (change) => {
      noted = { ...noted, ...change };
      if (change.note) notes.push(change.note);
    },
    unfinished: () => attempt.unfinished ?? [],
    signal: attempt.signal ?? new AbortController().signal,
    log: () => {},
    firstPauseMs: 1,
  });
  return { ...noted, notes };
}

/** Creates a bundle of these files with a version label. */
export async function bundleOf(
  folder: string,
  version: string,
  content: Content,
  domain?: string,
): Promise<string> {
  const file = path.join(folder, `${domain ?? 'docs'}-${version}.zip`);
  await writeBundle(file, content, 'zip', { version, ...(domain !== undefined && { domain }) });
  return file;
}

/** Files of a site, most of them identical across versions. */
export function siteOf(version: string, pages = 20): Content {
  const same = Object.fromEntries(
    Array.from({ length: pages }, (_, index) => [
      `pages/${index}.html`,
      `<p>${index} ${'x'.repeat(index * 50)}`,
    ]),
  );
  return { 'index.html': `<p>version ${version}`, ...same, 'offprint-site.js': '' };
}
