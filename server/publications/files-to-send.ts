import { OPERATOR_FILE } from '../bundles/own-files.ts';
import { releaseFolder } from './layout.ts';
import { type PublicationRun, required } from './publication-run.ts';
import type { OutgoingFile, TargetFile } from './target.ts';

export type FilesToSend = Readonly<{
  /** Files to send. */
  toSend: readonly OutgoingFile[];
  /** Files to copy from an earlier version on the target: the path there and the file to create. */
  toCopy: readonly Readonly<{ from: string; file: OutgoingFile }>[];
  /** Leftovers of another, interrupted publication in the folder of the version. */
  foreign: readonly TargetFile[];
}>;

/**
 * Compares the files of a version with those on the target. Only the target is authoritative: other installations write
 * to it, too.
 */
export async function filesToSend(run: PublicationRun): Promise<FilesToSend> {
  const { target, base, damaged } = run;
  const { version, files } = required(run.release, 'release');
  const there = new Map((await target.list(releaseFolder(version))).map((file) => [file.path, file]));
  const canCopy = (await target.capabilities()).copies && base !== undefined;
  const known = new Map(canCopy ? base.files.map(({ path, sha256 }) => [sha256, path]) : []);
  const toSend: OutgoingFile[] = [];
  const toCopy: { from: string; file: OutgoingFile }[] = [];
  for (const file of files) {
    const found = there.get(file.path);
    there.delete(file.path);
    if (found?.sizeBytes === file.sizeBytes && !damaged.has(file.path)) continue;
    const same = known.get(file.sha256);
    // Operators edit this file in place, so versions must not share it (hard links).
    const isFresh = same === undefined || file.path === OPERATOR_FILE || same === OPERATOR_FILE;
    if (isFresh || damaged.has(file.path) || base?.version === version) toSend.push(file);
    else toCopy.push({ from: `${releaseFolder(base?.version ?? '')}/${same}`, file });
  }
  return { toSend, toCopy, foreign: [...there.values()] };
}
