import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { formatNumber } from '../../shared/numbers.ts';
import { OffprintError } from '../errors.ts';
import { readPlainFile } from '../plain-file.ts';
import { DELTA_FILE } from './delta.ts';
import { bytesOf, CHUNK_BYTES } from './file-range.ts';
import { parseOwnFile } from './manifest.ts';
import { archiveKind } from './read.ts';

/**
 * Volumes: an archive split into files that fit a medium. `docs.zip` becomes `docs.zip.001`, `docs.zip.002`, … and
 * `docs.zip.volumes.json`, which describes them. This file describes and checks them without writing anything;
 * split-volumes.ts writes them.
 */

/** More would be unmanageable in a folder that people look at. */
const VOLUMES_MAX = 9_999;

const DESCRIPTOR_END = '.volumes.json';
const DESCRIPTOR_BYTES_MAX = 4 * 2 ** 20;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const descriptorSchema = z.strictObject({
  format: z.literal('offprint-volumes'),
  formatVersion: z.literal(1),
  /** File name of the archive, without folders. */
  file: z
    .string()
    .max(255)
    .regex(/^[^/\\:\p{Cc}]+$/u)
    .refine((name) => name !== '.' && name !== '..'),
  kind: z.enum(['zip', 'tar.gz', 'delta']),
  sizeBytes: z.int().positive(),
  sha256,
  volumes: z
    .array(z.strictObject({ name: z.string(), sizeBytes: z.int().positive(), sha256 }))
    .min(1)
    .max(VOLUMES_MAX),
});

/**
 * Lists the volumes of an archive. Its hashes detect accidental damage; only the archive's signature proves who made
 * it.
 */
export type VolumesDescriptor = Readonly<z.infer<typeof descriptorSchema>>;

/** Range of the archive that becomes a volume. */
export type VolumeRange = Readonly<{ name: string; offset: number; sizeBytes: number }>;

export type VolumeFault = Readonly<{
  /** Name of the volume. */
  name: string;
  kind: 'missing' | 'changed' | 'foreign';
  /** Message for people. */
  text: string;
}>;

/**
 * Ranges of the volumes of an archive: each has `volumeBytes` except the last.
 * @param file name of the archive, without folders
 * @throws OffprintError `usage` if there would be too many
 */
export function volumeRanges(file: string, sizeBytes: number, volumeBytes: number): VolumeRange[] {
  const count = Math.ceil(sizeBytes / volumeBytes);
  if (count > VOLUMES_MAX) {
    throw new OffprintError(
      'usage',
      `At ${formatNumber(volumeBytes)} bytes each, there would be ${formatNumber(count)} volumes, but the limit is ${formatNumber(VOLUMES_MAX)}. Choose a larger volume size.`,
    );
  }
  return Array.from({ length: count }, (_, index) => ({
    name: volumeName(file, index, count),
    offset: index * volumeBytes,
    sizeBytes: Math.min(volumeBytes, sizeBytes - index * volumeBytes),
  }));
}

/** Volume names sort in volume order. */
function volumeName(file: string, index: number, count: number): string {
  return `${file}.${String(index + 1).padStart(count > 999 ? 4 : 3, '0')}`;
}

export function descriptorName(file: string): string {
  return file + DESCRIPTOR_END;
}

