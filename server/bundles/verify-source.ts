import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { fileChunks } from '../file-chunks.ts';
import { openPlainFile } from '../plain-file.ts';
import { bundlesAt } from './bundles-at.ts';
import { type FoundFile, foundFile } from './found-file.ts';
import { archiveKind, readArchive } from './read.ts';
import { cutOff, readingFault } from './reading-faults.ts';
import { readStrictTar } from './strict-tar.ts';
import { readStrictZip } from './strict-zip.ts';
import type { TrustedKey } from './trust.ts';
import {
  type Contents,
  contentsOf,
  isSigned,
  judge,
  keepOwnFiles,
  unreadable,
  type Verification,
  type VerificationFault,
} from './verification.ts';
import { descriptorFor, joinedVolumes, readVolumesDescriptor, volumeFaults } from './volumes.ts';

export type VerifyOptions = Readonly<{
  trusted: readonly TrustedKey[];
  signal: AbortSignal;
  /** Reports progress: bytes read so far, and the total if known. */
  onBytes?: (doneBytes: number, totalBytes?: number) => void;
}>;

/**
 * Verifies a bundle or delta in place: an archive, a folder with an unpacked bundle or with one archive (bundlesAt), a
 * volume descriptor, or any of its volumes. Reads it as a stream and unpacks nothing.
 * @throws OffprintError `usage` if there is nothing readable; the signal's reason
 */
export async function verifyPath(given: string, options: VerifyOptions): Promise<Verification> {
  const places = bundlesAt(given);
  // With several bundles or none, the result is about the folder itself.
  const place = places.length === 1 ? (places[0] ?? given) : given;
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return verifyFolder(place, options);
  const descriptorFile = stat && descriptorFor(place);
  if (descriptorFile === undefined) return verifyFile(place, options);
  if (fs.existsSync(descriptorFile)) return verifyVolumes(descriptorFile, options);
  const verification = await verifyFile(place, options);
  return verification.faults.some(isStructure)
    ? { ...verification, verdict: 'incomplete', faults: [noDescriptor(descriptorFile)] }
    : verification;
}

/** Fault of a file that is named like a volume but is not an archive on its own. */
function noDescriptor(descriptorFile: string): VerificationFault {
  const name = path.basename(descriptorFile);
  const text = `${name}, which describes the volumes, is missing. Put it and all the volumes in one folder.`;
  return { path: name, kind: 'volume', text };
}

async function verifyFile(file: string, options: VerifyOptions): Promise<Verification> {
  const { trusted, signal } = options;
  try {
    archiveKind(file);
  } catch (error) {
    return unreadable(error);
  }
  const verification = await verifyStream(chunksOf(file, signal), options, fs.statSync(file).size);
  const isOther = verification.verdict === 'altered' && verification.faults.some(isStructure);
  if (!isOther) return verification;
  // It may have been repacked by another program. That loses the signature, but the content can still be compared with
  // the manifest.
  try {
    const contents = await contentsOf(repackedFiles(file, signal));
    return isSigned(contents) ? verification : judge(contents, 'repacked', trusted);
  } catch (error) {
    const { faults } = unreadable(error);
    return { ...verification, faults };
  }
}

function isStructure({ kind }: VerificationFault): boolean {
  return kind === 'structure';
}

function chunksOf(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  return fileChunks(openPlainFile(file, 'The bundle'), signal);
}

/** Contents of an archive written by Offprint. @throws OffprintError `integrity` for any other archive; `usage` */
export async function contentsOfArchive(file: string, signal: AbortSignal): Promise<Contents> {
  const kind = archiveKind(file);
  const files = (kind === 'zip' ? readStrictZip : readStrictTar)(chunksOf(file, signal), keepOwnFiles);
  return contentsOf(files);
}

/** Contents of a folder. @throws OffprintError `integrity` if it contains links or other special files */
export function contentsOfFolder(folder: string, signal: AbortSignal): Promise<Contents> {
  const files = filesOfFolder(folder, signal, (name) => {
    throw new OffprintError('integrity', noPlainFileText(name));
  });
  return contentsOf(files);
}

async function* repackedFiles(file: string, signal: AbortSignal): AsyncGenerator<FoundFile> {
  for await (const entry of readArchive(file)) {
    signal.throwIfAborted();
    try {
      yield await foundFile(entry.path, await entry.open(), keepOwnFiles);
    } catch (error) {
      throw readingFault(file, error);
    }
  }
}

/**
 * Verifies an archive from a stream.
 * @param totalBytes for progress only
 * @throws errors of the stream
 */
