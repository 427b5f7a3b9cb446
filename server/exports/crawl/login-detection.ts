import type { Outcome } from '../../store/resources.ts';
import { looksLikeRoute } from '../site/site.ts';

/** Tracks login walls among the responses of a job (login-confirmation.ts). */
export type LoginWatch = Readonly<{
  /** Records a response. Returns whether most of the recent responses were login walls. */
  observe: (url: string, answer: Answer) => boolean;
  /**
   * Whether most of all responses were walls, or the only page has a password field.
   * @param pages number of pages of the job, including those acquired earlier
   */
  isSuspiciousAtEnd: (pages: number) => boolean;
  /** Pages that were answered normally, latest first. */
  goodPages: () => readonly string[];
  /** Drops the suspicion: these pages need a login of their own. */
  dismiss: () => void;
  /** URLs to request again, and a sentence fragment that describes how the origin answered. */
  walls: () => Readonly<{ urls: readonly string[]; how: string }>;
}>;

export type Answer = Pick<Outcome, 'httpStatus' | 'kind' | 'object'> &
  Readonly<{
    /** Absolute target of a redirect. */
    target?: string | undefined;
    asksPassword: boolean;
  }>;

/** Describes how a response asks for a login; undefined if it does not. */
export function wallOf({ httpStatus, target }: Pick<Answer, 'httpStatus' | 'target'>): string | undefined {
  if (httpStatus === 401) return 'asks for a user name and password (401)';
  if (httpStatus === 403) return 'refuses access (403)';
  if (target === undefined) return undefined;
  const { host, pathname, search, hash } = new URL(target);
  const route = looksLikeRoute(hash) ? hash : '';
  if (!LOGIN.test(pathname + search) && !LOGIN.test(route)) return undefined;
  return `redirects to ${host}${pathname}${route.replace(/\?.*/s, '')}`;
}

/** Whether a page has a password field. */
export function asksPassword(html: string): boolean {
  // Only part of the word: engines search for up to six characters nearly twice as fast.
  if (!html.includes('passwo')) return false;
  // Tag by tag: a single expression would scan the rest of the page again at every unclosed tag.
  for (const [tag] of html.matchAll(/<input\b[^>]*/gi)) {
    if (/\btype\s*=\s*["']?password\b/i.test(tag)) return true;
  }
  return false;
}

const LOGIN =
  /(^|[/_.=-])(log[-_]?in|log[-_]?on|sign[-_]?in|sso|auth|oauth2?|saml2?|openid|cas|idp)([/_.?&#-]|$)/i;
