import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { deflatedEntry, storedEntry, temporaryFolder, writeArchive } from './archive.test-support.ts';
import { createZip } from './zip.ts';

const folder = temporaryFolder();
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
const hasPython = spawnSync('python3', ['--version']).status === 0;

const FILES = {
  'index.html': '<!doctype html>'.repeat(100),
  'empty.txt': '',
  'größe/表/🎉.html': '<p>names are UTF-8',
  'img/a b+c#d.png': Buffer.from(Array.from({ length: 300 }, (_, byte) => byte % 256)),
};
const entries = Object.entries(FILES).map(([name, content], index) =>
  index % 2 === 0 ? deflatedEntry(name, content) : storedEntry(name, content),
);

describe('a zip archive', () => {
  test('holds what was put in, in that order', async () => {
    const file = path.join(folder, 'whole.zip');
    await writeArchive(file, 'zip', entries);
    const read = await readBack(file);
    expect(read.map(({ name }) => name)).toEqual(Object.keys(FILES));
    expect(read.map(({ bytes }) => bytes)).toEqual(
      Object.values(FILES).map((content) => Buffer.from(content)),
    );
  });

  test.skipIf(!hasUnzip)('is whole for unzip', async () => {
    const file = path.join(folder, 'unzip.zip');
    await writeArchive(file, 'zip', entries);
    const { stdout, status } = spawnSync('unzip', ['-t', file], { encoding: 'utf8' });
    expect(stdout).toContain('No errors detected');
    expect(status).toBe(0);
  });

  test.skipIf(!hasPython)('is whole for Python, which reads the same names', async () => {
    const file = path.join(folder, 'python.zip');
    await writeArchive(file, 'zip', entries);
    const script =
      'import sys,zipfile,json; z=zipfile.ZipFile(sys.argv[1]); print(json.dumps([z.testzip(), z.namelist()]))';
    const { stdout } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([null, Object.keys(FILES)]);
  });

  test('says how large it is and what its SHA-256 is', async () => {
    const file = path.join(folder, 'digest.zip');
    const { sizeBytes, sha256 } = await writeArchive(file, 'zip', entries);
    const bytes = fs.readFileSync(file);
    expect(sizeBytes).toBe(bytes.length);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('has no time, owner or machine of its making: 1 January 1980, mode 644, Unix', async () => {
    const file = path.join(folder, 'neutral.zip');
    await writeArchive(file, 'zip', entries);
    for (const { entry } of await readBack(file)) {
      expect(entry.lastModFileDate).toBe(0x0021);
      expect(entry.lastModFileTime).toBe(0);
      expect(entry.externalFileAttributes >>> 16).toBe(0o100644);
      expect(entry.versionMadeBy >> 8).toBe(3);
      expect(entry.extraFields).toEqual([]);
      expect(entry.generalPurposeBitFlag).toBe(0x0800);
    }
  });

  test('may be empty', async () => {
    const file = path.join(folder, 'empty.zip');
    expect((await writeArchive(file, 'zip', [])).sizeBytes).toBe(22);
    expect(await readBack(file)).toEqual([]);
  });

  test('takes content as a stream', async () => {
    const file = path.join(folder, 'stream.zip');
    const bytes = Buffer.alloc(300_000, 'stream ');
    const stream = async function* () {
      for (let from = 0; from < bytes.length; from += 64_000) yield bytes.subarray(from, from + 64_000);
    };
    const one = await writeArchive(file, 'zip', [{ ...storedEntry('a.bin', bytes), data: stream() }]);
    const other = await writeArchive(path.join(folder, 'bytes.zip'), 'zip', [storedEntry('a.bin', bytes)]);
    expect(one).toEqual(other);
  });

  test('refuses content of another size than announced, whose archive nobody could read', async () => {
    const archive = await createZip(path.join(folder, 'short.zip'));
    const entry = { ...storedEntry('a.txt', 'abc'), compressedBytes: 4 };
    await expect(archive.add(entry)).rejects.toThrow('a.txt is a different size than declared');
    await archive.abandon();
  });

  test('refuses a name that the format cannot hold', async () => {
    const archive = await createZip(path.join(folder, 'name.zip'));
    await expect(archive.add(storedEntry('a'.repeat(65_536), ''))).rejects.toThrow(
      'too long for a zip archive',
    );
    await archive.abandon();
  });
});

describe('a zip archive of 65,535 files, the number that means "see the records of zip64"', () => {
  test.runIf(isFullRun)('counts them there', async () => {
    const file = path.join(folder, 'many.zip');
    const count = 65_535;
    const archive = await createZip(file);
    for (let index = 0; index < count; index++) await archive.add(storedEntry(`page-${index}.html`, ''));
    await archive.finish();

    const tail = fs.readFileSync(file).subarray(-(56 + 20 + 22));
    const record = tail.subarray(0, 56);
    const locator = tail.subarray(56, 76);
    const end = tail.subarray(76);
    expect(record.readUInt32LE(0)).toBe(0x06064b50);
    expect(Number(record.readBigUInt64LE(4))).toBe(44);
    expect(Number(record.readBigUInt64LE(24))).toBe(count);
    expect(Number(record.readBigUInt64LE(32))).toBe(count);
    const directoryBytes = Number(record.readBigUInt64LE(40));
    const directoryStart = Number(record.readBigUInt64LE(48));
    expect(directoryStart + directoryBytes).toBe(fs.statSync(file).size - tail.length);
    expect(locator.readUInt32LE(0)).toBe(0x07064b50);
    expect(Number(locator.readBigUInt64LE(8))).toBe(directoryStart + directoryBytes);
    expect(locator.readUInt32LE(16)).toBe(1);
    expect(end.readUInt32LE(0)).toBe(0x06054b50);
    expect([end.readUInt16LE(8), end.readUInt16LE(10)]).toEqual([0xffff, 0xffff]);
    expect(end.readUInt32LE(12)).toBe(directoryBytes);
    expect(end.readUInt32LE(16)).toBe(directoryStart);

    const zip = await yauzl.openPromise(file, { lazyEntries: true });
    expect(zip.entryCount).toBe(count);
    let last = '';
    let seen = 0;
    for await (const entry of zip.eachEntry()) {
      last = entry.fileName;
      seen++;
    }
    expect([seen, last]).toEqual([count, `page-${count - 1}.html`]);
  });
});

type ReadBack = Readonly<{ name: string; bytes: Buffer; entry: yauzl.Entry }>;

async function readBack(file: string): Promise<ReadBack[]> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true, validateEntrySizes: true });
  const read: ReadBack[] = [];
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    expect(zlib.crc32(bytes)).toBe(entry.crc32);
    read.push({ name: entry.fileName, bytes, entry });
  }
  return read;
}
