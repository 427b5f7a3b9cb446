import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { OffprintError } from '../errors.ts';
import { packable, packedEntry, setAside } from './deflate.ts';
import {
  assertZip,
  CARRIED_FOLDER,
  DELTA_FILE,
  type DeltaEnd,
  type DeltaHeader,
  FRAME_FILE,
  formatDeltaHeader,
  formatPiece,
  PIECES_FILE,
  type Piece,
} from './delta.ts';
import { bytesOf, type FileRange } from './file-range.ts';
import type { Manifest } from './manifest.ts';
import { plainArchive } from './move-to-folder.ts';
import { requireManifest } from './verify.ts';
import { type Making, writeWhole } from './whole-file.ts';
import { createZip, type ZipEntry, type ZipWriter } from './zip.ts';
import { type PlacedEntry, type ZipSpan, zipSpans } from './zip-spans.ts';

export type DeltaTask = Readonly<{ base: string; target: string; out: string }>;

export type WrittenDelta = Readonly<{ sizeBytes: number; sha256: string; header: DeltaHeader }>;

/**
 * Writes a delta from the bundle `base` to the bundle `target`, both zip archives. Compressed data that occurs anywhere
 * in the base is not carried, whatever the file names; no file is inflated or deflated. The same two bundles produce
 * the same delta, always relative to their form without an archive folder. Memory grows with the number of files, not
 * with their sizes.
 * @throws OffprintError `usage` if either is not a zip, `integrity` if either is not a bundle, `conflict` if the target
 *   changes meanwhile; as writeWhole; the signal's reason
 */
export async function writeDelta(
  { base, target, out }: DeltaTask,
  signal: AbortSignal,
): Promise<WrittenDelta> {
  for (const file of [base, target]) await assertZip(file);
  return writeWhole(out, async ({ unfinished, scratch }) => {
    const before = await stampOf(target);
    const copies = { base: `${scratch}.base.unfinished`, target: `${scratch}.target.unfinished` };
    try {
      const plain = {
        base: await plainArchive(base, copies.base, signal),
        target: await plainArchive(target, copies.target, signal),
      };
      const written = await writePlain(plain, { unfinished, scratch }, signal);
      if ((await stampOf(target)) === before) return written;
      throw new OffprintError(
        'conflict',
        `${target} changed while it was being read. Create the delta again.`,
      );
    } finally {
      for (const copy of Object.values(copies)) await fs.promises.rm(copy, { force: true });
    }
  });
}

/** Writes the delta between two archives without an archive folder. */
async function writePlain(
  { base, target }: Omit<DeltaTask, 'out'>,
  { unfinished, scratch }: Making,
  signal: AbortSignal,
): Promise<WrittenDelta> {
  const { found, end: baseEnd } = await indexOf(base, signal);
  const { plan, end: targetEnd } = await planOf(target, found, signal);
  const header: DeltaHeader = {
    format: 'offprint-delta',
    formatVersion: 1,
    base: baseEnd,
    target: targetEnd,
    counts: { pieces: plan.pieces.length, files: plan.carried.length },
  };
  const archive = await createZip(unfinished);
  try {
    await archive.add(ownEntry(DELTA_FILE, formatDeltaHeader(header)));
    await archive.add(ownEntry(PIECES_FILE, plan.pieces.map(formatPiece).join('')));
    await carry(archive, target, plan, scratch, signal);
    return { ...(await archive.finish()), header };
  } catch (error) {
    await archive.abandon().catch(() => {});
    throw signal.aborted ? signal.reason : error;
  }
}

/** Copies from the target what the base lacks. */
async function carry(
  archive: ZipWriter,
  target: string,
  { frame, carried }: Plan,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const source = await fs.promises.open(target);
  try {
    const bytes = Readable.from(bytesOf(source, frame));
    const aside = await setAside(bytes, { file: scratch, deflate: true, signal });
    const { crc32, sizeBytes, writtenBytes: compressedBytes } = aside;
    const data = fs.createReadStream(scratch);
    await archive.add({ path: FRAME_FILE, method: 8, crc32, sizeBytes, compressedBytes, data });
    for (const { entry, offset } of carried) {
      signal.throwIfAborted();
      const range = { offset, sizeBytes: entry.compressedBytes };
      await archive.add({ ...entry, path: CARRIED_FOLDER + entry.path, data: bytesOf(source, [range]) });
    }
  } finally {
    await source.close();
  }
}

