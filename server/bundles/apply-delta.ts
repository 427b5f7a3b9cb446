import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError } from '../errors.ts';
import { assertZip, type DeltaHeader, describeEnd } from './delta.ts';
import { pieceFault } from './delta-limits.ts';
import { plainArchive } from './move-to-folder.ts';
import { digestOfFile } from './read.ts';
import { type DeltaReader, readDelta } from './read-delta.ts';
import { readManifest } from './verify.ts';
import { assertRoom, writeWhole } from './whole-file.ts';

/**
 * Rebuilds the target bundle of a delta from its base, byte for byte, on any machine. Verifies the base before and the
 * result afterwards. Leaves nothing behind if either differs from what the delta declares.
 * @throws OffprintError `integrity` if the base is the wrong one or the delta is damaged, `usage` if either is not a
 *   zip, `disk-full` before anything is written; as writeWhole; the signal's reason
 */
export async function applyDelta(
  { base, delta, out }: Readonly<{ base: string; delta: string; out: string }>,
  signal: AbortSignal,
): Promise<DeltaHeader> {
  for (const file of [base, delta]) {
    await assertZip(file);
    if (path.resolve(file) !== path.resolve(out)) continue;
    throw new OffprintError('usage', `The result would replace ${file}. Choose another output file.`);
  }
  const reader = await readDelta(delta);
  try {
    const { header } = reader;
    await assertRoom(out, header.target.sizeBytes);
    await writeWhole(out, async ({ unfinished, scratch }) => {
      const plainBase = await plainArchive(base, scratch, signal);
      await assertBase(plainBase, base, header, signal);
      await makeFile(unfinished, plainBase, reader, signal);
    });
    return header;
  } catch (error) {
    throw signal.aborted ? signal.reason : reader.fault(error);
  } finally {
    reader.close();
  }
}

/** @param name file name for messages */
async function assertBase(
  file: string,
  name: string,
  { base, target }: DeltaHeader,
  signal: AbortSignal,
): Promise<void> {
  const { sizeBytes, sha256 } = await digestOfFile(file, signal);
  if (sha256 === base.sha256) return;
  const needs = `The delta applies to ${describeEnd(base)}`;
  if (sha256 === target.sha256) {
    throw new OffprintError(
      'integrity',
      `${needs}, but ${name} is already the result: ${describeEnd(target)}. There is nothing to apply.`,
    );
  }
  const manifest = await readManifest(file);
  const { domain = 'not a', version = 'bundle' } = manifest ?? {};
  throw new OffprintError(
    'integrity',
    `${needs}, but ${name} is ${describeEnd({ domain, version, sizeBytes, sha256 })}. Use the bundle the delta was made from.`,
  );
}

async function makeFile(file: string, base: string, reader: DeltaReader, signal: AbortSignal): Promise<void> {
  const source = await fs.promises.open(base);
  try {
    const handle = await fs.promises.open(file, 'w');
    try {
      await assemble(fileWriter(handle, signal), reader, source);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await source.close();
  }
}

async function assemble(out: FileWriter, reader: DeltaReader, source: fs.promises.FileHandle): Promise<void> {
  const { header, damaged } = reader;
  let sizeBytes = 0;
  for await (const piece of await reader.pieces()) {
    sizeBytes += piece.sizeBytes;
    const fault = pieceFault(piece, sizeBytes, header);
    if (fault !== undefined) throw damaged(fault);
    switch (piece.from) {
      case 'base':
        await out.copy(source, piece.offset, piece.sizeBytes);
        break;
      case 'frame':
        await reader.frame(piece.sizeBytes, out.write);
        break;
      case 'file': {
        const { handle, offset } = await reader.file(piece.sizeBytes);
        await out.copy(handle, offset, piece.sizeBytes);
      }
    }
  }
  if ((await out.finish()) !== header.target.sha256)
    throw damaged('it produces a different bundle than it declares');
}

type FileWriter = Readonly<{
  write: (bytes: Buffer) => Promise<void>;
  /** Appends a range of another file. */
  copy: (from: fs.promises.FileHandle, offset: number, sizeBytes: number) => Promise<void>;
  /** Flushes and returns the SHA-256 of everything written, in hex. */
  finish: () => Promise<string>;
}>;

/** Buffers small pieces: there may be a million. */
function fileWriter(file: fs.promises.FileHandle, signal: AbortSignal): FileWriter {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(2 ** 20);
  let filled = 0;
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    const bytes = buffer.subarray(0, filled);
    hash.update(bytes);
    for (let from = 0; from < bytes.length; ) from += (await file.write(bytes, from)).bytesWritten;
    filled = 0;
  };
  return {
    write: async (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const copied = bytes.copy(buffer, filled, from);
        from += copied;
        filled += copied;
        if (filled === buffer.length) await flush();
      }
    },
    copy: async (from, offset, sizeBytes) => {
      for (let done = 0; done < sizeBytes; ) {
        const room = Math.min(buffer.length - filled, sizeBytes - done);
        const { bytesRead } = await from.read(buffer, filled, room, offset + done);
        if (bytesRead === 0) throw new Error('a file ended unexpectedly');
        filled += bytesRead;
        done += bytesRead;
        if (filled === buffer.length) await flush();
      }
    },
    finish: async () => {
      await flush();
      return hash.digest('hex');
    },
  };
}
