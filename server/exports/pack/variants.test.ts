import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addFiles,
  makeSite,
  manyPages,
  page,
  temporaryFolder,
  until,
} from '../../../test/stand-ins/fixture-site.ts';
import { exportFolder } from '../../../test/stand-ins/folder-job.ts';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { lendHost } from '../../../test/stand-ins/lent-host.ts';
import { applyDelta } from '../../bundles/apply-delta.ts';
import { type BundleFormat, findBundle } from '../../store/bundles.ts';
import { openForWriting, type Store } from '../../store/database.ts';
import { deltasFrom } from '../../store/deltas.ts';
import { createJob, deleteJob, requireJob } from '../../store/exports.ts';
import { jobFolder, removeUnfinishedBundles } from '../../store/job-folder.ts';
import { type StageThreads, startThreads } from '../threads/threads.ts';
import { bundleVariants, findVariant } from './variants.ts';

const FILES = {
  ...manyPages(20, (index) => `<img src="i.png?v=${index}">`),
  'i.png': randomBytes(3000),
  'empty.txt': '',
  'straße/ünïcode 🚀.html': page('Names'),
  'video.mp4': randomBytes(1_000_000),
  'noise.txt': randomBytes(50_000).toString('hex'),
  'noise.dat': randomBytes(100_000),
};
const never = new AbortController().signal;

/** One site exported twice with a change in between, in both formats; and another site. */
let exported: Readonly<{
  data: string;
  zip: string;
  nextZip: string;
  tar: string;
  nextTar: string;
  foreign: string;
}>;
let data: string;
let store: Store;
let threads: StageThreads;

/** Exports a site in formats, one after the other. @returns the jobs */
async function exportIn(site: string, ...formats: readonly BundleFormat[]): Promise<string[]> {
  const jobs: string[] = [];
  for (const format of formats) jobs.push((await exportFolder(site, { format, sampleMax: 0 })).job.id);
  return jobs;
}

/** The data folder of the exports so far. */
async function closedData(): Promise<string> {
  const host = await lendHost();
  await host.close();
  return host.data;
}

beforeAll(async () => {
  const site = makeSite(FILES);
  const [zip = '', tar = ''] = await exportIn(site, 'zip', 'tar.gz');
  addFiles(site, { 'p0003.html': page('Changed'), 'new.html': page('New'), 'moved.mp4': FILES['video.mp4'] });
  fs.rmSync(path.join(site, 'video.mp4'));
  const [nextZip = '', nextTar = ''] = await exportIn(site, 'zip', 'tar.gz');
  const [foreign = ''] = await exportIn(makeSite({ 'index.html': page('Other') }), 'zip');
  exported = { data: await closedData(), zip, tar, nextZip, nextTar, foreign };
  threads = startThreads();
});

afterAll(() => threads.close());

/** Opens a copy of the exports, so that every test has its own. */
function openCopy(of: string): void {
  store?.close();
  data = temporaryFolder('data');
  fs.cpSync(of, data, { recursive: true, filter: (file) => path.basename(file) !== 'browser' });
  store = openForWriting(data);
}

beforeEach(() => {
  openCopy(exported.data);
  return () => store.close();
});

describe('a bundle in the other format', () => {
  test.each(
    firstOf(1, [
      ['zip', 'tar', 'tar.gz'],
      ['tar', 'zip', 'zip'],
    ] as const),
  )('has the bytes of an export in that format (%s to %s)', async (from, to, format) => {
    const made = await variants().variant(exported[from], { format });
    const right = findBundle(store, exported[to]);
    expect(made).toMatchObject({ jobId: exported[from], baseJobId: null, format, sha256: right?.sha256 });
    expect(made.file).toBe(path.join('exports', exported[from], `bundle.${format}`));
    expect(sha256Of(made.file)).toBe(right?.sha256);
    expect(findBundle(store, exported[from], format)).toMatchObject({
      sha256: right?.sha256,
      digest: right?.digest,
      fileCount: right?.fileCount,
    });
  });

  test('is made once and kept', async () => {
    const { variant } = variants();
    const first = await variant(exported.zip, { format: 'tar.gz' });
    const { ino } = fs.statSync(path.join(data, first.file));
    expect(await variant(exported.zip, { format: 'tar.gz' })).toEqual(first);
    expect(await variants().variant(exported.zip, { format: 'tar.gz' })).toEqual(first);
    expect(fs.statSync(path.join(data, first.file)).ino).toBe(ino);
    expect(findBundle(store, exported.zip)?.format).toBe('zip');
  });

  test('is the bundle itself when that has the format', async () => {
    const own = findBundle(store, exported.zip);
    expect(await variants().variant(exported.zip)).toMatchObject({ file: own?.file, sha256: own?.sha256 });
    expect(await variants().variant(exported.zip, { format: 'zip' })).toMatchObject({ file: own?.file });
  });

  test.runIf(isFullRun)('is made again when its file is gone, also the first one', async () => {
    const { variant } = variants();
    const own = await variant(exported.zip);
    await variant(exported.zip, { format: 'tar.gz' });
    fs.rmSync(path.join(data, own.file));
    expect(findVariant(store, data, exported.zip)).toBeUndefined();
    expect(await variant(exported.zip)).toEqual(own);
    expect(sha256Of(own.file)).toBe(own.sha256);
  });

  test('cannot be made when every file is gone', async () => {
    fs.rmSync(path.join(data, findBundle(store, exported.zip)?.file ?? ''));
    await refused(
      exported.zip,
      { format: 'tar.gz' },
      'not-found',
      /is missing from the data folder. Export the site again/,
    );
  });

  test('is not made of a damaged bundle', async () => {
    alter(findBundle(store, exported.zip)?.file ?? '');
    await refused(exported.zip, { format: 'tar.gz' }, 'integrity', /stored bundle for job .* is damaged/);
    expect(findBundle(store, exported.zip, 'tar.gz')).toBeUndefined();
    expect(fs.existsSync(path.join(jobFolder(data, exported.zip), 'bundle.tar.gz'))).toBe(false);
  });
});

