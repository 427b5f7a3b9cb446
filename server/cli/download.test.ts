import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { openClient } from './client.ts';
import { download } from './download.ts';
import type { Bundle } from './wire.ts';
import type { Api } from './with-api.ts';

const content = randomBytes(300_000);
const sha256 = createHash('sha256').update(content).digest('hex');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let folder: string;
let server: http.Server;
/** Responses to the next downloads; the last one is repeated. */
let answers: Answer[];
let ranges: (string | undefined)[];
let links: number;

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-download-'));
  answers = [];
  ranges = [];
  links = 0;
  server = http.createServer((request, response) => {
    ranges.push(request.headers.range);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function run(): Promise<string> {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = openClient({ name: base, base, token: 'offp_x' });
  const link = async (): Promise<Bundle> => {
    links++;
    return { bundleUrl: `${base}/bundle.zip?link=${links}`, sizeBytes: content.length, sha256 } as Bundle;
  };
  const file = path.join(folder, 'bundle.zip');
  try {
    await download(client as unknown as Api, link, file, () => {});
    return file;
  } finally {
    client.close();
  }
}

const whole: Answer = (_request, response) => {
  response.end(content);
};
const rest: Answer = (request, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  expect(request.headers['if-range']).toBe(`"${sha256}"`);
  response.writeHead(206, { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` });
  response.end(content.subarray(from));
};
const cutAfter =
  (sizeBytes: number): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, sizeBytes), () => response.socket?.end());
  };
const refuse =
  (status: number, error: string): Answer =>
  (_request, response) => {
    response.writeHead(status).end(JSON.stringify({ error }));
  };

it('shows no key to what a link leads to', async () => {
  let authorization: string | undefined = 'none asked';
  answers = [
    (request, response) => {
      authorization = request.headers.authorization;
      whole(request, response);
    },
  ];
  expect(fs.readFileSync(await run()).equals(content)).toBe(true);
  expect(authorization).toBe(undefined);
});

it('asks for a fresh link when one has expired, and for the rest only', async () => {
  answers = [cutAfter(100_000), refuse(403, 'This link has expired.'), rest];
  expect(fs.readFileSync(await run()).equals(content)).toBe(true);
  expect(links).toBe(3);
  expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=\d+-$/), ranges[1]]);
});

it('begins anew where a server sends everything again', async () => {
  answers = [cutAfter(100_000), whole];
  expect(fs.readFileSync(await run()).equals(content)).toBe(true);
});

it('begins anew where what lies there is too long', async () => {
  fs.writeFileSync(path.join(folder, `.bundle.zip.${sha256.slice(0, 12)}.part`), randomBytes(400_000));
  answers = [whole];
  expect(fs.readFileSync(await run()).equals(content)).toBe(true);
  expect(ranges).toEqual([undefined]);
});

it.each([
  ['another content', randomBytes(300_000)],
  ['more than there should be', Buffer.concat([content, randomBytes(10)])],
])('keeps nothing when it gets %s', async (_what, bytes) => {
  answers = [(_request, response) => response.end(bytes)];
  await expect(run()).rejects.toMatchObject({ code: 'integrity' });
  expect(fs.readdirSync(folder)).toEqual([]);
});

it.runIf(isFullRun)('gives up where nothing more comes, although nothing breaks', async () => {
  answers = [(_request, response) => response.end(content.subarray(0, 1000))];
  await expect(run()).rejects.toMatchObject({ code: 'unreachable' });
  expect(ranges).toHaveLength(6);
});

it('gives up after five attempts that bring nothing, and says what the server said', async () => {
  answers = [cutAfter(1000), refuse(404, 'The bundle for this link was deleted. Export the site again.')];
  await expect(run()).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('The bundle for this link was deleted. Export the site again.'),
  });
  expect(ranges).toHaveLength(6);
  expect(fs.readdirSync(folder)).toHaveLength(1);
});
