import { type Store, transact } from '../../store/database.ts';
import { readObject } from '../../store/objects.ts';
import type { Frontier } from '../../store/resources.ts';
import { FetchError, type Fetched } from '../origin/http/fetched.ts';
import { loginRequired } from '../origin/live-survey.ts';
import type { Source } from '../origin/source.ts';
import type { Rendering } from '../render/rendering.ts';
import { absoluteUrl } from '../site/site.ts';
import { type Answer, asksPassword, type LoginWatch, wallOf } from './login-detection.ts';

const WINDOW = 12;
const GOOD_PAGES = 3;

/**
 * Detects when an origin asks for a login instead of answering. These responses count as login walls: 401, 403, a
 * redirect to an address that looks like a login, or the same page with a password field in place of different pages.
 * A few pages may well need a login of their own. Only if most responses are walls is there a *suspicion*, which
 * `confirmWall` checks by requesting pages again that were answered before.
 */
export function loginWatch(): LoginWatch {
  let window: boolean[] = [];
  /** Pages that were answered normally, and whether they have a password field, as pages may. */
  const pages = new Map<string, boolean>();
  let good: string[] = [];
  /** URLs that returned the same page with a password field, by object. */
  const forms = new Map<string, string[]>();
  const walls = new Map<string, string>();

  const sameForm = (url: string, { asksPassword, object }: Answer): boolean => {
    if (!asksPassword || !object) return false;
    const others = (forms.get(object) ?? []).filter((other) => other !== url);
    forms.set(object, [...others, url]);
    for (const other of others) {
      walls.set(other, SAME_FORM);
      pages.delete(other); // it counted as a page until the same form came again
    }
    return others.length > 0;
  };

  return {
    observe: (url, answer) => {
      const how = wallOf(answer) ?? (sameForm(url, answer) ? SAME_FORM : undefined);
      // A page that is fetched and then rendered is observed twice: its latest answer counts.
      pages.delete(url);
      walls.delete(url);
      if (how === undefined && answer.kind !== 'page') return false;
      if (how !== undefined) walls.set(url, how);
      else {
        pages.set(url, answer.asksPassword);
        good = [url, ...good].slice(0, GOOD_PAGES);
      }
      window = [...window, how !== undefined].slice(-WINDOW);
      return window.length === WINDOW && window.filter(Boolean).length > WINDOW / 2;
    },
    isSuspiciousAtEnd: (pagesOfJob) => {
      const [only] = pages;
      if (pagesOfJob === 1 && only?.[1]) {
        walls.set(only[0], 'shows nothing but a login page');
        pages.delete(only[0]);
      }
      return walls.size > pages.size;
    },
    goodPages: () => good.filter((url) => !walls.has(url)),
    dismiss: () => {
      window = [];
      walls.clear();
    },
    walls: () => ({ urls: [...walls.keys()], how: [...walls.values()].at(-1) ?? '' }),
  };
}

const SAME_FORM = 'shows the same login page in place of other pages';

export type WallContext = Readonly<{
  dataFolder: string;
  store: Store;
  frontier: Frontier;
  source: Source;
  rendering: Rendering;
  signal: AbortSignal;
}>;

/** The origin asks for a login instead of answering. */
export class WallError extends Error {
  readonly watch: LoginWatch;

  constructor(watch: LoginWatch) {
    super('the origin asks for a login');
    this.watch = watch;
  }
}

/**
 * Checks a suspicion by requesting pages again that were answered before, in this run or an earlier one. If they are
 * still answered, the other pages need a login of their own.
 * @throws WallError if the origin answers with a login, or no page was answered before: the job has to wait
 *   (`askAgain`)
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

/** Whether a page is now answered with a login, when it is fetched or rendered as it was when acquired. */
async function isWall(context: WallContext, url: string): Promise<boolean> {
  const { dataFolder, frontier } = context;
  const { object, renderMode } = frontier.find(url) ?? {};
  const answer = await (renderMode === 'rendered' ? shownNow(context, url) : fetchedNow(context, url));
  if (!answer) return false;
  if (wallOf(answer) !== undefined) return true;
  const askedBefore = object ? asksPassword(readObject(dataFolder, object).toString('latin1')) : false;
  return asksPassword(answer.html) && !askedBefore;
}

/** Current response for a page; undefined if there is none. */
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

/** Requeues the pages that were answered with a login, and returns the error that makes the job wait. */
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
