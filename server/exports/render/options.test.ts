import { expect, test } from 'vitest';
import { timeoutsWithin } from './options.ts';

test('pages that may take longer have longer for their controls, and others no less than they need', () => {
  expect(timeoutsWithin(45_000).statesMs).toBe(20_000);
  expect(timeoutsWithin(180_000).statesMs).toBe(20_000);
  expect(timeoutsWithin(8_000).statesMs).toBe(4_000);
});