export async function verifyStream(
  source: AsyncIterable<Buffer>,
  { trusted, signal, onBytes }: VerifyOptions,
  totalBytes?: number,
): Promise<Verification> {
  try {
    const { kind, bytes } = await sniffed(onBytes ? counted(source, onBytes, totalBytes) : source);
    const files = kind === 'zip' ? readStrictZip(bytes, keepOwnFiles) : readStrictTar(bytes, keepOwnFiles);
    return judge(await contentsOf(files), 'archive', trusted);
  } catch (error) {
    throwIfAborted(signal);
    return unreadable(error);
  }
}

async function* counted(
  source: AsyncIterable<Buffer>,
  onBytes: NonNullable<VerifyOptions['onBytes']>,
  totalBytes?: number,
): AsyncGenerator<Buffer> {
  let doneBytes = 0;
  for await (const chunk of source) {
    doneBytes += chunk.length;
    onBytes(doneBytes, totalBytes);
    yield chunk;
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason;
}

/** Detects the format from the first bytes. @throws OffprintError `integrity` if it is not an archive */
async function sniffed(
  source: AsyncIterable<Buffer>,
): Promise<{ kind: 'zip' | 'tar.gz'; bytes: AsyncGenerator<Buffer> }> {
  const chunks = source[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 4) {
    const next = await chunks.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  if (first.length < 4) throw cutOff();
  const kind =
    first.readUInt32LE(0) === 0x04034b50 ? 'zip' : first.readUInt16BE(0) === 0x1f8b ? 'tar.gz' : undefined;
  if (!kind) {
    throw new OffprintError(
      'integrity',
      'This is neither a zip nor a tar.gz archive. Fetch the bundle again from its source.',
    );
  }
  const bytes = async function* (): AsyncGenerator<Buffer> {
    yield first;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) yield chunk;
  };
  return { kind, bytes: bytes() };
}

async function verifyVolumes(descriptorFile: string, options: VerifyOptions): Promise<Verification> {
  const { signal } = options;
  const folder = path.dirname(descriptorFile);
  try {
    const descriptor = readVolumesDescriptor(descriptorFile);
    const found = await volumeFaults(folder, descriptor, signal);
    if (found.length === 0) {
      return verifyStream(joinedVolumes(folder, descriptor, signal), options, descriptor.sizeBytes);
    }
    const faults = found.map(({ name, text }): VerificationFault => ({ path: name, kind: 'volume', text }));
    const verdict = found.every(({ kind }) => kind === 'missing') ? 'incomplete' : 'altered';
    return { ...unreadable(cutOff()), verdict, faults };
  } catch (error) {
    throwIfAborted(signal);
    return unreadable(error);
  }
}

async function verifyFolder(
  folder: string,
  { trusted, signal, onBytes }: VerifyOptions,
): Promise<Verification> {
  const links: string[] = [];
  let doneBytes = 0;
  const found = filesOfFolder(
    folder,
    signal,
    (name) => links.push(name),
    (sizeBytes) => {
      doneBytes += sizeBytes;
      onBytes?.(doneBytes);
    },
  );
  let verification: Verification;
  try {
    verification = judge(await contentsOf(found), 'folder', trusted);
  } catch (error) {
    throwIfAborted(signal);
    return unreadable(error);
  }
  if (links.length === 0) return verification;
  const faults = links.map((name): VerificationFault => {
    return { path: name, kind: 'unexpected', text: noPlainFileText(name) };
  });
  return { ...verification, verdict: 'altered', faults: [...verification.faults, ...faults] };
}

function noPlainFileText(name: string): string {
  return `${name} is a link or another kind of file that bundles never contain. Remove it.`;
}

/**
 * @param onOther called for links, pipes and other special files, which are not followed
 * @param onFile called with the size of each file read
 */
async function* filesOfFolder(
  folder: string,
  signal: AbortSignal,
  onOther: (path: string) => void,
  onFile: (sizeBytes: number) => void = () => {},
): AsyncGenerator<FoundFile> {
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for await (const entry of await fs.promises.opendir(path.join(folder, below))) {
      signal.throwIfAborted();
      const name = below + entry.name;
      if (entry.isDirectory()) waiting.push(`${name}/`);
      else if (!entry.isFile()) onOther(name);
      else {
        const fd = openPlainFile(path.join(folder, name), 'The file');
        const found = await foundFile(name, fileChunks(fd, signal), keepOwnFiles);
        onFile(found.sizeBytes);
        yield found;
      }
    }
  }
}
