import { FetchError } from '../origin/http/fetched.ts';
import type { Source } from '../origin/source.ts';

/**
 * Whether a page is another name of the page of its folder: hosts answer `/a/` with the file `/a/index.html`. Asks the
 * origin, whatever has been acquired by now, so that the order in which pages come decides nothing.
 * @param body what the origin answers for `url`, a site path
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

/** What is no page is not looked at. */
async function drop(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break;
  return undefined;
}
