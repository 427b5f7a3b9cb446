import { expect, it } from 'vitest';
import { meaningOfSkip } from './skip-reasons.ts';

it('a limit leaves the bundle without what it should hold; a setting does not', () => {
  for (const reason of ['page limit reached', 'depth limit reached', 'size limit reached', 'unreadable']) {
    expect(meaningOfSkip(reason).isMissing).toBe(true);
  }
  for (const reason of ['excluded', 'not included', 'hidden', 'forbidden by robots.txt']) {
    expect(meaningOfSkip(reason).isMissing).toBeUndefined();
  }
});

it('reasons of other kinds mean nothing for what is skipped', () => {
  for (const reason of [null, undefined, 'HTTP 500', 'constructor'])
    expect(meaningOfSkip(reason)).toEqual({});
});
