import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { applyDelta } from './apply-delta.ts';
import {
  type Content,
  manifestOf,
  storedEntry,
  temporaryFolder,
  writeArchive,
  writeBundle,
} from './archive.test-support.ts';
import { readArchive } from './read.ts';
import { verifyBundle } from './verify.ts';
import { writeDelta } from './write-delta.ts';
import { formatManifest } from './write-manifest.ts';

const folder = temporaryFolder();
const never = new AbortController().signal;
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
let made = 0;

const SITE: Content = {
  'a/b.html': `<p>b ${'some words '.repeat(200)}`,
  'a/c.html': `<p>c ${'other words '.repeat(200)}`,
  'empty.txt': '',
  'index.html': `<p>index ${'and more '.repeat(300)}`,
  'media.png': randomBytes(isFullRun ? 3_000_000 : 1_200_000),
  'zzz.css': 'p { color: red }',
};

describe('a delta, applied to its base, gives the bytes of the newer bundle', () => {
  const cases: Record<string, Content> = {
    'when nothing changed': SITE,
    'when a file changed': { ...SITE, 'a/c.html': '<p>changed' },
    'when a file came first': { '0.html': '<p>new', ...SITE },
    'when a file came last': { ...SITE, 'zzzz.html': '<p>new' },
    'when a file went': without(SITE, 'a/b.html'),
    'when files changed places': { ...SITE, 'a/b.html': at('a/c.html'), 'a/c.html': at('a/b.html') },
    'when files became empty and back': { ...SITE, 'empty.txt': 'full', 'zzz.css': '' },
    'when nothing is the same': { 'index.html': '<p>another site' },
  };
  test.each(Object.entries(cases))('%s', async (_case, content) => {
    const [base, target] = [await bundle(SITE), await bundle(content)];
    const { delta } = await deltaOf(base, target);
    const out = newFile();
    await applyDelta({ base, delta, out }, never);
    expect(fs.readFileSync(out).equals(fs.readFileSync(target))).toBe(true);
  });

  test('when two files have the same name, size and checksum', async () => {
    const [base, target, out] = [newFile(), newFile(), newFile()];
    const manifest = storedEntry('offprint.json', formatManifest(manifestOf({})));
    await writeArchive(base, 'zip', [storedEntry('index.html', 'one'), manifest]);
    const { crc32 } = storedEntry('index.html', 'one');
    await writeArchive(target, 'zip', [{ ...storedEntry('index.html', 'two'), crc32 }, manifest]);
    const { delta } = await deltaOf(base, target);
    await applyDelta({ base, delta, out }, never);
    expect(sha256Of(out)).toBe(sha256Of(target));
  });

  test('when the bundles have comments and gaps', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ ...SITE, 'new.html': '<p>new' })];
    for (const file of [base, target]) addGapAndComment(file);
    const { delta } = await deltaOf(base, target);
    const out = newFile();
    await applyDelta({ base, delta, out }, never);
    expect(fs.readFileSync(out).equals(fs.readFileSync(target))).toBe(true);
  });

  test('in place of an older file', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ 'index.html': 'x' })];
    const { delta } = await deltaOf(base, target);
    const out = newFile();
    fs.writeFileSync(out, 'an older download');
    await applyDelta({ base, delta, out }, never);
    expect(sha256Of(out)).toBe(sha256Of(target));
  });
});

describe('a delta', () => {
  test('carries what the base lacks, and nothing else', async () => {
    const base = await bundle(SITE);
    const target = await bundle({ ...SITE, 'a/c.html': '<p>changed', 'new.html': '<p>new' });
    const { delta, header, sizeBytes } = await deltaOf(base, target);
    expect(header.counts.files).toBe(3);
    expect(await carriedBy(delta)).toEqual(['files/a/c.html', 'files/new.html', 'files/offprint.json']);
    expect(sizeBytes).toBe(fs.statSync(delta).size);
    expect(sizeBytes).toBeLessThan(4000);
  });

  test('does not carry what has another name or stands twice', async () => {
    const base = await bundle(SITE);
    const { 'media.png': media = '', ...rest } = SITE;
    const target = await bundle({ ...rest, 'a/copy.png': media, 'moved.png': media });
    expect(await carriedBy((await deltaOf(base, target)).delta)).toEqual(['files/offprint.json']);
  });

  test('carries what is compressed in another way, although it is the same file', async () => {
    const text = Buffer.from(at('index.html'));
    const [base, target] = [newFile(), await bundle({ 'index.html': text })];
    await writeBundle(base, { 'index.html': text, 'x.txt': 'x' });
    const stored = newFile();
    await writeArchive(stored, 'zip', { 'index.html': text, 'offprint.json': await manifestText(target) });
    expect(await carriedBy((await deltaOf(base, stored)).delta)).toContain('files/index.html');
    expect(await carriedBy((await deltaOf(base, target)).delta)).toEqual(['files/offprint.json']);
  });

  test('is the same for the same bundles', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ ...SITE, 'a/c.html': 'c' })];
    const [one, other] = [await deltaOf(base, target), await deltaOf(base, target)];
    expect(one.sha256).toBe(other.sha256);
    expect(sha256Of(one.delta)).toBe(one.sha256);
    expect(sha256Of(other.delta)).toBe(one.sha256);
  });

  test('names both bundles', async () => {
    const [base, target] = [newFile(), newFile()];
    const one = await writeBundle(base, SITE, 'zip', { version: '1.0' });
    const other = await writeBundle(target, { 'index.html': 'x' }, 'zip', { version: '1.1' });
    const { header } = await deltaOf(base, target);
    expect(header.base).toMatchObject({ ...one, domain: 'docs.example.com', version: '1.0' });
    expect(header.target).toMatchObject({ ...other, domain: 'docs.example.com', version: '1.1' });
  });

  test.skipIf(!hasUnzip)('is a zip that unzip finds whole', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ ...SITE, 'größe/表.html': '<p>new' })];
    const { delta } = await deltaOf(base, target);
    const { status, stdout } = spawnSync('unzip', ['-t', delta], { encoding: 'utf8' });
    expect(stdout).toContain('No errors detected');
    expect(status).toBe(0);
  });

  test('is told apart from a bundle', async () => {
    const { delta } = await deltaOf(await bundle(SITE), await bundle({ 'index.html': 'x' }));
    await expect(verifyBundle(delta)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(
        /is a delta, not a bundle: it produces docs.example.com 1.0 .* offprint delta apply <base>/,
      ),
    });
  });
});

