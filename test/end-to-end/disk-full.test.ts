import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openHost } from '../../server/writer/host.ts';
import { builtPorts } from '../stand-ins/built.ts';
import {
  acquisitionsOf,
  type Exported,
  exportSite,
  jobsOf,
  lastJob,
  logAcquisitions,
  makeSite,
  manyPages,
  mountDisk,
  NO_BROWSER,
  NOBODY,
  offprint,
  page,
  pathsOf,
  skipBecause,
  temporaryFolder,
  whyNotAnotherUser,
} from '../stand-ins/fixture-site.ts';
import { firstOf } from '../stand-ins/full.ts';

const MB = 2 ** 20;

/** 60 pages and 60 incompressible pictures: 9 MB, in a bundle of 6 MB. */
function largeSite(): string {
  return makeSite({
    ...manyPages(60, (index) => `<img src="i${index}.png"><p>${'word '.repeat(10_000)}</p>`),
    ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`i${index}.png`, randomBytes(100_000)])),
  });
}

describe('a data folder on a disk that is full', () => {
  const cases = [
    ['while the bundle is packed', 'pack', 18],
    ['before all is acquired', 'acquire', 4],
    ['while the bundle is unpacked to be verified', 'verify', 24],
  ] as const;

  const site = largeSite();
  let undisturbed: Exported;
  beforeAll(async () => {
    undisturbed = await exportSite(site);
  });

  it.for(firstOf(1, cases))(
    '%s: with more room the same command goes on and completes',
    async ([, phase, sizeMb], { skip }) => {
      const disk = mountDisk(sizeMb * MB);
      if ('why' in disk) skipBecause(skip, disk.why);
      const data = disk.folder;
      await (await openHost(data, builtPorts)).close();
      logAcquisitions(data);

      const full = await exportSite(site, [], { data });

      expect(full.stderr).toContain('The disk is full');
      expect(full.stderr).toContain('Free some space');
      expect(full.code).toBe(3);
      expect(fs.existsSync(full.out)).toBe(false);
      expect(lastJob(data)).toMatchObject({ status: 'running', phase });

      disk.resize(64 * MB);
      const again = await exportSite(site, [], { data });

      expect(again.stderr).toContain('Continuing ');
      expect(again.code).toBe(0);
      expect(fs.readFileSync(again.out).equals(fs.readFileSync(undisturbed.out))).toBe(true);
      expect(jobsOf(data)).toMatchObject([{ status: 'completed' }]);
      const acquired = acquisitionsOf(data);
      expect(new Set(acquired).size).toBe(acquired.length);
      expect(leftovers(data)).toEqual([]);
    },
  );
});

/** Files left behind by an interrupted write. */
function leftovers(data: string): string[] {
  return fs
    .readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => /unfinished|check\b/.test(name));
}

describe('a place for the bundle', () => {
  it('that is full: the bundle is kept, and the sentence says where', async ({ skip }) => {
    const disk = mountDisk(2 * MB);
    if ('why' in disk) skipBecause(skip, disk.why);
    const site = makeSite({ 'index.html': page('Start'), 'large.png': randomBytes(3 * MB) });
    const data = temporaryFolder('data');
    const out = path.join(disk.folder, 'x.zip');
    const args = ['export', site, '--out', out, '--data', data, ...NO_BROWSER];

    const full = await offprint(args);

    expect(full.code).toBe(3);
    expect(full.stderr).toContain(out);
    expect(full.stderr).toContain(path.join(data, 'exports'));
    expect(fs.readdirSync(disk.folder)).toEqual([]);
    expect(jobsOf(data)).toMatchObject([{ status: 'completed' }]);

    disk.resize(64 * MB);
    expect((await offprint(args)).code).toBe(0);
    expect(await pathsOf(out)).toEqual(['index.html', 'large.png']);
  });

  it('that may not be written is refused before the work begins', async ({ skip }) => {
    const why = whyNotAnotherUser();
    if (why) skipBecause(skip, why);
    const site = makeSite({ 'index.html': page('Start') });
    const data = temporaryFolder('data');
    fs.chownSync(data, NOBODY, NOBODY);
    const out = path.join(temporaryFolder('locked'), 'x.zip');
    fs.chmodSync(path.dirname(out), 0o555);

    const args = ['export', site, '--out', out, '--data', data, ...NO_BROWSER];
    const { code, stderr } = await offprint(args, { uid: NOBODY, cwd: '/' });

    expect(code).toBe(2);
    expect(stderr).toContain(
      `Cannot write to the folder ${path.dirname(out)} (EACCES). Choose another folder for the bundle.`,
    );
    expect(fs.readdirSync(data)).toEqual([]);
  });

  it('keeps the bundle that is there until the new one is whole', async ({ skip }) => {
    const disk = mountDisk(2 * MB);
    if ('why' in disk) skipBecause(skip, disk.why);
    const out = path.join(disk.folder, 'x.zip');
    const data = temporaryFolder('data');
    const site = makeSite({ 'index.html': page('Start') });
    const args = ['export', site, '--out', out, '--force', '--data', data, ...NO_BROWSER];
    expect((await offprint(args)).code).toBe(0);
    const before = fs.readFileSync(out);

    fs.writeFileSync(path.join(site, 'large.png'), randomBytes(3 * MB));
    expect((await offprint(args)).code).toBe(3);

    expect(fs.readFileSync(out).equals(before)).toBe(true);
    expect(fs.readdirSync(disk.folder).sort()).toEqual(['x.zip', 'x.zip.json']);
  });
});
