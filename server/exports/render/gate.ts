import type { CDPSession, Protocol } from 'puppeteer-core';
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
  /** What the browser itself may reach. */
  allowedHosts: readonly string[];
  /** Keeps a tab to the rules. Decides about documents, and about everything where requests are changed or answered. */
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
 * The rules of one pool. That other hosts cannot be reached at all is the browser's own doing (its command line, see
 * ../chromium/arguments.ts): here is decided what a tab does about it. Asking about every request costs a fifth of the
 * pace, so that it is done only where requests are changed.
 */
export function makeGate(
  settings: Pick<RenderSettings, 'origin' | 'assetHosts' | 'originHeaders' | 'fetchResource'>,
): Gate {
  const { fetchResource } = settings;
  const origin = new URL(settings.origin);
  const assetHosts = new Set(settings.assetHosts.map((host) => host.toLowerCase()));
  const headers = Object.entries(settings.originHeaders).map(([name, value]) => ({ name, value }));
  const emptyPage = `${origin.origin}/.offprint-empty-page`;
  const seesEverything = fetchResource !== undefined || headers.length > 0;

  const isSite = (url: string): boolean => URL.parse(url)?.origin === origin.origin;
  const isReachable = (url: string): boolean => {
    const parsed = URL.parse(url);
    if (!parsed) return false;
    if (!/^(https?|wss?):$/.test(parsed.protocol)) return /^(data|blob|about):$/.test(parsed.protocol);
    return parsed.host === origin.host || assetHosts.has(parsed.host) || assetHosts.has(parsed.hostname);
  };

  const decide = async (
    session: CDPSession,
    tab: GuardedTab,
    { requestId, request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent,
  ): Promise<void> => {
    const { url, method } = request;
    const refuse = () => session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
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
    if (!isReachable(url)) return refuse();
    if (fetchResource) {
      if (method !== 'GET' && method !== 'HEAD') return refuse();
      const answer = await fetchResource({
        url,
        method,
        headers: request.headers,
        type: resourceType.toLowerCase(),
      });
      if (!answer) return refuse();
      const { status, body } = answer;
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [...answer.headers],
        body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
      });
    }
    if (headers.length === 0 || !isSite(url)) return session.send('Fetch.continueRequest', { requestId });
    const own = new Set(headers.map(({ name }) => name.toLowerCase()));
    const sent = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()));
    return session.send('Fetch.continueRequest', {
      requestId,
      headers: [...sent.map(([name, value]) => ({ name, value })), ...headers],
    });
  };

  return {
    isReachable,
    isSite,
    emptyPage,
    allowedHosts: fetchResource ? [] : [withPort(origin), ...settings.assetHosts],
    guard: async (session, tab) => {
      session.on('Fetch.requestPaused', (event) => {
        decide(session, tab, event)
          .catch(() =>
            session.send('Fetch.failRequest', { requestId: event.requestId, errorReason: 'Failed' }),
          )
          .catch(() => {}); // the tab is gone, or the page has dropped the request
      });
      const pattern: Protocol.Fetch.RequestPattern = { urlPattern: '*' };
      if (!seesEverything) pattern.resourceType = 'Document';
      await session.send('Fetch.enable', { patterns: [pattern] });
    },
  };
}

const EMPTY_HTML = [
  { name: 'content-type', value: 'text/html' },
  { name: 'cache-control', value: 'no-store' },
];

function withPort({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