describe('no delta is written', () => {
  test('from or to a tar.gz', async () => {
    const [zip, tar] = [await bundle(SITE), newFile()];
    await writeBundle(tar, SITE, 'tar.gz');
    const sentence = /is a tar.gz.*Use the bundle in zip format/;
    await refused(writeDelta({ base: tar, target: zip, out: newFile() }, never), 'usage', sentence);
    await refused(writeDelta({ base: zip, target: tar, out: newFile() }, never), 'usage', sentence);
    const { delta } = await deltaOf(zip, zip);
    await refused(applyDelta({ base: tar, delta, out: newFile() }, never), 'usage', sentence);
    await refused(applyDelta({ base: zip, delta: tar, out: newFile() }, never), 'usage', sentence);
  });

  test('from or to what is no bundle', async () => {
    const [zip, other] = [await bundle(SITE), newFile()];
    await writeArchive(other, 'zip', { 'a.txt': 'a' });
    const { delta } = await deltaOf(zip, zip);
    for (const [base, target] of [
      [other, zip],
      [zip, other],
    ] as const)
      await refused(writeDelta({ base, target, out: newFile() }, never), 'integrity', /has no offprint.json/);
    await refused(
      writeDelta({ base: zip, target: delta, out: newFile() }, never),
      'usage',
      /is a delta, not a bundle/,
    );
    await refused(
      writeDelta({ base: zip, target: newFile(), out: newFile() }, never),
      'usage',
      /There is no file/,
    );
  });

  test('to a bundle that is cut off or whose files overlap', async () => {
    const zip = await bundle(SITE);
    const cut = newFile();
    fs.writeFileSync(cut, fs.readFileSync(zip).subarray(0, -30));
    await refused(writeDelta({ base: zip, target: cut, out: newFile() }, never), 'integrity', /is damaged/);
    const overlapping = newFile();
    fs.writeFileSync(overlapping, overlap(fs.readFileSync(zip)));
    await refused(
      writeDelta({ base: zip, target: overlapping, out: newFile() }, never),
      'integrity',
      /overlaps/,
    );
  });

  test('where no file can be', async () => {
    const zip = await bundle(SITE);
    const out = path.join(folder, 'no-such-folder', 'd.zip');
    await refused(
      writeDelta({ base: zip, target: zip, out }, never),
      'usage',
      /cannot be written \(ENOENT\)/,
    );
    const directory = newFile();
    fs.mkdirSync(directory);
    await refused(
      writeDelta({ base: zip, target: zip, out: directory }, never),
      'usage',
      /cannot be written/,
    );
  });
});

