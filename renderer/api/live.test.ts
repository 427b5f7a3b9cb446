import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFault } from './api-fault.ts';
import type { Send } from './client.ts';
import { liveOverHttp } from './live.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['tries again every second while nobody answers', 0, 6],
  ['tries again after an error of the server', 503, 6],
  ['does not try again after a 401: only a new login helps', 401, 1],
])('%s', async (_what, status, attempts) => {
  const send = vi.fn<Send['send']>(() => Promise.reject(new ApiFault(status, 'Refused.')));
  const end = liveOverHttp(send).follow({ connected: () => {} });
  await vi.advanceTimersByTimeAsync(5500);
  end();
  expect(send).toHaveBeenCalledTimes(attempts);
});
