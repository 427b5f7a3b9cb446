import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

const BODY_MAX_BYTES = 2 ** 20;

/** A JSON body; `value` is undefined where there was none. */
export type JsonBody = Readonly<{ bytes: Buffer; value: unknown }>;

/** True when the request brings a body (RFC 9112 §6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a JSON body.
 * @param maxBytes how long it may be
 * @throws ApiError 415 for another media type or a compressed body, 413 when it is too long, 400 when it is no JSON
 */
export async function readJson(request: IncomingMessage, maxBytes = BODY_MAX_BYTES): Promise<JsonBody> {
  if (!hasBody(request)) return { bytes: Buffer.alloc(0), value: undefined };
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return { bytes, value: undefined }; // chunks that turned out to be none
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) {
    throw new ApiError(415, 'Send the body as JSON, with the header Content-Type: application/json.');
  }
  if (/[^\s]/.test(request.headers['content-encoding'] ?? '')) {
    throw new ApiError(415, 'Send the body as it is, without Content-Encoding.');
  }
  return { bytes, value: parse(bytes) };
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong(maxBytes);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw new ApiError(400, 'The body broke off. Send the request anew.');
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
    // What the parser says quotes the body; its end is the place of the fault.
    const place = /position \d+( \(line \d+ column \d+\))?/.exec(String(error))?.[0];
    throw new ApiError(400, `The body is no JSON${place ? ` (${place})` : ''}. Check quotes and commas.`);
  }
}

/** The rest is read over: a caller that sends everything before it reads would see a broken connection otherwise. */
function tooLong(maxBytes: number): ApiError {
  return new ApiError(413, `The body is longer than ${maxBytes / 2 ** 20} MiB. Send less.`);
}
