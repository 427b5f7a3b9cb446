import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addFiles,
  dataFolder,
  exportSite,
  kill,
  makeSite,
  manyPages,
  mountDisk,
  NO_BROWSER,
  offprint,
  page,
  type Run,
  skipBecause,
  startOffprint,
  temporaryFolder,
  until,
} from '../stand-ins/fixture-site.ts';
import { isFullRun } from '../stand-ins/full.ts';

/** Large enough to be streamed; in a full run large enough to be interrupted. */
const VIDEO_MB = isFullRun ? 120 : 20;

/** Two exports of a site with a change in between; the unchanged part is large. */
const folder = temporaryFolder();
const [base, target] = [path.join(folder, 'base.zip'), path.join(folder, 'target.zip')];
/** The delta from one to the other. */
const whole = path.join(folder, 'delta.zip');
let made: Run;

beforeAll(async () => {
  const site = makeSite({ ...manyPages(30), 'video.mp4': randomBytes(VIDEO_MB * 1_000_000) });
  const data = dataFolder();
  for (const [version, file] of [
    ['1.0', base],
    ['1.1', target],
  ] as const) {
    const { code, out, stderr } = await exportSite(site, ['--label', version], { data });
    expect(`${code} ${code === 0 ? '' : stderr}`).toBe('0 ');
    fs.renameSync(out, file);
    addFiles(site, { 'p0007.html': page('Changed'), 'new.html': page('New') });
  }
  made = await offprint(['delta', 'make', base, target, '--out', whole]);
});

