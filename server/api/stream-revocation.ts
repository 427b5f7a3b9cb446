import type { ServerResponse } from 'node:http';
import { whenClosed } from './when-closed.ts';

/** How long a stream may outlive the session or key that opened it. */
const STREAM_CHECK_MS = 1_000;

/**
 * Ends the answer of an open stream, of events or of a file, once its client may not read it any more.
 * @param mayGoOn whether the session or key that opened it still counts
 */
export function closeWhenUnauthorized(response: ServerResponse, mayGoOn: () => boolean): void {
  const timer = setInterval(() => {
    if (!mayGoOn()) response.destroy();
  }, STREAM_CHECK_MS).unref();
  whenClosed(response, () => clearInterval(timer));
}
