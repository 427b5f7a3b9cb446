import type { Outcome } from '../../store/resources.ts';
import { looksLikeRoute } from '../site/site.ts';

/**
 * Notices when an origin asks who is there instead of answering. Walls are: 401, 403, a redirect to an address that
 * looks like a login, or the same page with a field for a password in the place of different ones. Single pages may
 * well need a login: only when most do is there a *suspicion*, which is confirmed by asking again for a page that was
 * answered before.
 */
export type LoginWatch = Readonly<{
  /** True when most of the last answers were walls. */
  observe: (url: string, answer: Answer) => boolean;
  /**
   * Whether most of all answers were, or the only page there is asks for a password.
   * @param pages of the job, those that were acquired before among them
   */
  isSuspiciousAtEnd: (pages: number) => boolean;
  /** Pages that were answered as they should, the latest first. */
  goodPages: () => readonly string[];
  /** The suspicion was wrong: these pages need a login for themselves. */
  dismiss: () => void;
  /** What is to be asked for again, and a part of a sentence that says how the origin answered. */
  walls: () => Readonly<{ urls: readonly string[]; how: string }>;
}>;

export type Answer = Pick<Outcome, 'httpStatus' | 'kind' | 'object'> &
  Readonly<{
    /** Where a redirect leads, absolute. */
    target?: string | undefined;
    asksPassword: boolean;
  }>;

const WINDOW = 12;
const GOOD_PAGES = 3;

export function loginWatch(): LoginWatch {
  let window: boolean[] = [];
  /** Answered as they should: whether they ask for a password, as pages may. */
  const pages = new Map<string, boolean>();
  let good: string[] = [];
  /** By object: where the same page with a password field was found. */
  const forms = new Map<string, string[]>();
  const walls = new Map<string, string>();

  const sameForm = (url: string, { asksPassword, object }: Answer): boolean => {
    if (!asksPassword || !object) return false;
    const others = (forms.get(object) ?? []).filter((other) => other !== url);
    forms.set(object, [...others, url]);
    for (const other of others) walls.set(other, SAME_FORM);
    return others.length > 0;
  };

  return {
    observe: (url, answer) => {
      const how = wallOf(answer) ?? (sameForm(url, answer) ? SAME_FORM : undefined);
      pages.delete(url); // one that was fetched, and then shown by a browser, is observed twice
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

/** How an answer that is no content asks who is there; undefined when it does not. */
export function wallOf({ httpStatus, target }: Pick<Answer, 'httpStatus' | 'target'>): string | undefined {
  if (httpStatus === 401) return 'asks for a user name and password (401)';
  if (httpStatus === 403) return 'refuses access (403)';
  if (target === undefined) return undefined;
  const { host, pathname, search, hash } = new URL(target);
  const route = looksLikeRoute(hash) ? hash : '';
  if (!LOGIN.test(pathname + search) && !LOGIN.test(route)) return undefined;
  return `redirects to ${host}${pathname}${route.replace(/\?.*/s, '')}`;
}

/** Whether a page has a field for a password. */
export function asksPassword(html: string): boolean {
  // Not all of the word: engines look for up to six characters nearly twice as fast.
  if (!html.includes('passwo')) return false;
  // Tag by tag: one expression for both would read the rest of the page again at each tag that is not closed.
  for (const [tag] of html.matchAll(/<input\b[^>]*/gi)) {
    if (/\btype\s*=\s*["']?password\b/i.test(tag)) return true;
  }
  return false;
}

const SAME_FORM = 'shows the same login page in place of other pages';

const LOGIN =
  /(^|[/_.=-])(log[-_]?in|log[-_]?on|sign[-_]?in|sso|auth|oauth2?|saml2?|openid|cas|idp)([/_.?&#-]|$)/i;
