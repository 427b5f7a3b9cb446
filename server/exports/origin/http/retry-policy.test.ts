import { describe, expect, it } from 'vitest';
import { FetchError } from './fetched.ts';
import { retryAfter, retryPolicy } from './retry-policy.ts';
import { conditionsFor, validatorFrom } from './validator.ts';

const { signal } = new AbortController();
const quick = { budgetMs: 5000, firstPauseMs: 1 };

function answers(...list: (number | FetchError | { status: number; headers: Record<string, string> })[]) {
  const times: number[] = [];
  const get = async () => {
    times.push(performance.now());
    const next = list[Math.min(times.length, list.length) - 1] ?? 200;
    if (next instanceof Error) throw next;
    return typeof next === 'number' ? { status: next, headers: {} } : next;
  };
  return { get, times };
}

describe('patience', () => {
  it('tries again what may pass, four times in all', async () => {
    const broken = answers(500, new FetchError('connection', 'x'), new FetchError('truncated', 'x'), 200);
    expect(await retryPolicy(quick)(broken.get, signal)).toMatchObject({ status: 200 });
    const failing = answers(503);
    await expect(retryPolicy(quick)(failing.get, signal)).rejects.toMatchObject({ reason: 'server error' });
    expect(failing.times).toHaveLength(4);
  });

  it.each(['too large', 'too slow', 'undecodable', 'tls', 'refused address'] as const)(
    'does not try again what stays: %s',
    async (reason) => {
      const failing = answers(new FetchError(reason, 'x'));
      await expect(retryPolicy(quick)(failing.get, signal)).rejects.toMatchObject({ reason });
      expect(failing.times).toHaveLength(1);
    },
  );

  it('waits as long as it is asked to, and lets nobody pass meanwhile', async () => {
    const get = retryPolicy(quick);
    const busy = answers({ status: 429, headers: { 'retry-after': '1' } }, 200);
    const other = answers(200);
    const waiting = get(busy.get, signal);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([waiting, get(other.get, signal)]);
    expect((busy.times[1] ?? 0) - (busy.times[0] ?? 0)).toBeGreaterThan(990);
    expect((other.times[0] ?? 0) - (busy.times[0] ?? 0)).toBeGreaterThan(990);
  });

  it('gives up at once what asks for longer than there is', async () => {
    const busy = answers({ status: 429, headers: { 'retry-after': '60' } });
    await expect(retryPolicy(quick)(busy.get, signal)).rejects.toMatchObject({ reason: 'busy' });
    expect(busy.times).toHaveLength(1);
  });

  it('is not without end towards who asks for no time at all', async () => {
    const busy = answers({ status: 429, headers: { 'retry-after': '0' } });
    await expect(retryPolicy({ budgetMs: 300, firstPauseMs: 1 })(busy.get, signal)).rejects.toMatchObject({
      reason: 'busy',
    });
    expect(busy.times.length).toBeLessThan(20);
  });

  it('ends when nobody answers any more, and not while somebody does', async () => {
    const get = retryPolicy({ budgetMs: 0, firstPauseMs: 1 });
    const gone = answers(new FetchError('connection', 'Nothing is listening'));
    for (let count = 0; count < 11; count++)
      await expect(get(gone.get, signal)).rejects.toBeInstanceOf(FetchError);
    await get(answers(404).get, signal);
    for (let count = 0; count < 11; count++)
      await expect(get(gone.get, signal)).rejects.toBeInstanceOf(FetchError);
    await expect(get(gone.get, signal)).rejects.toMatchObject({ code: 'origin-unreachable' });
  });
});

it.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['Sat, 21 Nov 2026 00:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After %s', (value, expected) => {
  expect(retryAfter(value, Date.parse('2026-11-21T00:00:00Z'))).toBe(expected);
});

describe('a validator', () => {
  const nowMs = Date.parse('2026-11-21T12:00:00Z');

  it('is an ETag, and a time where a later change would show', () => {
    const old = 'Sat, 21 Nov 2026 11:58:00 GMT';
    const validator = validatorFrom({ etag: 'W/"x"', 'last-modified': old }, nowMs);
    expect(conditionsFor(validator)).toEqual({ 'if-none-match': 'W/"x"', 'if-modified-since': old });
  });

  it.each([
    ['within the last minute', { 'last-modified': 'Sat, 21 Nov 2026 11:59:30 GMT' }],
    [
      'within a minute by the clock of the server',
      { 'last-modified': 'Sat, 21 Nov 2026 11:50:00 GMT', date: 'Sat, 21 Nov 2026 11:50:10 GMT' },
    ],
    ['no time', { 'last-modified': 'yesterday' }],
  ])('is no time %s', (_what, headers) => {
    expect(validatorFrom(headers, nowMs)).toBe(undefined);
  });

  it('of nothing asks nothing', () => {
    expect(conditionsFor(validatorFrom({}, nowMs))).toEqual({});
  });
});
