import http from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { bundleOf, hostOf, type Made, siteOf } from './hosting.test-support.ts';

/** A full run has as many swaps as the documented goal. */
const SWAPS = isFullRun ? 200 : 2;
const READERS = 4;
const PATHS = ['index.html', 'style.css', 'guide/setup.html', 'big.bin'] as const;

let bundles: Made[];
const sites: Record<string, ReturnType<typeof siteOf>> = { 1: siteOf('1'), 2: siteOf('2') };

beforeAll(async () => {
  bundles = [await bundleOf('1'), await bundleOf('2')];
});

test(`${SWAPS} swaps under load fail no request and mix no versions`, async () => {
  const host = await hostOf({ bundleUrl: bundles[0]?.file ?? '' }, { keep: 1 });
  const counts = { answers: 0, failed: 0, mixed: 0, seen: new Set<string>() };
  let isOver = false;
  const read = async (agent: http.Agent, index: number): Promise<void> => {
    const path = PATHS[index % PATHS.length] ?? '';
    try {
      const { status, version, body } = await get(`${host.url}/${path}`, agent);
      counts.answers++;
      counts.seen.add(version);
      if (status !== 200) counts.failed++;
      else if (!body.equals(Buffer.from(sites[version]?.[path] ?? ''))) counts.mixed++;
    } catch {
      counts.failed++;
    }
  };
  const readers = Array.from({ length: READERS }, async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let index = 0; !isOver; index++) await read(agent, index);
    agent.destroy();
  });

  for (let swap = 1; swap <= SWAPS; swap++) {
    await host.set({ bundleUrl: bundles[swap % 2]?.file ?? '' });
    expect(host.state()).toMatchObject({ version: String((swap % 2) + 1), lastError: null });
  }
  isOver = true;
  await Promise.all(readers);

  const { answers, failed, mixed, seen } = counts;
  expect({ failed, mixed, seen: [...seen].sort() }).toEqual({ failed: 0, mixed: 0, seen: ['1', '2'] });
  expect(answers).toBeGreaterThan(SWAPS * READERS);
});

function get(url: string, agent: http.Agent): Promise<{ status: number; version: string; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            version: String(answer.headers['offprint-version']),
            body: Buffer.concat(chunks),
          }),
        );
      })
      .on('error', reject);
  });
}
