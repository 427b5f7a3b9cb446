import type { ServerResponse } from 'node:http';

/**
 * Runs `action` once a response has closed for any reason, or at once if it already has, because `close` is emitted
 * only once.
 */
export function whenClosed(response: ServerResponse, action: () => void): void {
  if (response.closed) action();
  else response.once('close', action);
}
