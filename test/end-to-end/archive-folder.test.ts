import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  dataFolder,
  makeSite,
  NO_BROWSER,
  offprint,
  page,
  temporaryFolder,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** Typical use of an archive that unpacks into one folder, on this computer and on the next. */
const data = dataFolder();
const place = temporaryFolder();
const [first, second] = [path.join(place, 'first.zip'), path.join(place, 'second.zip')];
const sha256Of = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await offprint(args);
  expect(`${code} ${stderr}`).toMatch(/^0 /);
  return stdout;
}

beforeAll(async () => {
  const site = makeSite({ 'index.html': page('Start'), 'guide.html': page('Guide') });
  const common = ['--data', data, '--domain', 'docs.example.com', '--archive-folder', ...NO_BROWSER];
  await run('export', site, '--out', first, '--label', '1.0', ...common);
  fs.writeFileSync(path.join(site, 'guide.html'), page('Changed'));
  await run('export', site, '--out', second, '--label', '1.1', ...common);
});

it('unpacks into one folder named after site and version, and the sidecar has the checksum of the archive', () => {
  const names = execFileSync('unzip', ['-Z1', first], { encoding: 'utf8' }).trim().split('\n');
  expect(names).toContain('docs.example.com-1.0/index.html');
  expect(names.filter((name) => !name.startsWith('docs.example.com-1.0/'))).toEqual([]);
  expect(JSON.parse(fs.readFileSync(`${first}.json`, 'utf8'))).toMatchObject({
    sha256: sha256Of(first),
    sizeBytes: fs.statSync(first).size,
  });
});

it.runIf(isFullRun)('is verified, compared and received as one without the folder', async () => {
  expect(await run('verify', first)).toContain('files');
  const delta = path.join(place, 'delta.zip');
  const made = path.join(place, 'made.zip');
  await run('delta', 'make', first, second, '--out', delta);
  await run('delta', 'apply', first, delta, '--out', made);
  expect(execFileSync('unzip', ['-p', made, 'guide.html'], { encoding: 'utf8' })).toContain('Changed');

  // The next computer stores it without the folder: a delta finds its base in either form.
  const elsewhere = dataFolder();
  await run('receive', first, '--accept-unsigned', '--keep', '--data', elsewhere);
  await run('receive', delta, '--accept-unsigned', '--keep', '--data', elsewhere);
  const kept = path.join(place, 'kept.zip');
  const [{ jobId }] = JSON.parse(await run('jobs', '--json', '--data', elsewhere)).jobs;
  await run('jobs', 'bundle', jobId, '--out', kept, '--archive-folder', '--data', elsewhere);
  expect(sha256Of(kept)).toBe(sha256Of(second));
});
