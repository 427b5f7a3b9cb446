import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  exportSite,
  offprint,
  startOffprint,
  temporaryFolder,
  unpacked,
  until,
} from '../stand-ins/fixture-site.ts';

const HANDBOOK = path.resolve('examples/handbook');

/** The handbook as a bundle: version 1 as a zip, and version 2, in which something has changed on every page, as tar.gz. */
let first: string;
let second: string;

beforeAll(async () => {
  const one = await exportSite(HANDBOOK, ['--label', '2026.1']);
  const changed = path.join(temporaryFolder(), 'handbook');
  fs.cpSync(HANDBOOK, changed, { recursive: true });
  for (const name of fs.readdirSync(changed, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(changed, name);
    if (/\.(html|css|js)$/.test(name))
      fs.appendFileSync(file, name.endsWith('.html') ? '<!-- 2 -->' : '/* 2 */');
  }
  const two = await exportSite(changed, ['--label', '2026.2', '--format', 'tar.gz'], { data: one.data });
  expect([one.code, two.code]).toEqual([0, 0]);
  first = one.out;
  second = two.out;
});

async function started(args: readonly string[], env: Record<string, string> = {}) {
  const run = startOffprint(['host', '--port', '0', ...args], { env });
  let isOver = false;
  run.exited.then(() => {
    isOver = true;
  });
  await until('it listens', () => isOver || run.texts.stderr.includes('listening on'));
  const url = /listening on (\S+)/.exec(run.texts.stderr)?.[1] ?? '';
  const ready = async (version?: string): Promise<void> => {
    await expect
      .poll(async () => (await (await fetch(`${url}/readyz`)).json()) as object)
      .toMatchObject({ state: 'serving', activity: 'idle', ...(version !== undefined && { version }) });
  };
  return { ...run, url, ready };
}

function valuesFile(text: string): string {
  const file = path.join(temporaryFolder(), 'values.yaml');
  fs.writeFileSync(file, text);
  return file;
}

function valuesOf(bundleUrl: string, version?: string): string {
  return JSON.stringify({ staticExport: { enabled: true, bundleUrl, ...(version && { version }) } });
}

describe('offprint host', () => {
  it('serves every file of a bundle as its manifest says, in each encoding', async () => {
    const host = await started([first]);
    await host.ready('2026.1');

    for (const [name, content] of await unpacked(first)) {
      const answer = await fetch(`${host.url}/${encodeURI(name)}`, { redirect: 'manual' });
      if (name === 'start/install.html') {
        expect([answer.status, answer.headers.get('location')]).toEqual([302, '/start/setup.html']);
        continue;
      }
      expect([name, answer.status, hash('sha256', Buffer.from(await answer.arrayBuffer()))]).toEqual([
        name,
        200,
        hash('sha256', content),
      ]);
    }
    process.kill(host.pid, 'SIGTERM');
    expect((await host.ended).code).toBe(0);
  });

  it('goes over to what its values say at SIGHUP, and serves it again after a restart', async () => {
    const state = temporaryFolder('state');
    const values = valuesFile(valuesOf(first));
    const args = ['--values', values, '--state', state];
    const host = await started(args);
    await host.ready('2026.1');

    fs.writeFileSync(values, valuesOf(second, '2026.2'));
    process.kill(host.pid, 'SIGHUP');
    await host.ready('2026.2');
    expect(await (await fetch(`${host.url}/`)).text()).toMatch(/<!-- 2 -->$/);

    // What no longer can be fetched is served again.
    fs.writeFileSync(values, valuesOf('/nowhere/site.zip'));
    process.kill(host.pid, 'SIGTERM');
    await host.ended;
    const again = await started(args);
    await again.ready('2026.2');
    expect(await (await fetch(`${again.url}/healthz`)).json()).toMatchObject({
      lastError: { code: 'usage', message: expect.stringContaining('/nowhere/site.zip') },
    });
    process.kill(again.pid, 'SIGTERM');
    await again.ended;
  });

  it('answers 503 where it has nothing to serve, and says why', async () => {
    for (const [values, state, sentence] of [
      [JSON.stringify({ staticExport: { enabled: false } }), 'disabled', /staticExport\.enabled is false/],
      [valuesOf('/nowhere/site.zip'), 'failed', /no version of this site/],
    ] as const) {
      const host = await started(['--values', valuesFile(values)]);
      await expect.poll(async () => (await fetch(`${host.url}/healthz`)).json()).toMatchObject({ state });
      const page = await fetch(`${host.url}/`);
      const [healthz, readyz] = [await fetch(`${host.url}/healthz`), await fetch(`${host.url}/readyz`)];

      expect([page.status, healthz.status, readyz.status]).toEqual([503, 200, 503]);
      expect(await page.text()).toMatch(sentence);
      expect(await readyz.json()).toMatchObject({ state, version: null });
      process.kill(host.pid, 'SIGTERM');
      await host.ended;
    }
  });

  it('ends with 2 over values that cannot be meant, and with 6 over a bundle that is damaged', async () => {
    const damaged = path.join(temporaryFolder(), 'damaged.zip');
    fs.writeFileSync(damaged, fs.readFileSync(first).subarray(0, -100));

    const mistaken = await offprint(['host', '--values', valuesFile('staticExport: { enabled: 1 }')]);
    const broken = await offprint(['host', damaged, '--port', '0']);

    expect([mistaken.code, mistaken.stderr]).toEqual([2, expect.stringContaining('staticExport.enabled')]);
    expect([broken.code, broken.stderr]).toEqual([6, expect.stringContaining('cut off')]);
  });
});
