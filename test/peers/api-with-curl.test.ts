import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  domainOf,
  makeProject,
  QUICK,
  startServer,
  type TestServer,
  tinySite,
} from '../../server/api/test-support.ts';
import { makeSite, manyPages, page, skipBecause, temporaryFolder } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

const SCRIPT = path.join(import.meta.dirname, 'api-with-curl.sh');

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

/** Runs the script as it is, with another base URL. The key has no scope but `write`. */
async function rollOut(domain: string, key = server.keys.write) {
  const folder = temporaryFolder('roll-out');
  const child = spawn('bash', [SCRIPT, folder], {
    env: { PATH: process.env.PATH, BASE_URL: server.url, ADMIN_API_KEY: key, DOMAIN: domain },
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { folder, code, output };
}

describe('a script that knows only the specification', () => {
  const missing = ['bash', 'curl', 'jq', 'tar'].filter(
    (program) => spawnSync(program, ['--version']).status !== 0,
  );

  it('starts, polls, downloads and unpacks the site', async ({ skip }) => {
    if (missing.length > 0) skipBecause(skip, `not installed: ${missing.join(', ')}`);
    const site = makeSite({ ...manyPages(100), 'style.css': 'body {}' });
    const domain = domainOf(await makeProject(server, site, { ...QUICK, concurrency: 1 }));

    const { code, output, folder } = await rollOut(domain);

    expect(output).toMatch(/^job se_[0-9a-f]{16}$/m);
    expect(output).toMatch(/^status (queued|running) progress [\d.]+ pages \d+$/m);
    expect(code).toBe(0);
    const expires = /^expires (.*)$/m.exec(output)?.[1] ?? '';
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    expect(fs.readFileSync(path.join(folder, 'site/index.html'), 'utf8')).toContain('<h1>Start</h1>');
    expect(fs.existsSync(path.join(folder, 'site/p0099.html'))).toBe(true);
    const values = JSON.parse(fs.readFileSync(path.join(folder, 'values.json'), 'utf8')) as object;
    expect(values).toMatchObject({ staticExport: { enabled: true, bundleUrl: expect.any(String) } });
  });

  it.runIf(isFullRun)('does so with verification on', async ({ skip }) => {
    if (missing.length > 0) skipBecause(skip, `not installed: ${missing.join(', ')}`);
    const domain = domainOf(await makeProject(server, tinySite(), {}));
    const { code, output, folder } = await rollOut(domain);
    expect([code, output]).toEqual([0, expect.any(String)]);
    const { body } = await server.call('GET', `/v1/static-export/jobs?domain=${domain}`);
    expect(body).toMatchObject({ jobs: [{ status: 'completed', verdict: 'passed' }] });
    expect(fs.existsSync(path.join(folder, 'site/index.html'))).toBe(true);
  });

  it('ends its loop when the export fails', async ({ skip }) => {
    if (missing.length > 0) skipBecause(skip, `not installed: ${missing.join(', ')}`);
    const site = makeSite({ 'index.html': page('Start') });
    const domain = domainOf(await makeProject(server, site));
    fs.rmSync(site, { recursive: true });
    const { code, output } = await rollOut(domain);
    expect(output).toContain('the export failed');
    expect(code).toBe(1);
  });

  it('stops with a wrong key', async ({ skip }) => {
    if (missing.length > 0) skipBecause(skip, `not installed: ${missing.join(', ')}`);
    const { code, output } = await rollOut('docs.example', 'offp_wrong');
    expect(output).toContain('401');
    expect(code).not.toBe(0);
  });
});
