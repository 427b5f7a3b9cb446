import { describe, expect, it } from 'vitest';
import { cronOf, draftOf, usualDraft } from './schedule-draft.ts';

describe('a schedule as people choose it', () => {
  it.each([
    ['0 * * * *', 'hourly'],
    ['30 2 * * *', 'daily'],
    ['5 14 * * 1-5', 'weekdays'],
    ['0 0 * * 0', 'weekly'],
    ['*/10 2 * * *', 'cron'],
    ['30 2 1 * *', 'cron'],
  ])('%s is read as %s and written the same', (cron, repeat) => {
    expect(draftOf(cron).repeat).toBe(repeat);
    expect(cronOf(draftOf(cron))).toBe(cron);
  });

  it('of a weekday has its number and its time', () => {
    expect(cronOf({ ...usualDraft, repeat: 'weekly', day: 3, time: '07:05' })).toBe('5 7 * * 3');
  });
});
