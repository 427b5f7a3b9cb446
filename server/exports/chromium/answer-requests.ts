import type { CDPSession, Protocol } from 'puppeteer-core';
import type { FetchResource } from '../origin/fetch-resource.ts';
import { FetchError } from '../origin/http/fetched.ts';

/**
 * Answers every request of a tab with `fetchResource`, so that the browser itself uses no network
 * (docs/decisions/0026).
 */
export function answerRequests(session: CDPSession, fetchResource: FetchResource): Promise<void> {
  return stopRequests(session, (stopped) => answerRequest(stopped, fetchResource));
}

/** A paused request, with the session to send the decision to. */
export type StoppedRequest = Readonly<{ session: CDPSession; event: Protocol.Fetch.RequestPausedEvent }>;

/**
 * Pauses every request of a tab until `decide` settles. A request fails if `decide` rejects.
 * @param decide answers the request or fails it
 */
export async function stopRequests(
  session: CDPSession,
  decide: (stopped: StoppedRequest) => Promise<void>,
): Promise<void> {
  session.on('Fetch.requestPaused', (event) => {
    decide({ session, event })
      .catch((error) => {
        const { requestId } = event;
        return session.send('Fetch.failRequest', { requestId, errorReason: reasonOf(error) });
      })
      .catch(() => {}); // the tab is gone, or the page has dropped the request
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

/** Answers a request with the fetched resource; refuses it if there is none, or if the request is not a GET or HEAD. */
export async function answerRequest(
  { session, event: { requestId, request, resourceType } }: StoppedRequest,
  fetchResource: FetchResource,
): Promise<void> {
  const { url, method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const answer = isRead && (await fetchResource({ url, method, headers, type: resourceType.toLowerCase() }));
  if (!answer) return refuseRequest({ session, requestId });
  const { status, body } = answer;
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: status,
    responseHeaders: [...answer.headers],
    ...(method === 'GET' && {
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64'),
    }),
  });
}

export function refuseRequest({
  session,
  requestId,
}: Readonly<{ session: CDPSession; requestId: string }>): Promise<void> {
  return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
}

/** Maps an error to the browser's reason, which appears as `net::ERR_…`. */
function reasonOf(error: unknown): Protocol.Network.ErrorReason {
  if (!(error instanceof FetchError)) return 'Failed';
  if (error.reason === 'timeout') return 'TimedOut';
  return error.reason === 'connection' ? 'ConnectionFailed' : 'Failed';
}