describe('offprint delta', () => {
  it('makes a small file, and the newer bundle out of it, byte for byte', async () => {
    const out = newZip();

    const applied = await offprint(['delta', 'apply', base, whole, '--out', out]);

    expect([made.code, applied.code]).toEqual([0, 0]);
    expect(fs.statSync(whole).size).toBeLessThan(20_000);
    expect(fs.readFileSync(out).equals(fs.readFileSync(target))).toBe(true);
    expect(made.stdout).toMatch(/^Base {6}\S+ 1\.0, SHA-256 [0-9a-f]{64}\nTarget {4}\S+ 1\.1, SHA-256/);
    expect(made.stdout).toContain('11 files)'); // 3 of the site, 8 of its search
    expect(applied.stdout).toMatch(
      new RegExp(`^Made {6}\\S+ \\(${VIDEO_MB}(\\.\\d)? MB\\): \\S+ 1\\.1\\nSHA-256 {3}[0-9a-f]{64}\\n$`),
    );
    expect((await offprint(['verify', out])).stdout).toContain('Intact');
  });

  it.runIf(isFullRun)('says the same as JSON', async () => {
    const [delta, out] = [newZip(), newZip()];

    const made = await offprint(['delta', 'make', base, target, '--out', delta, '--json']);
    const applied = await offprint(['delta', 'apply', base, delta, '--out', out, '--json']);

    const sizeBytes = fs.statSync(delta).size;
    const end = { domain: expect.any(String), sha256: expect.any(String), digest: expect.any(String) };
    const ends = { base: { ...end, version: '1.0' }, target: { ...end, version: '1.1' } };
    expect(JSON.parse(made.stdout)).toMatchObject({ file: delta, sizeBytes, files: 11, ...ends });
    expect(JSON.parse(applied.stdout)).toMatchObject({ file: out, ...ends });
  });

  it('refuses another base, and what is damaged, as a question of integrity', async () => {
    const [delta, out] = [newZip(), newZip()];
    fs.copyFileSync(whole, delta);

    const other = await offprint(['delta', 'apply', target, delta, '--out', out]);
    fs.truncateSync(delta, 1000);
    const cut = await offprint(['delta', 'apply', base, delta, '--out', out]);

    expect([other.code, cut.code]).toEqual([6, 6]);
    expect(other.stderr).toMatch(
      /^offprint: The delta applies to \S+ 1\.0 .* There is nothing to apply\.\n$/,
    );
    expect(cut.stderr).toMatch(/^offprint: \S+ is damaged .*\n$/);
    expect(fs.existsSync(out)).toBe(false);
  });

  it('says so where the two bundles are of different sites', async () => {
    const { out: other } = await exportSite(makeSite(manyPages(2)), [
      '--domain',
      'other.example.com',
      ...NO_BROWSER,
    ]);
    const { code, stderr } = await offprint(['delta', 'make', base, other, '--out', newZip()]);
    expect(code).toBe(0);
    expect(stderr).toContain('The two bundles are of different sites.');
    expect(made.stderr).toBe('');
  });

  it('refuses what cannot be meant', async () => {
    const delta = whole;
    const before = fs.readFileSync(base);
    const refusals: [args: string[], sentence: string][] = [
      [['make', base, '--out', newZip()], "missing required argument 'target'"],
      [['make', base, target], "required option '--out <file>'"],
      [['make', base, path.join(folder, 'none.zip'), '--out', newZip()], 'There is no file'],
      [['make', base, target, '--out', base], 'would replace'],
      [['make', base, target, '--out', path.join(folder, 'delta.tar.gz')], 'The output file must be a .zip'],
      [['make', base, target, '--out', path.join(folder, 'none', 'd.zip')], 'Create it first'],
      [['make', base, delta, '--out', newZip()], 'is a delta, not a bundle'],
      [['apply', delta, base, '--out', newZip()], 'is not an Offprint delta'],
      [['apply', base, delta, '--out', base], 'would replace'],
    ];

    for (const [args, sentence] of refusals) {
      const { code, stderr } = await offprint(['delta', ...args]);
      expect({ args, code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
    }
    expect(fs.readFileSync(base).equals(before)).toBe(true);
  });

  it.runIf(isFullRun)('leaves nothing behind when it is interrupted', async ({ skip }) => {
    if (process.platform === 'win32') skipBecause(skip, 'Windows has no signals');
    const place = temporaryFolder();
    const { pid, ended } = startOffprint(['delta', 'make', base, target, '--out', path.join(place, 'd.zip')]);

    await until('the delta is being written', () => fs.readdirSync(place).length > 0);
    kill(pid, 'SIGINT');

    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'offprint: Canceled.\n' });
    expect(fs.readdirSync(place)).toEqual([]);
  });

  it('says that a disk is too small before it writes to it', async ({ skip }) => {
    const disk = mountDisk(1_000_000);
    if ('why' in disk) return skipBecause(skip, disk.why);
    const delta = whole;

    const { code, stderr } = await offprint([
      'delta',
      'apply',
      base,
      delta,
      '--out',
      path.join(disk.folder, 'b.zip'),
    ]);

    expect(code).toBe(3);
    expect(stderr).toMatch(
      new RegExp(
        `There is not enough space for .*b\\.zip: it needs ${VIDEO_MB},\\d+,\\d+ bytes, but only [\\d,]+ are free`,
      ),
    );
    expect(fs.readdirSync(disk.folder)).toEqual([]);
  });

  it.runIf(isFullRun)('says that a disk became full and leaves nothing on it', async ({ skip }) => {
    const disk = mountDisk(1_000_000);
    if ('why' in disk) return skipBecause(skip, disk.why);
    const site = makeSite({ 'index.html': page('Other'), 'other.mp4': randomBytes(4_000_000) });
    const { out } = await exportSite(site);

    const { code, stderr } = await offprint([
      'delta',
      'make',
      base,
      out,
      '--out',
      path.join(disk.folder, 'd.zip'),
    ]);

    expect(code).toBe(3);
    expect(stderr).toMatch(
      /There is not enough space for .*d\.zip \(ENOSPC\)\. Free some space or choose another location/,
    );
    expect(fs.readdirSync(disk.folder)).toEqual([]);
  });
});

describe('offprint verify', () => {
  it('says of a delta what it is and what to do', async () => {
    const delta = whole;

    const { code, stdout } = await offprint(['verify', delta]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Delta {5}\S+ 1\.0 -> 1\.1\nApply {5}offprint delta apply <base> /);
    expect(stdout).toMatch(/Verdict {3}unsigned: The delta to \S+ 1\.1 can be read/);
    expect((await offprint(['check', delta])).stderr).toContain('is a delta, not a bundle');
  });
});

describe('unzip', () => {
  it('finds no fault in a delta and lists the files that it carries', async ({ skip }) => {
    if (spawnSync('unzip', ['-v']).status !== 0) skipBecause(skip, 'there is no unzip');
    const delta = whole;

    const tested = spawnSync('unzip', ['-tq', delta], { encoding: 'utf8' });
    const changed = spawnSync('unzip', ['-p', delta, 'files/new.html'], { encoding: 'utf8' });

    expect(tested.stdout).toContain('No errors detected');
    expect(changed.stdout).toContain('<h1>New</h1>');
  });
});

let zips = 0;
function newZip(): string {
  return path.join(folder, `made-${zips++}.zip`);
}