describe('a delta is applied to its base only', () => {
  test('and another one is named', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ 'index.html': 'x' })];
    const other = newFile();
    const { sha256 } = await writeBundle(other, { 'index.html': 'other' }, 'zip', { version: '0.9' });
    const { delta } = await deltaOf(base, target);
    const out = newFile();
    const error = await refused(
      applyDelta({ base: other, delta, out }, never),
      'integrity',
      /The delta applies to docs/,
    );
    expect(error).toContain(sha256Of(base));
    expect(error).toContain(`${other} is docs.example.com 0.9`);
    expect(error).toContain(sha256);
    expect(fs.existsSync(out)).toBe(false);
  });

  test('also when a single bit differs', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ 'index.html': 'x' })];
    const { delta } = await deltaOf(base, target);
    const bytes = fs.readFileSync(base);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    fs.writeFileSync(base, bytes);
    await refused(
      applyDelta({ base, delta, out: newFile() }, never),
      'integrity',
      /Use the bundle the delta was made from/,
    );
  });

  test('and not to what it makes', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ 'index.html': 'x' })];
    const { delta } = await deltaOf(base, target);
    await refused(
      applyDelta({ base: target, delta, out: newFile() }, never),
      'integrity',
      /nothing to apply/,
    );
  });

  test('which it never replaces', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ 'index.html': 'x' })];
    const { delta } = await deltaOf(base, target);
    const before = [base, delta].map(sha256Of);
    for (const out of [base, delta])
      await refused(applyDelta({ base, delta, out }, never), 'usage', /would replace/);
    expect([base, delta].map(sha256Of)).toEqual(before);
  });

  test('given in its place', async () => {
    const [base, target] = [await bundle(SITE), await bundle({ 'index.html': 'x' })];
    const { delta } = await deltaOf(base, target);
    const swapped = applyDelta({ base: delta, delta: base, out: newFile() }, never);
    await refused(swapped, 'usage', /is not an Offprint delta. Specify the base first/);
  });
});

describe('interrupted', () => {
  test.each(['applying', 'writing'] as const)('%s a delta leaves nothing behind', async (what) => {
    const work = path.join(folder, `interrupted-${what}`);
    fs.mkdirSync(work);
    const base = await bundle({ ...SITE, 'large.bin': Buffer.alloc(30_000_000, 'base') });
    const target = await bundle({ ...SITE, 'large.bin': Buffer.alloc(27_000_000, 'target') });
    const delta = newFile();
    if (what === 'applying') await writeDelta({ base, target, out: delta }, never);
    const controller = new AbortController();
    const out = path.join(work, 'out.zip');
    const running =
      what === 'applying'
        ? applyDelta({ base, delta, out }, controller.signal)
        : writeDelta({ base, target, out }, controller.signal);
    running.catch(() => {});
    while (fs.readdirSync(work).length === 0) await nextTurn();
    const reason = new Error('told to stop');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(fs.readdirSync(work)).toEqual([]);
  });
});

test.runIf(isFullRun)('memory does not grow with the size of the bundles', () => {
  const script = path.join(import.meta.dirname, 'fixtures/delta-memory.ts');
  const { stdout, stderr } = spawnSync(process.execPath, [script, folder, '250'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const { before, after, same } = JSON.parse(stdout) as { before: number; after: number; same: boolean };
  expect(same).toBe(true);
  expect((after - before) / 2 ** 20).toBeLessThan(100);
});

function newFile(): string {
  return path.join(folder, `file-${made++}.zip`);
}

async function bundle(content: Content): Promise<string> {
  const file = newFile();
  await writeBundle(file, content);
  return file;
}

async function deltaOf(base: string, target: string) {
  const delta = newFile();
  return { delta, ...(await writeDelta({ base, target, out: delta }, never)) };
}

async function carriedBy(delta: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of readArchive(delta)) paths.push(entry.path);
  return paths.filter((name) => name.startsWith('files/'));
}

async function manifestText(file: string): Promise<Buffer> {
  for await (const entry of readArchive(file)) {
    if (entry.path === 'offprint.json') return Buffer.concat(await (await entry.open()).toArray());
  }
  throw new Error('no manifest');
}

async function refused(work: Promise<unknown>, code: string, sentence: RegExp): Promise<string> {
  const error = (await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as Error | undefined;
  expect(error).toMatchObject({ name: 'OffprintError', code, message: expect.stringMatching(sentence) });
  expect(fs.readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  return error?.message ?? '';
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

function at(name: string): string {
  return String(SITE[name]);
}

function without(content: Content, name: string): Content {
  return Object.fromEntries(Object.entries(content).filter(([other]) => other !== name));
}

/** Offsets of the end record and of each central header in a zip without zip64. */
function directoryOf(zip: Buffer): { end: number; headers: number[] } {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const headers: number[] = [];
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    headers.push(at);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return { end, headers };
}

/** Adds a gap between entries and a comment, as other programs do. */
function addGapAndComment(file: string): void {
  const zip = fs.readFileSync(file);
  const { end, headers } = directoryOf(zip);
  const second = zip.readUInt32LE((headers[1] ?? 0) + 42);
  for (const header of headers.slice(1)) zip.writeUInt32LE(zip.readUInt32LE(header + 42) + 10, header + 42);
  zip.writeUInt32LE(zip.readUInt32LE(end + 16) + 10, end + 16);
  zip.writeUInt16LE(7, end + 20);
  const parts = [
    zip.subarray(0, second),
    Buffer.alloc(10, '-'),
    zip.subarray(second),
    Buffer.from('comment'),
  ];
  fs.writeFileSync(file, Buffer.concat(parts));
}

/** Makes the second entry start one byte before the end of the first. */
function overlap(zip: Buffer): Buffer {
  const { headers } = directoryOf(zip);
  const second = (headers[1] ?? 0) + 42;
  zip.writeUInt32LE(zip.readUInt32LE(second) - 1, second);
  return zip;
}
