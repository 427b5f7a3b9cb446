import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

const BODY_MAX_BYTES = 2 ** 20;

/** A JSON body. `value` is undefined if the request had no body. */
export type JsonBody = Readonly<{ bytes: Buffer; value: unknown }>;

/** Bytes of each body that do not count towards the limit. */
const UNCOUNTED_BYTES = 64 * 2 ** 10;
/** Limit for all bodies being read or processed, beyond their uncounted bytes. */
const ALL_MAX_BYTES = 128 * 2 ** 20;

export type BodyRoom = Readonly<{
  /** Counts bytes of one body. @throws ApiError 503 if there is no room for them */
  take: (bytes: number) => void;
  /** Releases the bytes of the body. */
  leave: () => void;
}>;

/** Limits the memory that all request bodies use together: one key may open thousands of connections. */
export function bodyRooms(allMaxBytes = ALL_MAX_BYTES): () => BodyRoom {
  let all = 0;
  return () => {
    let own = 0;
    const counted = (): number => Math.max(0, own - UNCOUNTED_BYTES);
    return {
      take: (bytes) => {
        all -= counted();
        own += bytes;
        all += counted();
        if (all <= allMaxBytes || counted() === 0) return;
        throw new ApiError(503, 'The server is busy with other large requests. Try again in a moment.', {
          'retry-after': '10',
        });
      },
      leave: () => {
        all -= counted();
        own = 0;
      },
    };
  };
}

/** Whether the request has a body (RFC 9112 §6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a JSON body.
 * @param room counts the bytes in memory
 * @param maxBytes maximum size
 * @throws ApiError 415 for another media type or a compressed body, 413 if it is too large, 400 if it is not JSON, 503
 *   if other bodies use all the room
 */
export async function readJson(
  request: IncomingMessage,
  room: BodyRoom,
  maxBytes = BODY_MAX_BYTES,
): Promise<JsonBody> {
  if (!hasBody(request)) return { bytes: Buffer.alloc(0), value: undefined };
  const bytes = await readBytes(request, room, maxBytes);
  if (bytes.length === 0) return { bytes, value: undefined }; // an empty chunked body
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new ApiError(415, 'Send the body as JSON, with the header Content-Type: application/json.');
  }
  if (/[^\s]/.test(request.headers['content-encoding'] ?? '')) {
    throw new ApiError(415, 'Send the body uncompressed, without a Content-Encoding header.');
  }
  return { bytes, value: parse(bytes) };
}

/** Reads a binary body. @throws ApiError 415 for another media type; 413, 400 and 503 as readJson */
export async function readBinary(
  request: IncomingMessage,
  room: BodyRoom,
  maxBytes = BODY_MAX_BYTES,
): Promise<Buffer> {
  if ((request.headers['content-type'] ?? '').trim().toLowerCase() !== 'application/octet-stream') {
    throw new ApiError(415, 'Send the bytes with the header Content-Type: application/octet-stream.');
  }
  return readBytes(request, room, maxBytes);
}

async function readBytes(request: IncomingMessage, room: BodyRoom, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong(maxBytes);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
      room.take(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) {
      request.resume();
      throw error;
    }
    throw new ApiError(400, 'The connection closed before the whole body arrived. Send the request again.');
  }
  if (sizeBytes <= maxBytes) return Buffer.concat(chunks);
  request.resume();
  throw tooLong(maxBytes);
}

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError(400, 'The body is not UTF-8. Send JSON in UTF-8.');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // The parser's message quotes the body, so only the position at its end is reported.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec(String(error))?.[0];
    throw new ApiError(
      400,
      `The body is not valid JSON${place ? ` (${place})` : ''}. Check the quotes and commas.`,
    );
  }
}

/**
 * Error 413. Callers discard the rest of the body: otherwise, a client that sends everything before reading would see a
 * broken connection.
 */
function tooLong(maxBytes: number): ApiError {
  return new ApiError(413, `The body is larger than ${maxBytes / 2 ** 20} MiB. Send a smaller one.`);
}
