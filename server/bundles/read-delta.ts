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

/** Forward-only reader of a delta. Uses little memory whatever the delta contains. */
export type DeltaReader = Readonly<{
  header: DeltaHeader;
  /** Yields the pieces, exactly as many as the header declares. */
  pieces: () => Promise<AsyncGenerator<Piece>>;
  /** Passes the next bytes of the frame to `use`. */
  frame: (sizeBytes: number, use: (chunk: Buffer) => Promise<void>) => Promise<void>;
  /** Locates the compressed bytes of the next carried file in the delta. */
  file: (sizeBytes: number) => Promise<Readonly<{ handle: fs.promises.FileHandle; offset: number }>>;
  /** Creates the error for a delta that contradicts its own declarations. */
  damaged: (why: string) => OffprintError;
  /** Converts an error of reading or applying the delta into an OffprintError if the delta is to blame. */
  fault: (error: unknown) => unknown;
  close: () => void;
}>;

/**
 * @throws OffprintError `usage` if it is not a delta, `integrity` if it is damaged; the returned functions throw the
 *   same
 */
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
    /** Returns the next entry and the offset of its data; entries must not overlap. */
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
    /** Opens an entry. The caller must start reading immediately: until then, errors of the stream go unnoticed. */
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

/** Maximum length of a line: two numbers of 15 digits. */
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

/** Reads a stream in portions of any size. Resolves with false if the stream ends too early. */
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