function ownEntry(path: string, text: string): ZipEntry {
  return packedEntry(path, packable(Buffer.from(text), path, true));
}

/** Changes whenever the file changes. */
async function stampOf(file: string): Promise<string> {
  const { ino, size, mtimeMs } = await fs.promises.stat(file);
  return `${ino} ${size} ${mtimeMs}`;
}

/** Index of the base by header and by content. */
type Found = Readonly<{
  byHeader: ReadonlyMap<string, FoundEntry>;
  byContent: ReadonlyMap<string, FoundEntry>;
}>;
type FoundEntry = Readonly<{ offset: number; headerBytes: number; dataSha256: string }>;

async function indexOf(base: string, signal: AbortSignal): Promise<{ found: Found; end: DeltaEnd }> {
  const identity = await identityOf(base);
  const whole = createHash('sha256');
  const byHeader = new Map<string, FoundEntry>();
  const byContent = new Map<string, FoundEntry>();
  let sizeBytes = 0;
  for await (const span of zipSpans(base, whole, signal)) {
    sizeBytes += sizeOf(span);
    if (span.kind !== 'entry') continue;
    const { header, dataSha256, entry } = span;
    const found = { offset: entry.offset, headerBytes: header.length, dataSha256 };
    byHeader.set(header.toString('latin1'), found);
    if (!byContent.has(dataSha256)) byContent.set(dataSha256, found);
  }
  return { found: { byHeader, byContent }, end: { ...identity, sizeBytes, sha256: whole.digest('hex') } };
}

/** How to assemble the target. Adjacent ranges are merged into one piece, e.g. a run of unchanged files. */
type Plan = Readonly<{
  pieces: Piece[];
  /** Ranges in the target. */
  frame: FileRange[];
  carried: { entry: PlacedEntry; offset: number }[];
}>;

async function planOf(
  target: string,
  found: Found,
  signal: AbortSignal,
): Promise<{ plan: Plan; end: DeltaEnd }> {
  const identity = await identityOf(target);
  const whole = createHash('sha256');
  const plan: Plan = { pieces: [], frame: [], carried: [] };
  let sizeBytes = 0;
  for await (const span of zipSpans(target, whole, signal)) {
    sizeBytes += sizeOf(span);
    if (span.kind === 'entry') addEntry(plan, span, found);
    else addFrame(plan, span.offset, span.sizeBytes);
  }
  return { plan, end: { ...identity, sizeBytes, sha256: whole.digest('hex') } };
}

function addEntry(
  plan: Plan,
  { entry, header, dataSha256 }: ZipSpan & { kind: 'entry' },
  found: Found,
): void {
  const { offset, compressedBytes } = entry;
  const same = found.byHeader.get(header.toString('latin1'));
  if (same?.dataSha256 === dataSha256) {
    addBase(plan, same.offset, header.length + compressedBytes);
    return;
  }
  addFrame(plan, offset, header.length);
  if (compressedBytes === 0) return;
  const equal = found.byContent.get(dataSha256);
  if (equal) {
    addBase(plan, equal.offset + equal.headerBytes, compressedBytes);
  } else {
    plan.pieces.push({ from: 'file', sizeBytes: compressedBytes });
    plan.carried.push({ entry, offset: offset + header.length });
  }
}

function addBase({ pieces }: Plan, offset: number, sizeBytes: number): void {
  const last = pieces.at(-1);
  if (last?.from === 'base' && last.offset + last.sizeBytes === offset) {
    pieces[pieces.length - 1] = { ...last, sizeBytes: last.sizeBytes + sizeBytes };
  } else {
    pieces.push({ from: 'base', offset, sizeBytes });
  }
}

function addFrame({ pieces, frame }: Plan, offset: number, sizeBytes: number): void {
  frame.push({ offset, sizeBytes });
  const last = pieces.at(-1);
  if (last?.from === 'frame') pieces[pieces.length - 1] = { ...last, sizeBytes: last.sizeBytes + sizeBytes };
  else pieces.push({ from: 'frame', sizeBytes });
}

function sizeOf(span: ZipSpan): number {
  return span.kind === 'other' ? span.sizeBytes : span.header.length + span.entry.compressedBytes;
}

/** Keeps only these fields of the manifest: its file list may be long. */
async function identityOf(file: string): Promise<Pick<Manifest, 'domain' | 'version' | 'digest'>> {
  const { domain, version, digest } = await requireManifest(file);
  return { domain, version, digest };
}
