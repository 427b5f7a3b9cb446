import type fs from 'node:fs';
import type { Readable } from 'node:stream';
import type { Entry } from 'yauzl';
import { OffprintError } from '../errors.ts';
import {
  CARRIED_FOLDER,
  DELTA_FILE,
  type DeltaHeader,
  FRAME_FILE,
  PIECES_FILE,
  type Piece,
  parseDeltaHeader,
  parsePiece,
} from './delta.ts';
import { HEADER_BYTES_MAX } from './delta-limits.ts';
import { openZip } from './open-zip.ts';
import { digestOf, inflated } from './read.ts';
import { isNoDamage } from './reading-faults.ts';

/** A delta, read strictly forward. Whatever it holds, little of it is in memory at a time. */
export type DeltaReader = Readonly<{
  header: DeltaHeader;
  /** As many as the header says. */
  pieces: () => Promise<AsyncGenerator<Piece>>;
  /** Hands out the next bytes of the frame. */
  frame: (sizeBytes: number, use: (chunk: Buffer) => Promise<void>) => Promise<void>;
  /** Where in the delta the compressed bytes of the next carried file lie. */
  file: (sizeBytes: number) => Promise<Readonly<{ handle: fs.promises.FileHandle; offset: number }>>;
  /** The error for a delta that does not do what it says. */
  damaged: (why: string) => OffprintError;
  /** What was thrown while it was read or applied, as an error of ours where the delta is to blame. */
  fault: (error: unknown) => unknown;
  close: () => void;
}>;

/** @throws OffprintError `usage` when it is no delta, `integrity` when it is damaged; so do its functions */
export async function readDelta(file: string): Promise<DeltaReader> {
  const damaged = (why: string, cause?: unknown): OffprintError =>
    new OffprintError(
      'integrity',
      `${file} is damaged or was altered (${why}). Fetch the delta again from its source.`,
      cause,
    );
  const fault = (error: unknown): unknown =>
    isNoDamage(error) ? error : damaged(error instanceof Error ? error.message : String(error), error);
  const { zip, handle } = await openZip(file).catch((error: unknown) => {
    throw fault(error);
  });
  const streams: Readable[] = [];
  const close = (): void => {
    for (const stream of streams) stream.destroy();
    zip.close();
  };
  try {
    const entries = zip.eachEntry();
    let end = 0;
    /** The next entry in the archive and where its bytes begin; entries lie one behind the other. */
    const next = async (): Promise<{ entry: Entry; offset: number } | undefined> => {
      const result = await entries.next();
      if (result.done) return undefined;
      const entry = result.value;
      const { fileDataStart: offset } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      if (entry.relativeOffsetOfLocalHeader < end)
        throw damaged(`"${entry.fileName}" overlaps another entry`);
      end = offset + entry.compressedSize;
      return { entry, offset };
    };
    const named = async (name: string): Promise<Entry> => {
      const found = await next();
      if (found?.entry.fileName !== name) throw damaged(`${name} is not in the right place`);
      return found.entry;
    };
    /** For somebody who reads at once: nobody else would hear of faults. */
    const open = async (entry: Entry): Promise<Readable> => {
      const stream = await inflated(zip, entry);
      streams.push(stream);
      return stream;
    };

    const first = await next();
    if (first?.entry.fileName !== DELTA_FILE) {
      throw new OffprintError(
        'usage',
        `${file} is not an Offprint delta. Specify the base first, then the delta.`,
      );
    }
    if (first.entry.uncompressedSize > HEADER_BYTES_MAX) throw damaged('its header is too long');
    const { bytes } = await digestOf(await open(first.entry), true);
    const header = parseDeltaHeader(Buffer.concat(bytes).toString('utf8'));
    const pieces = await named(PIECES_FILE);
    const frame = await named(FRAME_FILE);
    let portions: ReturnType<typeof cursor> | undefined;

    return {
      header,
      pieces: async () => piecesOf(await open(pieces), header.counts.pieces, damaged),
      frame: async (sizeBytes, use) => {
        portions ??= cursor(await open(frame));
        if (!(await portions(sizeBytes, use))) throw damaged(`${FRAME_FILE} is too short`);
      },
      file: async (sizeBytes) => {
        const found = await next();
        if (!found?.entry.fileName.startsWith(CARRIED_FOLDER)) throw damaged('a file is missing');
        if (found.entry.compressedSize !== sizeBytes) {
          throw damaged(`"${found.entry.fileName}" is a different size than declared`);
        }
        return { handle, offset: found.offset };
      },
      damaged,
      fault,
      close,
    };
  } catch (error) {
    close();
    throw fault(error);
  }
}

/** A line may not be longer: two numbers of 15 digits. */
const LINE_MAX = 40;

async function* piecesOf(
  stream: Readable,
  count: number,
  damaged: (why: string) => OffprintError,
): AsyncGenerator<Piece> {
  let seen = 0;
  let unfinished = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (unfinished + chunk.toString('latin1')).split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines) {
      const piece = parsePiece(line);
      if (!piece || seen === count) throw damaged(`${PIECES_FILE} does not match its description`);
      seen++;
      yield piece;
    }
    if (unfinished.length > LINE_MAX) break;
  }
  if (unfinished !== '' || seen !== count) throw damaged(`${PIECES_FILE} does not match its description`);
}

/** Takes a stream apart in portions of any size. Says false when the stream ends before. */
function cursor(
  stream: Readable,
): (sizeBytes: number, use: (chunk: Buffer) => Promise<void>) => Promise<boolean> {
  const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let unread: Buffer = Buffer.alloc(0);
  return async (sizeBytes, use) => {
    for (let left = sizeBytes; left > 0; ) {
      if (unread.length === 0) {
        const result = await chunks.next();
        if (result.done) return false;
        unread = result.value;
      }
      const chunk = unread.subarray(0, left);
      unread = unread.subarray(chunk.length);
      left -= chunk.length;
      await use(chunk);
    }
    return true;
  };
}
