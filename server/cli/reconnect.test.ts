import { expect, it } from 'vitest';
import { OffprintError } from '../errors.ts';
import { faultOfAnswer } from './fault-of-answer.ts';
import { openReconnect } from './reconnect.ts';

const refused = new OffprintError('unreachable', 'Nothing listens there.');
const starting = faultOfAnswer(503, {}, '{"error":"The server is starting up."}', {
  name: 'http://127.0.0.1:1',
} as Parameters<typeof faultOfAnswer>[3]);

it('gives up on a server that has been away for 20 seconds, counted from when it was last reached', () => {
  let ms = 0;
  const reconnect = openReconnect(() => ms);
  expect(reconnect.isLost(refused)).toBe(false);
  ms = 19_000;
  reconnect.reached();
  expect(reconnect.isLost(refused)).toBe(false);
  ms = 39_001;
  expect(reconnect.isLost(refused)).toBe(true);
});

it('waits for a server that answers that it is starting up, as long as that takes', () => {
  let ms = 0;
  const reconnect = openReconnect(() => ms);
  expect(starting.code).toBe('unreachable');
  for (ms = 0; ms < 120_000; ms += 15_000) expect(reconnect.isLost(starting)).toBe(false);
  expect(reconnect.isLost(refused)).toBe(false);
});
