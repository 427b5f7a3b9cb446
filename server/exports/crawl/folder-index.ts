import { FetchError } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';

/**
 * Whether a page is a duplicate of its folder's index: hosts serve `/a/index.html` for `/a/`. Always asks the origin,
 * whatever has been acquired by now, so that the result does not depend on the order of the crawl.
 * @param body response body for `url`, a site path
 */
export async function isFolderIndex(
  { fetch, scope }: Pick<Source, 'fetch' | 'scope'>,
  url: string,
  body: Buffer,
  signal: AbortSignal,
): Promise<boolean> {
  const folder = /^\/(?:.*\/)?(?=index\.html$)/.exec(url)?.[0];
  if (folder === undefined || scope.skipReason(folder, true) !== undefined) return false;
  try {
    const answer = await fetch(folder, { keep: drop, signal });
    return answer.status === 200 && Buffer.isBuffer(answer.body) && answer.body.equals(body);
  } catch (error) {
    if (error instanceof FetchError) return false;
    throw error;
  }
}

/** Discards a streamed body. Pages are always buffered. */
async function drop(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break;
  return undefined;
}
