import type { ServerResponse } from 'node:http';

/**
 * Does something once an answer has ended, however that was: at once where its client has gone already, which is not told
 * a second time.
 */
export function whenClosed(response: ServerResponse, action: () => void): void {
  if (response.closed) action();
  else response.once('close', action);
}
