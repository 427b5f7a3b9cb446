import type { Outcome } from '../../store/resources.ts';
import { looksLikeRoute } from '../site/site.ts';

/** What login-confirmation.ts knows of the answers of a job. */
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

const LOGIN =
  /(^|[/_.=-])(log[-_]?in|log[-_]?on|sign[-_]?in|sso|auth|oauth2?|saml2?|openid|cas|idp)([/_.?&#-]|$)/i;