/** Kind of an archive for its descriptor. @throws OffprintError `usage`, `integrity` if it is not an archive */
export function kindOfArchive(file: string): VolumesDescriptor['kind'] {
  const kind = archiveKind(file);
  if (kind === 'tar.gz') return kind;
  const descriptor = fs.openSync(file, 'r');
  try {
    // APPNOTE 4.3.7: the name of the first entry starts at byte 30.
    const name = Buffer.alloc(DELTA_FILE.length);
    fs.readSync(descriptor, name, 0, name.length, 30);
    return name.toString('latin1') === DELTA_FILE ? 'delta' : 'zip';
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Creates the descriptor for splitting an archive. Reads the archive once and writes nothing. To send the volumes
 * somewhere, read their ranges (volumeRanges) from the archive, starting with any of them.
 * @throws OffprintError `usage`, `integrity` if it is not an archive; the signal's reason
 */
export async function describeVolumes(
  file: string,
  volumeBytes: number,
  signal: AbortSignal,
  onBytes: (doneBytes: number, totalBytes: number) => void = () => {},
): Promise<VolumesDescriptor> {
  const kind = kindOfArchive(file);
  const handle = await fs.promises.open(file);
  try {
    const { size } = await handle.stat();
    const name = path.basename(file);
    const whole = createHash('sha256');
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const volumes = [];
    let doneBytes = 0;
    for (const range of volumeRanges(name, size, volumeBytes)) {
      const part = createHash('sha256');
      for await (const chunk of bytesOf(handle, [range], buffer)) {
        signal.throwIfAborted();
        part.update(chunk);
        whole.update(chunk);
        doneBytes += chunk.length;
        onBytes(doneBytes, size);
      }
      volumes.push({ name: range.name, sizeBytes: range.sizeBytes, sha256: part.digest('hex') });
    }
    const facts = { file: name, kind, sizeBytes: size, sha256: whole.digest('hex') };
    return { format: 'offprint-volumes', formatVersion: 1, ...facts, volumes };
  } finally {
    await handle.close();
  }
}

export function formatDescriptor(descriptor: VolumesDescriptor): string {
  return `${JSON.stringify(descriptor, null, 1)}\n`;
}

/**
 * Path of the descriptor of a set of volumes.
 * @param given the descriptor or any of its volumes
 * @returns undefined if the name is neither
 */
export function descriptorFor(given: string): string | undefined {
  if (given.endsWith(DESCRIPTOR_END)) return given;
  const [, file] = /^(.+)\.\d{3,4}$/.exec(path.basename(given)) ?? [];
  return file === undefined ? undefined : path.join(path.dirname(given), descriptorName(file));
}

/** @throws OffprintError `usage` if it cannot be read, `integrity` if it is not a descriptor */
export function readVolumesDescriptor(file: string): VolumesDescriptor {
  if (!fs.existsSync(file)) {
    throw new OffprintError(
      'usage',
      `The file ${file}, which describes the volumes, is missing. Copy it along with the volumes: offprint split writes it next to the first one.`,
    );
  }
  const text = readPlainFile(file, 'The descriptor', DESCRIPTOR_BYTES_MAX).toString('utf8');
  const form = { file: path.basename(file), form: 'volume descriptor', of: 'volume descriptor' };
  const descriptor = parseOwnFile(text, descriptorSchema, form);
  const { volumes, sizeBytes } = descriptor;
  const sum = volumes.reduce((total, volume) => total + volume.sizeBytes, 0);
  const isOurs = volumes.every(
    ({ name }, index) => name === volumeName(descriptor.file, index, volumes.length),
  );
  if (isOurs && sum === sizeBytes) return descriptor;
  throw new OffprintError(
    'integrity',
    `${file} is inconsistent: the volumes it lists do not match the archive it describes. Fetch it again from its source.`,
  );
}

/** Checks volumes without reading them: reports missing ones, those of the wrong size, and extra ones next to them. */
export function missingVolumes(folder: string, descriptor: VolumesDescriptor): VolumeFault[] {
  const { volumes } = descriptor;
  const faults: VolumeFault[] = [];
  for (const { name, sizeBytes } of volumes) {
    const found = fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (!found?.isFile()) {
      const text = `The volume ${name} is missing. Put it in the same folder as the others (${volumes.length} in all).`;
      faults.push({ name, kind: 'missing', text });
    } else if (found.size !== sizeBytes) {
      const text = `The volume ${name} has ${formatNumber(found.size)} bytes instead of ${formatNumber(sizeBytes)}: it is incomplete, altered, or from another archive. Copy it again.`;
      faults.push({ name, kind: 'changed', text });
    }
  }
  return [...faults, ...foreignVolumes(folder, descriptor)];
}

/** Finds volumes in the folder that have the archive's name but are not listed in its descriptor. */
export function foreignVolumes(folder: string, { file, volumes }: VolumesDescriptor): VolumeFault[] {
  const own = new Set(volumes.map(({ name }) => name));
  return fs
    .readdirSync(folder)
    .sort()
    .filter((name) => !own.has(name) && name.startsWith(`${file}.`) && /\.\d{3,4}$/.test(name))
    .map((name) => ({
      name,
      kind: 'foreign',
      text: `The volume ${name} is not listed in this archive's descriptor, so it belongs to another archive. Move it to another folder together with its own descriptor, or delete it.`,
    }));
}

/**
 * Yields the content of the archive from its volumes; a chunk is valid only until the next one is requested.
 * @param onVolume called at the end of each volume with its SHA-256
 * @throws the signal's reason; system errors
 */
export async function* joinedVolumes(
  folder: string,
  { volumes }: VolumesDescriptor,
  signal: AbortSignal,
  onVolume: (name: string, sha256: string) => void = () => {},
): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  for (const { name, sizeBytes } of volumes) {
    const hash = createHash('sha256');
    const handle = await fs.promises.open(path.join(folder, name));
    try {
      for await (const chunk of bytesOf(handle, [{ offset: 0, sizeBytes }], buffer)) {
        signal.throwIfAborted();
        hash.update(chunk);
        yield chunk;
      }
    } finally {
      await handle.close();
    }
    onVolume(name, hash.digest('hex'));
  }
}

/** Reads all volumes and reports those that are missing, altered, swapped or from another archive. */
export async function volumeFaults(
  folder: string,
  descriptor: VolumesDescriptor,
  signal: AbortSignal,
): Promise<VolumeFault[]> {
  const faults = missingVolumes(folder, descriptor);
  if (faults.length > 0) return faults;
  const check = (name: string, found: string): void => {
    const fault = changedVolume(name, found, descriptor);
    if (fault) faults.push(fault);
  };
  for await (const _chunk of joinedVolumes(folder, descriptor, signal, check)) {
    // Only the hashes are needed.
  }
  return faults;
}

/** Fault of a volume with this SHA-256; undefined if it is the right one. */
export function changedVolume(
  name: string,
  found: string,
  { volumes }: VolumesDescriptor,
): VolumeFault | undefined {
  if (volumes.find((volume) => volume.name === name)?.sha256 === found) return undefined;
  const other = volumes.find((volume) => volume.sha256 === found);
  const why = other
    ? `it has the content of ${other.name}: the names of the two volumes are swapped`
    : 'its SHA-256 is different: it was altered or is from another archive';
  return {
    name,
    kind: 'changed',
    text: `The volume ${name} does not match its description (${why}). Copy it again.`,
  };
}
