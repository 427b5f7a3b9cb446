import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  runOnBareSystem,
  skipBecause,
  testCacheFolder,
  whyNoPrivateMounts,
} from '../../server/exports/chromium/chromium.test-support.ts';
import { MAIN } from '../stand-ins/built.ts';
import { addFiles, page } from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const SITE = {
  'index.html': page(
    'Start',
    '<p id="text"></p><script>document.getElementById("text").append("Drawn.")</script>',
  ),
};

let work: string;
beforeEach(() => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-isolation-'));
  fs.mkdirSync(testCacheFolder, { recursive: true, mode: 0o700 });
  addFiles(path.join(work, 'site'), SITE);
  fs.mkdirSync(path.join(work, 'data'));
  fs.symlinkSync(testCacheFolder, path.join(work, 'data', 'browser'));
});
afterEach(() => fs.rmSync(work, { recursive: true, force: true }));

function exportSite(): string[] {
  return [
    MAIN,
    'export',
    path.join(work, 'site'),
    '--data',
    path.join(work, 'data'),
    '--out',
    path.join(work, 'x.zip'),
    '--json',
    '--render',
    'always',
  ];
}

/** Command that runs a program in a network with only loopback, or why that is not possible here. */
function loopbackOnly(): string[] | { why: string } {
  const script = 'ip link set lo up && exec "$@"';
  for (const options of [['--net'], ['--net', '--map-root-user']]) {
    const prefix = ['unshare', ...options, 'sh', '-c', script, 'sh'];
    if (spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0) return prefix;
  }
  return { why: 'no network namespaces here (unshare --net, ip)' };
}

it('exports and verifies a site with a network of nothing but loopback', ({ skip }) => {
  const prefix = loopbackOnly();
  if (!Array.isArray(prefix)) return skipBecause(skip, prefix.why);
  const [program = '', ...args] = [...prefix, process.execPath, ...exportSite()];

  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });

  expect(stderr).not.toContain('offprint:');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', verdict: 'passed', pageCount: 1 });
  expect(fs.existsSync(path.join(work, 'x.zip'))).toBe(true);
});

it.runIf(isFullRun)(
  'exports and verifies a site on a bare system: no NSS, NSPR, expat, no fonts',
  ({ skip }) => {
    const why = whyNoPrivateMounts();
    if (why) return skipBecause(skip, why);
    const root = path.join(work, 'root');
    fs.mkdirSync(root);

    const stdout = runOnBareSystem(
      root,
      [repository, work, testCacheFolder],
      [process.execPath, ...exportSite()],
    );

    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', verdict: 'passed', pageCount: 1 });
  },
);
