import type { CDPSession, Protocol } from 'puppeteer-core';
import type { RequestedAsset } from './rendered-page.ts';

/** Network requests of one page. */
export type RequestLog = Readonly<{
  /** Number of pending requests that a page may be waiting for. */
  pending: () => number;
  /** Whether a given request is pending. */
  isPending: (requestId: string) => boolean;
  /** Milliseconds since a request last began or ended. */
  stillForMs: () => number;
  /** HTTP status of a document. Its request ID is its loader ID. */
  documentStatus: (loaderId: string) => number | undefined;
  assets: () => RequestedAsset[];
  /** Whether more requests were made than are listed. */
  overflowed: () => boolean;
  /** Resets the log for the next page. With `page`, document statuses are kept because the document stays. */
  clear: (of?: 'page') => void;
}>;

const MAX_LISTED = 5_000;
const MAX_URL_LENGTH = 10_000;
/** How long to wait for a worker, because no event reports that it has loaded. */
const WORKER_MS = 500;

/** Types of requests that may stay open as long as the page does, or that no page waits for. */
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
 * Logs a tab's requests. Ignores addresses that need no network (`data:`, `blob:`), and does not list the tab's own
 * documents.
 */
export function logRequests(
  session: CDPSession,
  mainFrameId: string,
  isReachable: (url: string) => boolean,
  onChange: () => void,
): RequestLog {
  let changedAt = performance.now();
  let overflowed = false;
  /** Loader ID of the requesting document, by request ID. A document's own request has its loader ID as request ID. */
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
  // If a document is left while loading, there may be no further events for its requests, including its own.
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

/**
 * Whether a request loads a worker's script: the page is only notified of its start. Workers have no document loader.
 */
function isWorker({
  type,
  loaderId,
  documentURL,
  request,
}: Protocol.Network.RequestWillBeSentEvent): boolean {
  return type === 'Script' && loaderId === '' && documentURL === request.url;
}

/** The browser requests it on its own, not because of the page. */
function isFavicon(url: string, type: string): boolean {
  return type === 'Other' && /\/favicon\.ico$/.test(url);
}
