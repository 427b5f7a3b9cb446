import type { CDPSession } from 'puppeteer-core';
import {
  answerRequest,
  refuseRequest,
  type StoppedRequest,
  stopRequests,
} from '../chromium/answer-requests.ts';
import type { RenderSettings } from './options.ts';

/** Where pages may go, and who answers. */
export type Gate = Readonly<{
  /** Whether a page may load from there. */
  isReachable: (url: string) => boolean;
  /** Whether a tab may go there. */
  isSite: (url: string) => boolean;
  /**
   * A page of the site's own, with nothing in it, that a tab shows between two others. It never reaches the site.
   * Of the same site, because for `about:blank` the browser would swap processes (a fifth of the work).
   */
  emptyPage: string;
  /** Keeps a tab to the rules, and has its requests answered. */
  guard: (session: CDPSession, tab: GuardedTab) => Promise<void>;
}>;

export type GuardedTab = Readonly<{
  mainFrameId: string;
  /** Whether it is between two pages. */
  isBetween: () => boolean;
  /** Called for each document that the tab itself is sent to. False: it stays where it is. */
  mayNavigate: (url: string) => boolean;
}>;

/**
 * The rules of one pool. That nothing is reached at all is the browser's own doing (its command line, see
 * ../chromium/arguments.ts): here is decided what a tab is answered.
 */
export function makeGate({
  fetchResource,
  ...settings
}: Pick<RenderSettings, 'origin' | 'assetHosts' | 'fetchResource'>): Gate {
  const origin = new URL(settings.origin);
  const assetHosts = new Set(settings.assetHosts.map((host) => host.toLowerCase()));
  const emptyPage = `${origin.origin}/.offprint-empty-page`;

  const isSite = (url: string): boolean => URL.parse(url)?.origin === origin.origin;
  const isReachable = (url: string): boolean => {
    const parsed = URL.parse(url);
    if (!parsed) return false;
    if (!/^(https?|wss?):$/.test(parsed.protocol)) return /^(data|blob|about):$/.test(parsed.protocol);
    return parsed.host === origin.host || assetHosts.has(parsed.host) || assetHosts.has(parsed.hostname);
  };

  const decide = async (tab: GuardedTab, stopped: StoppedRequest): Promise<void> => {
    const { session, event } = stopped;
    const { requestId, request, resourceType, frameId } = event;
    const { url } = request;
    const isMain = resourceType === 'Document' && frameId === tab.mainFrameId;
    if (isMain && url === emptyPage && tab.isBetween()) {
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: EMPTY_HTML,
      });
    }
    if (isMain && (url === emptyPage || !tab.mayNavigate(url))) {
      // No content: the tab stays where it is (WHATWG HTML 7.4.5). Failed, it would show an error page; aborted, the
      // document that it has would never be done.
      return session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
    }
    if (!isReachable(url)) return refuseRequest({ session, requestId });
    return answerRequest(stopped, fetchResource);
  };

  return {
    isReachable,
    isSite,
    emptyPage,
    guard: (session, tab) => stopRequests(session, (stopped) => decide(tab, stopped)),
  };
}

const EMPTY_HTML = [
  { name: 'content-type', value: 'text/html' },
  { name: 'cache-control', value: 'no-store' },
];
