import type { ServerResponse } from 'node:http';
import { whenClosed } from './when-closed.ts';

/** Maximum time for which a stream may outlive the session or key that opened it. */
const STREAM_CHECK_MS = 1_000;

/**
 * Closes an open stream of events or of a file once its client is no longer authorized.
 * @param mayGoOn whether the session or key that opened it is still valid
 */
export function closeWhenUnauthorized(response: ServerResponse, mayGoOn: () => boolean): void {
  const timer = setInterval(() => {
    if (!mayGoOn()) response.destroy();
  }, STREAM_CHECK_MS).unref();
  whenClosed(response, () => clearInterval(timer));
}
