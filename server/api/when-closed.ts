import type { ServerResponse } from 'node:http';

/**
 * Runs `action` once a response has closed, for whatever reason; at once if it has closed already, since `close` is emitted
 * only once.
 */
export function whenClosed(response: ServerResponse, action: () => void): void {
  if (response.closed) action();
  else response.once('close', action);
}
