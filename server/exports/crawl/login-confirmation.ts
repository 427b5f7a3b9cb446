import { type Store, transact } from '../../store/database.ts';
import { readObject } from '../../store/objects.ts';
import type { Frontier } from '../../store/resources.ts';
import { FetchError, type Fetched } from '../origin/http/fetched.ts';
import { loginRequired } from '../origin/live-survey.ts';
import type { Source } from '../origin/source.ts';
import type { Rendering } from '../render/rendering.ts';
import { absoluteUrl } from '../site/site.ts';
import { asksPassword, type LoginWatch, wallOf } from './login-detection.ts';

export type WallContext = Readonly<{
  dataFolder: string;
  store: Store;
  frontier: Frontier;
  source: Source;
  rendering: Rendering;
  signal: AbortSignal;
}>;

/** The origin asks who is there instead of answering. */
export class WallError extends Error {
  readonly watch: LoginWatch;

  constructor(watch: LoginWatch) {
    super('the origin asks for a login');
    this.watch = watch;
  }
}

/**
 * Asks again for pages that were answered before, in this run or an earlier one: when they still are, the others need a
 * login for themselves.
 */
export async function confirmWall(context: WallContext, watch: LoginWatch): Promise<void> {
  const good = watch.goodPages();
  const asked = good.length > 0 ? good : earlierPages(context, watch);
  for (const url of asked) if (await isWall(context, url)) throw new WallError(watch);
  if (asked.length === 0) throw new WallError(watch);
  watch.dismiss();
}

function earlierPages({ frontier }: WallContext, watch: LoginWatch): string[] {
  const walls = new Set(watch.walls().urls);
  const pages = frontier.all({ status: 'done', kind: 'page' }).filter(({ url }) => !walls.has(url));
  return [...pages.take(3)].map(({ url }) => url);
}

/** Whether a page is answered by a login now, in the way in which it was acquired. */
async function isWall(context: WallContext, url: string): Promise<boolean> {
  const { dataFolder, frontier } = context;
  const { object, renderMode } = frontier.find(url) ?? {};
  const answer = await (renderMode === 'rendered' ? shownNow(context, url) : fetchedNow(context, url));
  if (!answer) return false;
  if (wallOf(answer) !== undefined) return true;
  const askedBefore = object ? asksPassword(readObject(dataFolder, object).toString('latin1')) : false;
  return asksPassword(answer.html) && !askedBefore;
}

/** How a page is answered; undefined when it is not. */
type AnswerNow = Readonly<{ httpStatus: number; target: string | undefined; html: string }> | undefined;

async function shownNow({ rendering, signal, source }: WallContext, url: string): Promise<AnswerNow> {
  const page = await rendering.sample(url);
  signal.throwIfAborted();
  if (page.outcome === 'failed') return undefined;
  const isThere = page.finalUrl === absoluteUrl(source.site.origin, url);
  const target = isThere ? undefined : page.finalUrl;
  return { httpStatus: page.status, target, html: page.html.toString('latin1') };
}

async function fetchedNow({ signal, source }: WallContext, url: string): Promise<AnswerNow> {
  const answer = await source.fetch(url, { keep: nothing, signal }).catch(ignoreFetchError);
  if (!answer) return undefined;
  const { status, location, body } = answer;
  const target = location && URL.parse(location, absoluteUrl(source.site.origin, url))?.href;
  return {
    httpStatus: status,
    target: target || undefined,
    html: Buffer.isBuffer(body) ? body.toString('latin1') : '',
  };
}

/** What was answered by a login is no content: it is asked for again when the job goes on. */
export function askAgain({ store, frontier, source: { site } }: WallContext, watch: LoginWatch): Error {
  const { urls, how } = watch.walls();
  transact(store, () => {
    for (const url of urls) frontier.requeue(url);
  });
  return loginRequired(new URL(site.origin), how);
}

async function nothing(chunks: AsyncIterable<Buffer>): Promise<undefined> {
  for await (const _chunk of chunks) break; // a long page is not a login
  return undefined;
}

function ignoreFetchError(error: unknown): Fetched<undefined> | undefined {
  if (error instanceof FetchError) return undefined;
  throw error;
}
