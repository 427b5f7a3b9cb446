import { exchange, urlOf } from './exchange.ts';
import type { ModelServer } from './server.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Fetches a small JSON document from a model server. `value` is undefined if the response is not JSON.
 * @throws ModelError if the server cannot be reached; the signal's reason if it was aborted
 */
export async function getJson(
  server: ModelServer,
  path: string,
  options: Readonly<{ from: 'v1' | 'root'; signal: AbortSignal; post?: unknown }>,
): Promise<{ status: number; value: unknown }> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let status = 0;
  await exchange(
    server,
    {
      method: options.post === undefined ? 'GET' : 'POST',
      url: urlOf(server, path, options.from),
      accept: 'application/json',
      ...(options.post !== undefined && { body: JSON.stringify(options.post) }),
    },
    {
      head: (head) => {
        status = head.status;
      },
      chunk: (bytes) => {
        sizeBytes += bytes.length;
        if (sizeBytes <= MAX_BYTES) chunks.push(bytes);
      },
    },
    options.signal,
  );
  try {
    return { status, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch {
    return { status, value: undefined };
  }
}
