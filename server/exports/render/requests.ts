import type { CDPSession, Protocol } from 'puppeteer-core';
import type { RequestedAsset } from './rendered-page.ts';

/** What one page asks the network for. */
export type RequestLog = Readonly<{
  /** Requests under way that a page may wait for. */
  pending: () => number;
  /** Whether a certain one is. */
  isPending: (requestId: string) => boolean;
  /** Milliseconds since a request began or ended. */
  stillForMs: () => number;
  /** HTTP status of a document; the request for it has the name of its loader. */
  documentStatus: (loaderId: string) => number | undefined;
  assets: () => RequestedAsset[];
  /** More were made than are listed. */
  overflowed: () => boolean;
  /** Begins anew, for the next page; what the document itself was answered is kept where that stays. */
  clear: (of?: 'page') => void;
}>;

const MAX_LISTED = 5_000;
const MAX_URL_LENGTH = 10_000;
/** What a worker is waited for: nothing says when it is there. */
const WORKER_MS = 500;

/** Streams and reports go on for as long as a page is open; nothing in it waits for them. */
const ENDLESS: ReadonlySet<string> = new Set([
  'EventSource',
  'WebSocket',
  'Media',
  'Ping',
  'Preflight',
  'Prefetch',
  'CSPViolationReport',
]);

/**
 * Listens to a tab's requests. Addresses that are no network (`data:`, `blob:`) are left out, and not listed are the
 * documents of the tab itself.
 */
export function logRequests(
  session: CDPSession,
  mainFrameId: string,
  isReachable: (url: string) => boolean,
  onChange: () => void,
): RequestLog {
  let changedAt = performance.now();
  let overflowed = false;
  /** With the loader of the document that asked; a document's own request has that name too. */
  const pending = new Map<string, string>();
  let shown: string | undefined;
  const byRequest = new Map<string, string>();
  const listed = new Map<string, RequestedAsset>();
  const statuses = new Map<string, number>();

  const changed = (): void => {
    changedAt = performance.now();
    onChange();
  };
  const list = (url: string, asset: Partial<RequestedAsset>): void => {
    const known = listed.get(url);
    if (url.length > MAX_URL_LENGTH || (!known && listed.size >= MAX_LISTED)) overflowed = true;
    else listed.set(url, { url, type: 'other', status: 0, ...known, ...asset });
  };
  const end = (requestId: string): void => {
    if (pending.delete(requestId)) changed();
  };

  session.on('Network.requestWillBeSent', (event: Protocol.Network.RequestWillBeSentEvent) => {
    const { requestId, loaderId, request, type = 'Other', frameId, redirectResponse } = event;
    if (!/^https?:/.test(request.url) || isFavicon(request.url, type)) return;
    if (type !== 'Document' || frameId !== mainFrameId) {
      if (redirectResponse) list(redirectResponse.url, { status: redirectResponse.status });
      list(request.url, { type: type.toLowerCase() });
      if (listed.has(request.url)) byRequest.set(requestId, request.url);
    }
    if (ENDLESS.has(type)) return;
    pending.set(requestId, loaderId);
    if (isWorker(event)) setTimeout(() => end(requestId), WORKER_MS).unref();
    changed();
  });
  // Of what a document has asked for that is left in the middle of it, its own request included, nothing may be heard.
  session.on('Page.frameNavigated', ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id !== mainFrameId || frame.loaderId === shown) return;
    for (const [requestId, loaderId] of pending) if (loaderId === shown) end(requestId);
    shown = frame.loaderId;
  });
  session.on('Network.webSocketCreated', ({ url }: Protocol.Network.WebSocketCreatedEvent) => {
    list(url, { type: 'websocket', ...(!isReachable(url) && { failure: 'refused' }) });
  });
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Document') statuses.set(requestId, response.status);
    const url = byRequest.get(requestId);
    if (url !== undefined) list(url, { type: type.toLowerCase(), status: response.status });
  });
  session.on('Network.loadingFinished', ({ requestId }) => end(requestId));
  session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
    const url = byRequest.get(requestId);
    end(requestId);
    if (url === undefined) return;
    const failure = isReachable(url) ? errorText : 'refused';
    if (!canceled || failure === 'refused') list(url, { failure });
  });

  return {
    pending: () => pending.size,
    isPending: (requestId) => pending.has(requestId),
    stillForMs: () => performance.now() - changedAt,
    documentStatus: (loaderId) => statuses.get(loaderId),
    assets: () => [...listed.values()],
    overflowed: () => overflowed,
    clear: (of) => {
      pending.clear();
      byRequest.clear();
      listed.clear();
      if (of === undefined) statuses.clear();
      overflowed = false;
      changedAt = performance.now();
    },
  };
}

/** The script that a worker is made of: the page hears of its beginning only. Workers have no loader of documents. */
function isWorker({
  type,
  loaderId,
  documentURL,
  request,
}: Protocol.Network.RequestWillBeSentEvent): boolean {
  return type === 'Script' && loaderId === '' && documentURL === request.url;
}

/** The browser asks for it by itself: that is not the page's doing. */
function isFavicon(url: string, type: string): boolean {
  return type === 'Other' && /\/favicon\.ico$/.test(url);
}
