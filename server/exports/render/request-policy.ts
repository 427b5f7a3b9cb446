import type { CDPSession } from 'puppeteer-core';
import {
  answerRequest,
  refuseRequest,
  type StoppedRequest,
  stopRequests,
} from '../chromium/answer-requests.ts';
import type { RenderSettings } from './options.ts';

/** Decides which hosts pages may reach, and responds to their requests. */
export type Gate = Readonly<{
  /** Whether pages may load from this address. */
  isReachable: (url: string) => boolean;
  /** Whether a tab may navigate to this address. */
  isSite: (url: string) => boolean;
  /**
   * Address of an empty page of the site's origin, which a tab shows between two pages. It is never requested from the
   * site. It shares the site's origin because the browser would swap processes for `about:blank` (a fifth of the work).
   */
  emptyPage: string;
  /** Applies the rules to a tab and responds to its requests. */
  guard: (session: CDPSession, tab: GuardedTab) => Promise<void>;
}>;

export type GuardedTab = Readonly<{
  mainFrameId: string;
  /** Whether the tab is between two pages. */
  isBetween: () => boolean;
  /** Called for each document that the tab navigates to. If false, the tab stays where it is. */
  mayNavigate: (url: string) => boolean;
}>;

/**
 * Creates the rules of one pool. The browser itself blocks all network access (its command line, see
 * ../chromium/arguments.ts); these rules decide how a tab's requests are answered.
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
      // With 204 No Content, the tab stays where it is (WHATWG HTML 7.4.5). A failed request would show an error page;
      // after an aborted one, the current document would never finish loading.
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
