import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { OffprintError } from '../errors.ts';
import type { BundleFormat } from '../store/bundles.ts';
import {
  type Content,
  manifestOf,
  storedEntry,
  temporaryFolder,
  writeArchive,
} from './archive.test-support.ts';
import { verifyBundle } from './verify.ts';
import { formatManifest } from './write-manifest.ts';

const FILES: Content = { 'a/b.html': '<p>b', 'empty.txt': '', 'index.html': '<p>index', 'größe.css': 'p{}' };
const MANIFEST = manifestOf(FILES);

const folder = temporaryFolder();
let made = 0;

describe('a bundle', () => {
  test.each(['zip', 'tar.gz'] as const)('is intact as it was packed (%s)', async (format) => {
    const counts: number[] = [];
    const file = await bundle({ ...FILES, 'offprint.json': formatManifest(MANIFEST) }, format);
    const { manifest, faults, operatorFiles } = await verifyBundle(file, (count) => counts.push(count));
    expect(faults).toEqual([]);
    expect(operatorFiles).toEqual([]);
    expect(manifest).toEqual(MANIFEST);
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });

  test('is intact wherever in the archive its manifest stands', async () => {
    const file = await bundle({ 'offprint.json': formatManifest(MANIFEST), ...FILES });
    expect((await verifyBundle(file)).faults).toEqual([]);
  });

  test('may carry a signature of its manifest', async () => {
    expect(await faultsOf({ ...FILES, 'offprint.json.sig': 'signature' })).toEqual([]);
  });

  test('may carry the file of its operator, which is named', async () => {
    const file = await bundle({
      ...FILES,
      'offprint-site.js': 'x',
      'offprint.json': formatManifest(MANIFEST),
    });
    const { faults, operatorFiles } = await verifyBundle(file);
    expect(faults).toEqual([]);
    expect(operatorFiles).toEqual(['offprint-site.js']);
  });
});

describe('a bundle that is not what was packed', () => {
  test('has a changed file, also where its size is the same', async () => {
    const changed = {
      kind: 'changed',
      path: 'index.html',
      text: 'index.html has changed since it was packed (its SHA-256 does not match).',
    };
    expect(await faultsOf({ ...FILES, 'index.html': '<p>INDEX' })).toEqual([changed]);
    expect(await faultsOf({ ...FILES, 'index.html': '' })).toEqual([changed]);
  });

  test('lacks a file', async () => {
    const { 'empty.txt': _, ...rest } = FILES;
    expect(await faultsOf(rest)).toEqual([
      { kind: 'missing', path: 'empty.txt', text: 'empty.txt is missing.' },
    ]);
  });

  test('has a file more', async () => {
    expect(await faultsOf({ ...FILES, 'a/evil.js': 'x', 'Index.html': 'y' })).toEqual([
      { kind: 'unexpected', path: 'a/evil.js', text: 'a/evil.js was added after the export.' },
      { kind: 'unexpected', path: 'Index.html', text: 'Index.html was added after the export.' },
    ]);
  });

  test('has all of that at once', async () => {
    const { 'empty.txt': _, ...rest } = FILES;
    const faults = await faultsOf({ ...rest, 'index.html': 'x', 'new.html': 'y' });
    expect(faults.map(({ kind, path: name }) => `${kind} ${name}`)).toEqual([
      'missing empty.txt',
      'changed index.html',
      'unexpected new.html',
    ]);
  });

  test('has a manifest whose list of files was altered to fit', async () => {
    const altered = { ...FILES, 'index.html': '<p>altered' };
    const manifest = { ...manifestOf(altered), digest: MANIFEST.digest };
    const file = await bundle({ ...altered, 'offprint.json': formatManifest(manifest) });
    expect((await verifyBundle(file)).faults).toEqual([
      {
        kind: 'digest',
        path: 'offprint.json',
        text: 'offprint.json has been altered: its digest does not match its list of files.',
      },
    ]);
  });
});

describe('what is no bundle is refused', () => {
  test('an archive without a manifest', async () => {
    await expectRefused(
      await bundle(FILES),
      /has no offprint.json, so it is incomplete or not an Offprint bundle.$/,
    );
  });

  test('an archive with a manifest that cannot be read', async () => {
    await expectRefused(await bundle({ ...FILES, 'offprint.json': '{' }), /offprint.json is not valid JSON/);
  });

  test('an archive with a file that is there twice', async () => {
    const file = path.join(folder, 'twice.zip');
    const manifest = storedEntry('offprint.json', formatManifest(MANIFEST));
    await writeArchive(file, 'zip', [
      storedEntry('index.html', 'a'),
      storedEntry('index.html', 'b'),
      manifest,
    ]);
    await expectRefused(file, /contains "index.html" twice/);
  });

  test('an archive with a file whose checksum differs', async () => {
    const file = path.join(folder, 'checksum.zip');
    const manifest = storedEntry('offprint.json', formatManifest(MANIFEST));
    await writeArchive(file, 'zip', [{ ...storedEntry('index.html', '<p>index'), crc32: 1 }, manifest]);
    await expectRefused(file, /"index.html" is damaged \(its checksum does not match\)/);
  });

  test('an archive whose compressed bytes make no sense', async () => {
    const file = path.join(folder, 'deflate.zip');
    const data = Buffer.from([0xff, 0xff, 0xff, 0xff]);
    const entry = { ...storedEntry('index.html', '<p>index'), method: 8 as const, compressedBytes: 4, data };
    await writeArchive(file, 'zip', [entry]);
    await expectRefused(file, /deflate.zip is damaged/);
  });
});

async function bundle(content: Content, format: BundleFormat = 'zip'): Promise<string> {
  const file = path.join(folder, `bundle-${made++}.${format}`);
  await writeArchive(file, format, content);
  return file;
}

async function faultsOf(content: Content) {
  const file = await bundle({ ...content, 'offprint.json': formatManifest(MANIFEST) });
  return (await verifyBundle(file)).faults;
}

async function expectRefused(file: string, sentence: RegExp): Promise<void> {
  const error = await verifyBundle(file).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OffprintError);
  expect(error).toMatchObject({ code: 'integrity', message: expect.stringMatching(sentence) });
}
