import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import type { Connection } from './call.ts';
import { errorOf, OffprintError, unreachable } from './error.ts';
import { downloadMayPass, retries } from './retry-policy.ts';
import type { Bundle, Calls } from './types.ts';

export type DownloadOptions = Readonly<{
  signal?: AbortSignal;
  /** Called after each received chunk. */
  onProgress?: (progress: Readonly<{ doneBytes: number; sizeBytes: number }>) => void;
}>;

/** Destination of the bytes. `write` is awaited before the next chunk is requested. */
type Sink = Readonly<{
  write: (chunk: Uint8Array) => Promise<void>;
  /** Called if the digest is right. */
  finish: () => Promise<void>;
  /** Called if the data is not the bundle. */
  discard: (error: Error) => Promise<void>;
  /** Called if the download fails; a later call may continue it. */
  leave: (error: unknown) => Promise<void>;
}>;

/** See `Client.downloadBundle`. */
export async function downloadBundle(
  connection: Connection,
  calls: Pick<Calls, 'createBundleLink'>,
  bundle: Bundle,
  destination: string | WritableStream<Uint8Array>,
  options: DownloadOptions = {},
): Promise<void> {
  const hash = createHash('sha256');
  const { sink, had } =
    typeof destination === 'string'
      ? await fileSink(destination, bundle, hash)
      : { sink: streamSink(destination), had: 0 };
  try {
    await receive(connection, calls, bundle, had, hash, sink, options);
  } catch (error) {
    await sink.leave(error);
    throw error;
  }
  if (hash.digest('hex') === bundle.sha256) return sink.finish();
  const error = new OffprintError(
    'digest-mismatch',
    'The download is damaged: its SHA-256 does not match the bundle. Download it again.',
  );
  await sink.discard(error);
  throw error;
}

/** Receives the bytes from `had` to the end. Retries as long as new data arrives within `retryForMs`. */
async function receive(
  { fetch, retryForMs }: Connection,
  calls: Pick<Calls, 'createBundleLink'>,
  bundle: Bundle,
  had: number,
  hash: Hash,
  sink: Sink,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  const { jobId, sizeBytes, format, base } = bundle;
  let doneBytes = had;
  let url = bundle.bundleUrl;
  const retry = retries(retryForMs, signal);
  while (doneBytes < sizeBytes) {
    try {
      for await (const chunk of rest(fetch, url, doneBytes, signal)) {
        if (doneBytes + chunk.length > sizeBytes) {
          throw new OffprintError(
            'digest-mismatch',
            'The download is larger than the bundle. Download it again.',
          );
        }
        await sink.write(chunk);
        hash.update(chunk);
        doneBytes += chunk.length;
        retry.startOver();
        onProgress?.({ doneBytes, sizeBytes });
      }
      if (doneBytes < sizeBytes)
        throw unreachable('The download was interrupted', new Error('the response ended early'));
    } catch (error) {
      await retry.waitAfter(error, downloadMayPass);
      if (error instanceof OffprintError && error.code === 'link-expired') {
        // The new link gives the same bytes: a job has one bundle per format.
        const fresh = await calls.createBundleLink(
          { jobId, format, ...(base !== null && { base }) },
          { signal },
        );
        url = fresh.bundleUrl;
      }
    }
  }
}

/** Streams the content of a link from an offset. Sends no key, because the link alone grants access. */
async function* rest(
  fetch: Connection['fetch'],
  url: string,
  from: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const response = await fetch(url, {
    headers: { ...(from > 0 && { range: `bytes=${from}-` }), 'accept-encoding': 'identity' },
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw unreachable('The download could not start', error);
  });
  if (response.status === 403) {
    const { message, status } = await errorOf(response);
    throw new OffprintError('link-expired', message, { status });
  }
  if (!response.ok) throw await errorOf(response);
  let toSkip = response.status === 206 ? 0 : from; // a proxy may ignore Range
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw unreachable('The download was interrupted', error);
      });
      if (done) return;
      const chunk = value.subarray(Math.min(toSkip, value.length));
      toSkip -= value.length - chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * Writes to a file that gets its name once it is complete. Until then, it is next to it, named after the bundle's
 * digest.
 */
async function fileSink(
  file: string,
  { sha256, sizeBytes }: Bundle,
  hash: Hash,
): Promise<{ sink: Sink; had: number }> {
  const part = `${file}.${sha256.slice(0, 16)}.part`;
  const handle = await fs.promises.open(part, 'a+');
  let had = (await handle.stat()).size;
  if (had > sizeBytes) {
    await handle.truncate();
    had = 0;
  }
  if (had > 0) {
    for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }))
      hash.update(chunk as Buffer);
  }
  return {
    had,
    sink: {
      write: async (chunk) => {
        await handle.appendFile(chunk);
      },
      finish: async () => {
        await handle.sync();
        await handle.close();
        await fs.promises.rename(part, file);
      },
      discard: async () => {
        await handle.close();
        await fs.promises.rm(part);
      },
      leave: async () => handle.close(),
    },
  };
}

function streamSink(stream: WritableStream<Uint8Array>): Sink {
  const writer = stream.getWriter();
  return {
    write: async (chunk) => {
      await writer.ready;
      await writer.write(chunk);
    },
    finish: () => writer.close(),
    discard: (error) => writer.abort(error),
    leave: (error) => writer.abort(error),
  };
}
