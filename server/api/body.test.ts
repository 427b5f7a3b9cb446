import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { bodyRooms, readJson } from './body.ts';

const MIB = 2 ** 20;

function requestOf(sizeBytes: number): IncomingMessage {
  const stream = Readable.from([Buffer.from('"'), Buffer.alloc(sizeBytes - 2, 'a'), Buffer.from('"')]);
  const headers = { 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

it('bodies of many requests have bounded room together, short ones always', async () => {
  const roomForBody = bodyRooms(2 * MIB);
  const rooms = [roomForBody(), roomForBody(), roomForBody(), roomForBody()] as const;
  await readJson(requestOf(MIB), rooms[0]);
  await readJson(requestOf(MIB), rooms[1]);
  await expect(readJson(requestOf(MIB), rooms[2])).rejects.toMatchObject({ status: 503 });
  rooms[2].leave();
  expect((await readJson(requestOf(60_000), rooms[3])).bytes.length).toBe(60_000);
  rooms[0].leave();
  expect((await readJson(requestOf(MIB), roomForBody())).bytes.length).toBe(MIB);
});
