import type { CDPSession, Protocol } from 'puppeteer-core';
import type { FetchResource } from '../origin/fetch-resource.ts';
import { FetchError } from '../origin/http/fetched.ts';

/** Answers every request of a tab in the browser's place, which then reaches no network (docs/decisions/0026). */
export function answerRequests(session: CDPSession, fetchResource: FetchResource): Promise<void> {
  return stopRequests(session, (stopped) => answerRequest(stopped, fetchResource));
}

/** A request that waits for what is decided about it, with the session that hears the decision. */
export type StoppedRequest = Readonly<{ session: CDPSession; event: Protocol.Fetch.RequestPausedEvent }>;

/**
 * Stops every request of a tab until something is decided about it. What cannot be decided about fails.
 * @param decide answers a request, or has it fail
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

/** Answers a request as told; refuses it where nothing is to be said, or where it is to change something. */
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

/** Why there is no answer, in the browser's words: `net::ERR_…` of these. */
function reasonOf(error: unknown): Protocol.Network.ErrorReason {
  if (!(error instanceof FetchError)) return 'Failed';
  if (error.reason === 'timeout') return 'TimedOut';
  return error.reason === 'connection' ? 'ConnectionFailed' : 'Failed';
}