describe('a delta', () => {
  test.each(
    firstOf(1, [
      ['zip', 'nextTar'],
      ['zip', 'nextZip'],
      ['tar', 'nextTar'],
    ] as const),
  )('makes the zip of the newer job out of that of the older (%s, %s)', async (from, to) => {
    const { variant } = variants();
    const delta = await variant(exported[to], { baseJobId: exported[from] });
    expect(delta).toMatchObject({ jobId: exported[to], baseJobId: exported[from], format: 'zip' });
    expect(delta.file).toBe(path.join('exports', exported[to], `delta-from-${exported[from]}.zip`));
    expect(delta.sizeBytes).toBe(fs.statSync(path.join(data, delta.file)).size);
    expect(delta.sizeBytes).toBeLessThan(20_000);
    expect(sha256Of(delta.file)).toBe(delta.sha256);

    const base = await variant(exported[from], { format: 'zip' });
    const out = path.join(temporaryFolder(), 'out.zip');
    const files = { base: path.join(data, base.file), delta: path.join(data, delta.file), out };
    await applyDelta(files, never);
    const right = findBundle(store, exported.nextZip);
    expect(createHash('sha256').update(fs.readFileSync(out)).digest('hex')).toBe(right?.sha256);
  });

  test('is made once and kept, and found by its base', async () => {
    const { variant } = variants();
    const asked = { baseJobId: exported.zip };
    expect(findVariant(store, data, exported.nextZip, asked)).toBeUndefined();
    const delta = await variant(exported.nextZip, asked);
    expect(await variants().variant(exported.nextZip, { ...asked, format: 'zip' })).toEqual(delta);
    expect(findVariant(store, data, exported.nextZip, asked)).toEqual(delta);
    expect(deltasFrom(store, exported.zip)).toMatchObject([{ jobId: exported.nextZip, file: delta.file }]);
    deleteJob(store, exported.zip);
    expect(deltasFrom(store, exported.zip)).toEqual([]);
  });

  test('is not made of a damaged bundle', async () => {
    alter(findBundle(store, exported.zip)?.file ?? '');
    const asked = { baseJobId: exported.zip };
    await refused(exported.nextZip, asked, 'integrity', /stored bundle for job .* or job .* is damaged/);
    expect([exported.zip, exported.nextZip].flatMap((id) => unfinishedOf(id, 'delta'))).toEqual([]);
  });
});

describe('refused is', () => {
  test('a job or base that is not there', async () => {
    await refused('se_0000000000000000', {}, 'not-found', /no export job se_0000000000000000/);
    await refused(exported.zip, { baseJobId: 'se_1' }, 'not-found', /no export job se_1/);
  });

  test('a job or base that is not completed', async () => {
    const job = createJob(store, { ...requireJob(store, exported.zip), retryOf: exported.zip });
    await refused(job.id, {}, 'conflict', /it has not completed \(status: queued\)/);
    await refused(exported.zip, { baseJobId: job.id }, 'conflict', /status: queued/);
  });

  test('a base of another project', async () => {
    await refused(exported.zip, { baseJobId: exported.foreign }, 'conflict', /belong to different projects/);
  });

  test('a delta as tar.gz', async () => {
    await refused(
      exported.nextZip,
      { format: 'tar.gz', baseJobId: exported.zip },
      'usage',
      /Deltas are always zip/,
    );
  });
});

