import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asOffprintError, OffprintError, systemCode } from '../errors.ts';
import { writeAll } from '../file-ranges.ts';
import { sentenceIn } from './fault-of-answer.ts';
import type { Bundle } from './wire.ts';
import type { Api } from './with-api.ts';

/** Maximum number of consecutive attempts without new data. */
const FRUITLESS_MAX = 5;
const PAUSE_MS = 1_000;
/** How much of an error response is read, in characters. */
const ANSWER_MAX = 10_000;

/**
 * Downloads a bundle to a file atomically. An interrupted download continues where it stopped, in this run or the next
 * (RFC 9110 §14, §13.1.5): received data is kept next to the file, under a name that contains the digest.
 * @param link requests a download link; called again if the previous one no longer works
 * @throws OffprintError `integrity` if the digest does not match, `unreachable`, `disk-full`, `usage`
 */
export async function download(
  api: Api,
  link: () => Promise<Bundle>,
  file: string,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<Bundle> {
  const bundle = await link();
  const { sizeBytes, sha256 } = bundle;
  let bundleUrl: string | undefined = bundle.bundleUrl;
  const partial = path.join(path.dirname(file), `.${path.basename(file)}.${sha256.slice(0, 12)}.part`);
  try {
    if (sizeOf(partial) > sizeBytes) fs.rmSync(partial);
    for (let fruitless = 0; sizeOf(partial) < sizeBytes; ) {
      const from = sizeOf(partial);
      try {
        bundleUrl ??= (await link()).bundleUrl;
        await fetchRest(api, bundleUrl, partial, from, bundle, onProgress);
        if (sizeOf(partial) <= from) throw new Broken('no more data arrived.');
      } catch (error) {
        if (!isPassing(error)) throw error;
        fruitless = sizeOf(partial) > from ? 0 : fruitless + 1;
        if (fruitless === FRUITLESS_MAX) throw error;
        await pause(PAUSE_MS * fruitless);
        bundleUrl = undefined; // it may have expired
      }
    }
    if ((await sha256Of(partial)) !== sha256) {
      fs.rmSync(partial);
      throw new OffprintError(
        'integrity',
        "The download was deleted because its SHA-256 does not match the bundle's. Run the same command again. If this happens again, something between this computer and the server is altering downloads.",
      );
    }
    fs.renameSync(partial, file);
    return bundle;
  } catch (error) {
    throw told(error, file, api, bundle.bundleUrl);
  }
}

/** Requests the missing part. @throws if the connection breaks or the response is not that part */
async function fetchRest(
  api: Api,
  url: string,
  partial: string,
  from: number,
  { sizeBytes, sha256 }: Bundle,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  const answer = await api.openLink(url, {
    'accept-encoding': 'identity',
    // If-Range: if the file is not the one begun, the server sends all of it.
    ...(from > 0 && { range: `bytes=${from}-`, 'if-range': `"${sha256}"` }),
  });
  try {
    let at = await startOf(answer, from);
    // Write each chunk at once: data still in memory when the connection breaks is lost.
    const handle = fs.openSync(partial, at === 0 ? 'w' : 'r+');
    try {
      for await (const chunk of chunksOf(answer)) {
        writeAll(handle, chunk, at);
        at += chunk.length;
        if (at > sizeBytes) break; // not this bundle: the digest check will fail
        onProgress(at, sizeBytes);
      }
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } finally {
    answer.destroy();
  }
}

/** Returns the offset in the file at which the response starts. @throws Broken if it is not a download */
async function startOf(answer: IncomingMessage, from: number): Promise<number> {
  const { statusCode = 0, headers } = answer;
  if (statusCode === 200) return 0;
  if (statusCode === 206 && headers['content-range']?.startsWith(`bytes ${from}-`)) return from;
  let text = '';
  for await (const chunk of chunksOf(answer)) if (text.length < ANSWER_MAX) text += chunk.toString();
  throw new Broken(sentenceIn(text) ?? `the server responded with HTTP ${statusCode}.`);
}

async function* chunksOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new Broken('the connection was lost.', error);
  }
}

/** An error that another attempt may fix. */
class Broken extends OffprintError {
  constructor(what: string, cause?: unknown) {
    super(
      'unreachable',
      `The bundle could not be downloaded: ${what} The part already downloaded is kept. Run the same command again to continue.`,
      cause,
    );
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof OffprintError && error.code === 'unreachable';
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function told(error: unknown, file: string, api: Api, bundleUrl: string): OffprintError {
  const fault = asOffprintError(error);
  const { origin } = new URL(bundleUrl);
  if (fault.code === 'unreachable' && !(fault instanceof Broken) && !api.name.startsWith(origin)) {
    return new OffprintError(
      'unreachable',
      `${fault.message} (The server's links point to ${origin} because of its publicUrl setting.)`,
      error,
    );
  }
  if (fault.code !== 'disk-full' && fault.code !== 'internal') return fault;
  return new OffprintError(
    fault.code === 'disk-full' ? 'disk-full' : 'usage',
    `The bundle could not be written to ${file} (${systemCode(error) ?? fault.message}). The part already downloaded is kept. Free some space or choose another location, then run the same command again.`,
    error,
  );
}
