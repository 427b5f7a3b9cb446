import { expect, it } from 'vitest';
import { type JobEvent, serverSentEvents } from './client.ts';

const text = [
  'retry: 2000\n\n',
  'id: 1\nevent: queued\ndata: {"at":"2027-01-01T00:00:00.000Z"}\n\n',
  ': still here\n\n',
  'event: progress\r\ndata: {"progress":12.5,\r\ndata: "title":"Größe"}\r\n\r\n',
  'id: 7\nevent: failed\ndata: {"error":"x"}\n\n',
  'event: progress\ndata: {"cut off":',
].join('');

async function read(chunkBytes: number): Promise<JobEvent[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const events: JobEvent[] = [];
  for await (const event of serverSentEvents(chunks())) events.push(event);
  return events;
}

it.each([1, 2, 3, 7, 1000])('reads events that come %d bytes at a time', async (chunkBytes) => {
  expect(await read(chunkBytes)).toEqual([
    { id: 1, kind: 'queued', data: { at: '2027-01-01T00:00:00.000Z' } },
    { id: undefined, kind: 'progress', data: { progress: 12.5, title: 'Größe' } },
    { id: 7, kind: 'failed', data: { error: 'x' } },
  ]);
});
