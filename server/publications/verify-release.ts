import { createHash } from 'node:crypto';
import { OffprintError } from '../errors.ts';
import { releaseFolder } from './layout.ts';
import { type PublicationRun, required, type Stage } from './publication-run.ts';
import { SMALL_BYTES } from './source.ts';
import type { OutgoingFile } from './target.ts';
import { eachOf } from './transfer.ts';

/** Number of small files read concurrently. */
const AT_ONCE = 4;

/** Number of times that damaged files are sent again. */
const ROUNDS_MAX = 2;

/** Reads the whole version back and compares it; files that differ are sent again. */
export const verifyPublication: Stage = async (run) => {
  const damaged = await damagedFiles(run);
  if (damaged.length === 0) return 'commit';
  run.rounds++;
  if (run.rounds > ROUNDS_MAX) {
    throw new OffprintError(
      'integrity',
      `Files were damaged in transit: ${named(damaged)}. The target or something in between is altering files. Readers still see the previous version.`,
    );
  }
  run.log(`publication ${run.publication.id}: sending damaged files again (${damaged.length})`);
  for (const { path } of damaged) run.damaged.add(path);
  return 'transfer';
};

/** Reads the version to roll back to and compares it. @throws OffprintError `integrity` */
export const verifyRollback: Stage = async (run) => {
  const damaged = await damagedFiles(run);
  if (damaged.length === 0) return 'commit';
  const { version } = required(run.release, 'release');
  throw new OffprintError(
    'integrity',
    `Version ${version} on the target has changed since it was published. Missing or altered: ${named(damaged)}. Readers still see the previous version. Publish its bundle again, or roll back to another version.`,
  );
};

async function damagedFiles({ target, meter, release, signal }: PublicationRun): Promise<OutgoingFile[]> {
  const { version, files } = required(release, 'release');
  const folder = releaseFolder(version);
  meter.begin(
    'verify',
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  const damaged: OutgoingFile[] = [];
  const check = async (file: OutgoingFile): Promise<void> => {
    signal.throwIfAborted();
    const path = `${folder}/${file.path}`;
    const known = await target.digest?.(path);
    if (known !== undefined) meter.done(file.sizeBytes);
    if ((known ?? (await digestOf(path))) !== file.sha256) damaged.push(file);
  };
  // Large files one at a time: each saturates the connection anyway, and several would leave 170 MB of buffers before
  // garbage collection.
  for (const file of files) if (file.sizeBytes > SMALL_BYTES) await check(file);
  await eachOf(
    files.filter(({ sizeBytes }) => sizeBytes <= SMALL_BYTES),
    AT_ONCE,
    check,
  );
  meter.flush();
  return damaged;

  async function digestOf(path: string): Promise<string | undefined> {
    const content = await target.read(path);
    if (content === null) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of content) {
      signal.throwIfAborted();
      hash.update(chunk);
      meter.done(chunk.length);
    }
    return hash.digest('hex');
  }
}

function named(files: readonly OutgoingFile[]): string {
  const rest = files.length - 3;
  return `${files
    .slice(0, 3)
    .map(({ path }) => path)
    .join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
