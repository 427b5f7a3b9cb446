import { expect, it } from 'vitest';
import { wrongKeyLimit } from './wrong-key-limit.ts';

it('counts all addresses of one IPv6 network as one client', () => {
  const { count } = wrongKeyLimit();
  for (let host = 1; host <= 20; host++) expect(count(`2001:db8::${host}`)).toBeUndefined();
  expect(count('2001:db8::99')).toBeGreaterThan(0);
  expect(count('2001:db8:0:1::1')).toBeUndefined();
});
