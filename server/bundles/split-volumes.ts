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
  /** Where the volumes go. */
  folder: string;
  volumeBytes: number;
}>;

type OnBytes = (doneBytes: number, totalBytes: number) => void;

/**
 * Cuts an archive into volumes and writes their descriptor last. The archive is read twice and left alone. A run that was
 * interrupted goes on: volumes that are there and right stay as they are. Volumes of an earlier split that this one
 * replaces are removed.
 * @throws OffprintError `usage`, `integrity` when it is no archive, `conflict` when it changes meanwhile or the folder has
 *   volumes that no split there has listed, `disk-full`; the reason of the signal
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
 * Volumes that the descriptor in the folder lists and the new one does not: left there, they would keep the new ones from
 * being joined.
 * @throws OffprintError `conflict` when the folder has volumes that neither lists
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
    return new Set(); // there is none, or it is replaced because it is damaged
  }
}

/**
 * Makes the archive out of its volumes, at once or not at all.
 * @param descriptorFile lies beside the volumes
 * @throws OffprintError `incomplete` or `integrity` with a sentence that names the volumes which are missing, altered or
 *   another archive's; `usage`, `disk-full`; the reason of the signal
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

/** @returns the SHA-256 of what was written, which `check` sees before the file gets its name */
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
