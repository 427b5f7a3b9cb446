import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { fileChunks } from '../file-chunks.ts';
import type { BundleFormat } from '../store/bundles.ts';
import { linkedArchive } from './layout.ts';
import type { Content, Target } from './target.ts';

/** An archive in this data folder to be offered through a target's download link. */
export type ArchiveToLink = Readonly<{
  /** The job that created it; the archive is deleted with the job. */
  jobId: string;
  format: BundleFormat;
  /** Relative to the data folder. */
  file: string;
  sizeBytes: number;
  sha256: string;
}>;

/**
 * Uploads an archive to the path that a target's links point to, unless it is already there: the same content is the
 * same object, whatever its job. Resumes an interrupted upload.
 * @returns whether it was uploaded now
 * @throws OffprintError as the target does; `not-found`, `integrity`; the signal's reason
 */
export async function putLinkedArchive(
  target: Target,
  archive: ArchiveToLink,
  dataFolder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { sizeBytes, sha256 } = archive;
  const place = linkedArchive(archive);
  const [folder, name] = [path.posix.dirname(place), path.posix.basename(place)];
  const there = await target.list(folder);
  if (there.some((file) => file.path === name && file.sizeBytes === sizeBytes)) return false;
  const content = contentOfFile(path.resolve(dataFolder, archive.file), signal);
  await target.write({ path: place, sizeBytes, sha256 }, content, () => {});
  if ((await digestOf(target, place)) === sha256) return true;
  await target.remove(place);
  throw new OffprintError(
    'integrity',
    'The uploaded archive was damaged, so it was removed from the target. Verify the bundle on this computer (offprint verify). If it is valid, the target or something in between is altering files.',
  );
}

function contentOfFile(file: string, signal: AbortSignal): Content {
  return async function* (from) {
    let fd: number;
    try {
      fd = fs.openSync(file, 'r');
    } catch (error) {
      throw new OffprintError('not-found', 'The bundle file is missing. Export the site again.', error);
    }
    yield* fileChunks(fd, signal, from);
  };
}

async function digestOf(target: Target, place: string): Promise<string | undefined> {
  const content = await target.read(place);
  if (content === null) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