describe('while it is made', () => {
  test('equal requests share one run', async () => {
    let conversions = 0;
    let deltas = 0;
    const counting: StageThreads = {
      ...threads,
      convert: (task, signal) => {
        conversions++;
        return threads.convert(task, signal);
      },
      delta: (task, signal) => {
        deltas++;
        return threads.delta(task, signal);
      },
    };
    const { variant } = bundleVariants({ store, dataFolder: data, threads: counting, signal: never });
    const asked = { baseJobId: exported.tar };
    const made = await Promise.all([
      variant(exported.nextTar, asked),
      variant(exported.nextTar, asked),
      variant(exported.tar, { format: 'zip' }),
      variant(exported.nextTar, { format: 'zip' }),
      variant(exported.nextTar, { ...asked, format: 'zip' }),
    ]);
    expect(made[1]).toEqual(made[0]);
    expect(made[4]).toEqual(made[0]);
    expect({ conversions, deltas }).toEqual({ conversions: 2, deltas: 1 });
  });

  test('its jobs are in use', async () => {
    const { variant, isInUse } = variants();
    const making = variant(exported.nextZip, { baseJobId: exported.zip });
    expect([exported.nextZip, exported.zip, exported.tar].map(isInUse)).toEqual([true, true, false]);
    await making;
    expect([exported.nextZip, exported.zip].map(isInUse)).toEqual([false, false]);
  });
});

describe('while it is made of much', () => {
  let large: Readonly<{ data: string; zip: string; tar: string }>;

  beforeAll(async () => {
    // Hexadecimal noise deflates slowly, to half of its size.
    const site = makeSite({
      'index.html': page('Start'),
      'noise.txt': randomBytes(3_000_000).toString('hex'),
    });
    const [zip = '', tar = ''] = await exportIn(site, 'zip', 'tar.gz');
    large = { data: await closedData(), zip, tar };
  });

  beforeEach(() => openCopy(large.data));

  test('the end of the process stops it and leaves nothing behind', async () => {
    const controller = new AbortController();
    const { variant } = bundleVariants({ store, dataFolder: data, threads, signal: controller.signal });
    const making = variant(large.zip, { format: 'tar.gz' });
    making.catch(() => {});
    await until('the bundle is being made', () => unfinishedOf(large.zip, 'tar.gz').length > 0);
    const reason = new Error('the end');
    controller.abort(reason);
    await expect(making).rejects.toBe(reason);
    expect(unfinishedOf(large.zip, 'tar.gz')).toEqual([]);
    expect(findVariant(store, data, large.zip, { format: 'tar.gz' })).toBeUndefined();
    await expect(variant(large.zip, { format: 'tar.gz' })).rejects.toBe(reason);
  });

  test('a job that is deleted takes it along', async () => {
    const making = variants().variant(large.zip, { format: 'tar.gz' });
    making.catch(() => {});
    await until('the bundle is being made', () => unfinishedOf(large.zip, 'tar.gz').length > 0);
    deleteJob(store, large.zip);
    await expect(making).rejects.toMatchObject({ code: 'not-found' });
    expect(unfinishedOf(large.zip, 'tar.gz')).toEqual([]);
  });

  test('a killed process leaves nothing half, and the next one makes it', async () => {
    const script = path.join(import.meta.dirname, 'fixtures/make-variant.ts');
    const child = spawn(process.execPath, [script, data, large.zip, 'tar.gz'], { stdio: 'inherit' });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    await until('the bundle is being made', () => unfinishedOf(large.zip, 'tar.gz').length > 0);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(unfinishedOf(large.zip, 'tar.gz')).not.toEqual([]);
    removeUnfinishedBundles(data); // as the writer's process does at startup
    expect(unfinishedOf(large.zip, 'tar.gz')).toEqual([]);
    const made = await variants().variant(large.zip, { format: 'tar.gz' });
    expect(made.sha256).toBe(findBundle(store, large.tar)?.sha256);
  });
});

function variants() {
  return bundleVariants({ store, dataFolder: data, threads, signal: never });
}

async function refused(jobId: string, request: object, code: string, message: RegExp): Promise<void> {
  const error = { code, message: expect.stringMatching(message) };
  await expect(variants().variant(jobId, request)).rejects.toMatchObject(error);
}

/** Returns the files of a job that are unfinished, or contain `part` in their names. */
function unfinishedOf(jobId: string, part: string): string[] {
  return fs
    .readdirSync(jobFolder(data, jobId))
    .filter((name) => name.endsWith('.unfinished') || name.includes(part));
}

function alter(file: string): void {
  const whole = path.join(data, file);
  const bytes = fs.readFileSync(whole);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  fs.writeFileSync(whole, bytes);
}

function sha256Of(file: string): string {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(data, file)))
    .digest('hex');
}
