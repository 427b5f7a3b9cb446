import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { bytesOf, CHUNK_BYTES } from './file-range.ts';
import { digestOfFile } from './read.ts';
import {
  changedVolume,
  describeVolumes,
  descriptorName,
  foreignVolumes,
  formatDescriptor,
  joinedVolumes,
  missingVolumes,
  readVolumesDescriptor,
  type VolumeRange,
  type VolumesDescriptor,
  volumeRanges,
} from './volumes.ts';
import { assertRoom, writeWhole } from './whole-file.ts';

export type SplitTask = Readonly<{
  file: string;
  /** Destination of the volumes. */
  folder: string;
  volumeBytes: number;
}>;

/** Largest file on FAT32: 4 GiB minus one byte. */
export const VOLUME_BYTES_DEFAULT = 2 ** 32 - 1;

type OnBytes = (doneBytes: number, totalBytes: number) => void;

/**
 * Splits an archive into volumes and writes their descriptor last. Reads the archive twice and does not change it.
 * Resumes an interrupted run: existing volumes with the right content are kept. Volumes of an earlier split that the new
 * one replaces are removed.
 * @throws OffprintError `usage`, `integrity` if it is not an archive, `conflict` if it changes meanwhile or the folder
 *   contains unknown volumes, `disk-full`; the signal's reason
 */
export async function splitFile(
  { file, folder, volumeBytes }: SplitTask,
  signal: AbortSignal,
  onBytes: (phase: 'reading' | 'writing', ...bytes: Parameters<OnBytes>) => void = () => {},
): Promise<Readonly<{ descriptor: VolumesDescriptor; descriptorFile: string }>> {
  const descriptor = await describeVolumes(file, volumeBytes, signal, (done, total) =>
    onBytes('reading', done, total),
  );
  const { volumes, sizeBytes } = descriptor;
  const stale = staleVolumes(folder, descriptor);
  const missing: (VolumeRange & { sha256: string })[] = [];
  for (const [index, range] of volumeRanges(descriptor.file, sizeBytes, volumeBytes).entries()) {
    const { sha256 = '' } = volumes[index] ?? {};
    const out = path.join(folder, range.name);
    const there = fs.statSync(out, { throwIfNoEntry: false })?.size === range.sizeBytes;
    if (!there || (await digestOfFile(out, signal)).sha256 !== sha256) missing.push({ ...range, sha256 });
  }
  const missingBytes = missing.reduce((sum, range) => sum + range.sizeBytes, 0);
  await assertRoom(path.join(folder, descriptor.file), missingBytes);
  const source = await fs.promises.open(file);
  try {
    let doneBytes = 0;
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (const range of missing) {
      const out = path.join(folder, range.name);
      const told = (bytes: number): void => onBytes('writing', doneBytes + bytes, missingBytes);
      const sha256 = await writeStream(out, bytesOf(source, [range], buffer), signal, () => {}, told);
      doneBytes += range.sizeBytes;
      if (sha256 === range.sha256) continue;
      throw new OffprintError('conflict', `${file} was changed while it was being split. Split it again.`);
    }
  } finally {
    await source.close();
  }
  for (const name of stale) await fs.promises.rm(path.join(folder, name));
  const descriptorFile = path.join(folder, descriptorName(descriptor.file));
  await writeWhole(descriptorFile, ({ unfinished }) =>
    fs.promises.writeFile(unfinished, formatDescriptor(descriptor), { flush: true }),
  );
  return { descriptor, descriptorFile };
}

/**
 * Returns volumes in the folder that only the existing descriptor lists. If they stayed, the new volumes could not be
 * joined.
 * @throws OffprintError `conflict` if the folder contains volumes that neither descriptor lists
 */
function staleVolumes(folder: string, descriptor: VolumesDescriptor): string[] {
  const others = foreignVolumes(folder, descriptor);
  const earlier = earlierVolumes(path.join(folder, descriptorName(descriptor.file)));
  const unknown = others.filter(({ name }) => !earlier.has(name));
  if (unknown.length === 0) return others.map(({ name }) => name);
  throw new OffprintError('conflict', unknown.map(({ text }) => text).join(' '));
}

function earlierVolumes(descriptorFile: string): ReadonlySet<string> {
  try {
    return new Set(readVolumesDescriptor(descriptorFile).volumes.map(({ name }) => name));
  } catch {
    return new Set(); // missing, or damaged and about to be replaced
  }
}

/**
 * Joins volumes into their archive, atomically.
 * @param descriptorFile in the same folder as the volumes
 * @throws OffprintError `incomplete` or `integrity` with a message that names volumes which are missing, altered or of
 *   another archive; `usage`, `disk-full`; the signal's reason
 */
export async function joinVolumes(
  { descriptorFile, out }: Readonly<{ descriptorFile: string; out: string }>,
  signal: AbortSignal,
  onBytes: OnBytes = () => {},
): Promise<VolumesDescriptor> {
  const descriptor = readVolumesDescriptor(descriptorFile);
  const folder = path.dirname(descriptorFile);
  const faults = missingVolumes(folder, descriptor);
  if (faults.length > 0) {
    const code = faults.every(({ kind }) => kind === 'missing') ? 'incomplete' : 'integrity';
    throw new OffprintError(code, faults.map(({ text }) => text).join(' '));
  }
  await assertRoom(out, descriptor.sizeBytes);
  const bytes = joinedVolumes(folder, descriptor, signal, (name, sha256) => {
    const fault = changedVolume(name, sha256, descriptor);
    if (fault) throw new OffprintError('integrity', fault.text);
  });
  const check = (sha256: string): void => {
    if (sha256 === descriptor.sha256) return;
    throw new OffprintError(
      'integrity',
      `The volumes are intact but do not match ${descriptorFile}, which means that ${descriptorFile} was altered. Fetch it again from its source.`,
    );
  };
  await writeStream(out, bytes, signal, check, (doneBytes) => onBytes(doneBytes, descriptor.sizeBytes));
  return descriptor;
}

/**
 * Writes a stream to a file, atomically.
 * @returns the SHA-256 of the content; `check` gets it before the file gets its name
 */
export function writeStream(
  out: string,
  bytes: AsyncIterable<Buffer>,
  signal: AbortSignal,
  check: (sha256: string) => void = () => {},
  onBytes: (doneBytes: number) => void = () => {},
): Promise<string> {
  return writeWhole(out, async ({ unfinished }) => {
    const hash = createHash('sha256');
    const handle = await fs.promises.open(unfinished, 'w');
    try {
      let doneBytes = 0;
      for await (const chunk of bytes) {
        signal.throwIfAborted();
        hash.update(chunk);
        for (let from = 0; from < chunk.length; ) from += (await handle.write(chunk, from)).bytesWritten;
        doneBytes += chunk.length;
        onBytes(doneBytes);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const sha256 = hash.digest('hex');
    check(sha256);
    return sha256;
  });
}
