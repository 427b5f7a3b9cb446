import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { OffprintError } from '../errors.ts';
import { deflatedEntry, storedEntry, temporaryFolder, writeArchive } from './archive.test-support.ts';
import { readArchive, unpackArchive } from './read.ts';

const folder = temporaryFolder();
let made = 0;

describe('the files of an archive', () => {
  test.each(['zip', 'tar.gz'] as const)('come in their order, with their sizes (%s)', async (format) => {
    const file = newFile();
    await writeArchive(file, format, { 'b.html': 'bb', 'a/c.html': 'ccc', 'empty.txt': '' });
    const seen: string[] = [];
    for await (const entry of readArchive(file))
      seen.push(`${entry.path} ${entry.sizeBytes} ${await text(entry)}`);
    expect(seen).toEqual(['b.html 2 bb', 'a/c.html 3 ccc', 'empty.txt 0 ']);
  });

  test.each(['zip', 'tar.gz'] as const)('need not be opened (%s)', async (format) => {
    const file = newFile();
    await writeArchive(file, format, { 'a.bin': Buffer.alloc(200_000), 'b.txt': 'b' });
    const seen: string[] = [];
    for await (const entry of readArchive(file)) seen.push(entry.path);
    expect(seen).toEqual(['a.bin', 'b.txt']);
  });

  test.each(['zip', 'tar.gz'] as const)('may be left half-way (%s)', async (format) => {
    const file = newFile();
    await writeArchive(file, format, { 'a.bin': Buffer.alloc(200_000), 'b.txt': 'b' });
    for await (const entry of readArchive(file)) {
      expect(entry.path).toBe('a.bin');
      break;
    }
  });

  test('are those of a zip, whatever its file is called', async () => {
    const file = `${newFile()}.tar.gz`;
    await writeArchive(file, 'zip', { 'a.txt': 'a' });
    expect(await paths(file)).toEqual(['a.txt']);
  });

  test('do not include entries for folders, which other programs write', async () => {
    const file = await tarball([
      { name: 'docs/', type: 'directory' },
      { name: 'docs/a.txt', content: 'a' },
    ]);
    expect(await paths(file)).toEqual(['docs/a.txt']);
  });
});

describe('unpacking', () => {
  test('writes every file into its folder', async () => {
    const file = newFile();
    const target = newFile();
    await writeArchive(file, 'zip', [deflatedEntry('a/b/c.html', '<p>c'), storedEntry('größe.txt', 'ü')]);
    await unpackArchive(file, target);
    expect(fs.readFileSync(path.join(target, 'a/b/c.html'), 'utf8')).toBe('<p>c');
    expect(fs.readFileSync(path.join(target, 'größe.txt'), 'utf8')).toBe('ü');
  });

  test('writes what is small and what is large, and many of each', async () => {
    const file = newFile();
    const target = newFile();
    const large = 'x'.repeat(2 ** 20 + 1);
    const contents = Array.from({ length: 100 }, (_, index) => [
      `${index % 7}/${index}.txt`,
      index % 40 === 39 ? large + index : index === 50 ? '' : `text ${index}`,
    ]);
    await writeArchive(
      file,
      'zip',
      contents.map(([name = '', text = '']) => deflatedEntry(name, text)),
    );
    await unpackArchive(file, target);
    const there = contents.map(([name = '']) => [name, fs.readFileSync(path.join(target, name), 'utf8')]);
    expect(there).toEqual(contents);
  });

  test('stops when it is told to', async () => {
    const file = newFile();
    await writeArchive(file, 'zip', { 'a.txt': 'a' });
    await expect(unpackArchive(file, newFile(), AbortSignal.abort())).rejects.toThrow(/abort/i);
  });

  test('overwrites no file that is there already', async () => {
    const file = newFile();
    const target = newFile();
    await writeArchive(file, 'zip', { 'a.txt': 'new' });
    fs.mkdirSync(target);
    fs.writeFileSync(path.join(target, 'a.txt'), 'old');
    await expect(unpackArchive(file, target)).rejects.toThrow('EEXIST');
    expect(fs.readFileSync(path.join(target, 'a.txt'), 'utf8')).toBe('old');
  });
});

describe('an archive with a dangerous name is refused', () => {
  const names = [
    '../evil.txt',
    'a/../../evil.txt',
    'a/..',
    '/etc/passwd',
    'C:/evil.txt',
    'c:evil.txt',
    '..\\evil.txt',
    'a\\b.txt',
    './a.txt',
    'a/./b.txt',
    'a//b.txt',
    '..',
    '.',
  ];
  const OUTSIDE = /would be written outside the destination folder.*Do not unpack it/;

  test.each(names)('%j in a zip', async (name) => {
    const file = newFile();
    await writeArchive(file, 'zip', { 'a.txt': 'a', [name]: 'evil' });
    await expectRefused(file, 'integrity', OUTSIDE);
  });

  test.each(names)('%j in a tar.gz', async (name) => {
    const file = await tarball([
      { name: 'a.txt', content: 'a' },
      { name, content: 'evil' },
    ]);
    await expectRefused(file, 'integrity', OUTSIDE);
  });

  test('and nothing is written outside the folder', async () => {
    const file = newFile();
    const target = path.join(newFile(), 'inner');
    await writeArchive(file, 'zip', { '../evil.txt': 'evil' });
    await expect(unpackArchive(file, target)).rejects.toThrow(OUTSIDE);
    expect(fs.existsSync(path.join(target, '../evil.txt'))).toBe(false);
  });
});

describe('an archive with something else than plain files is refused', () => {
  const NO_PLAIN_FILE = /contains "link", which is not a regular file. Do not unpack it/;

  test.each([
    ['symbolic link', 0o120777],
    ['character device', 0o020666],
    ['block device', 0o060666],
    ['pipe', 0o010666],
    ['socket', 0o140777],
    ['folder by its mode', 0o040755],
  ])('a %s in a zip', async (_what, mode) => {
    const file = newFile();
    await writeArchive(file, 'zip', { link: '/etc/passwd' });
    const bytes = fs.readFileSync(file);
    const central = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE((mode << 16) >>> 0, central + 38);
    fs.writeFileSync(file, bytes);
    await expectRefused(file, 'integrity', NO_PLAIN_FILE);
  });

  test.each([
    ['symlink', '/etc/passwd'],
    ['link', 'a.txt'],
    ['character-device', null],
    ['block-device', null],
    ['fifo', null],
  ] as const)('a %s in a tar.gz', async (type, linkname) => {
    await expectRefused(await tarball([{ name: 'link', type, linkname }]), 'integrity', NO_PLAIN_FILE);
  });
});

describe('an archive whose files take the place of one another is refused', () => {
  const TWICE = /contains ".*" twice, or as both a file and a folder/;

  test.each([[['a.txt', 'b.txt', 'a.txt']], [['a', 'a/b.txt']], [['a/b.txt', 'a']], [['a/b/c.txt', 'a/b']]])(
    '%j',
    async (names) => {
      const zip = newFile();
      await writeArchive(
        zip,
        'zip',
        names.map((name) => storedEntry(name, name)),
      );
      await expectRefused(zip, 'integrity', TWICE);
      await expectRefused(await tarball(names.map((name) => ({ name, content: name }))), 'integrity', TWICE);
    },
  );
});

describe('a damaged archive is refused', () => {
  const content = [
    deflatedEntry('a.html', '<p>text</p>'.repeat(5000)),
    storedEntry('b.bin', Buffer.from(Array.from({ length: 5000 }, (_, byte) => (byte * 7919) % 256))),
  ];

  test.each(['zip', 'tar.gz'] as const)('when it was cut off anywhere (%s)', async (format) => {
    const whole = newFile();
    await writeArchive(whole, format, content);
    const bytes = fs.readFileSync(whole);
    for (const share of [0.1, 0.5, 0.9, 0.99]) {
      const file = newFile();
      fs.writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * share)));
      await expectRefused(file, 'integrity', /is damaged .*Fetch the bundle again/);
    }
    const lastByte = newFile();
    fs.writeFileSync(lastByte, bytes.subarray(0, -1));
    await expectRefused(lastByte, 'integrity', /is damaged/);
  });

  test('when the checksum of a file differs, which is named', async () => {
    const file = newFile();
    await writeArchive(file, 'zip', [{ ...storedEntry('a.html', 'text'), crc32: 12345 }]);
    await expectRefused(
      file,
      'integrity',
      /^"a.html" is damaged \(its checksum does not match\). Fetch the bundle again/,
    );
  });

  test('when it is one of the first of many', async () => {
    const file = newFile();
    const many = Array.from({ length: 100 }, (_, index) => storedEntry(`${index}.txt`, 'text'));
    await writeArchive(file, 'zip', [
      ...many.slice(0, 3),
      { ...storedEntry('a.txt', 'text'), crc32: 1 },
      ...many.slice(3),
    ]);
    await expectRefused(file, 'integrity', /^"a.txt" is damaged/);
  });

  test.each([
    ['the compressed bytes of a file', (bytes: Buffer) => bytes.fill(0xff, 60, 80)],
    ['the header before a file', (bytes: Buffer) => bytes.fill(0, 0, 4).fill(0x50, 0, 1)],
    [
      'the method of compression',
      (bytes: Buffer) => bytes.writeUInt16LE(99, bytes.lastIndexOf(CENTRAL) + 10),
    ],
    [
      'the central directory',
      (bytes: Buffer) => bytes.fill(0, bytes.lastIndexOf(CENTRAL), bytes.lastIndexOf(CENTRAL) + 4),
    ],
    ['the offset of a file', (bytes: Buffer) => bytes.writeUInt32LE(7, bytes.lastIndexOf(CENTRAL) + 42)],
    ['the size of a file', (bytes: Buffer) => bytes.writeUInt32LE(1, bytes.lastIndexOf(CENTRAL) + 24)],
    [
      'the flag of encryption',
      (bytes: Buffer) => bytes.writeUInt16LE(0x0801, bytes.lastIndexOf(CENTRAL) + 8),
    ],
  ])('when %s was altered', async (_, damage) => {
    const file = newFile();
    await writeArchive(file, 'zip', content.slice(0, 1));
    const bytes = fs.readFileSync(file);
    damage(bytes);
    fs.writeFileSync(file, bytes);
    await expectRefused(file, 'integrity', /is damaged|is neither a zip nor a tar.gz/);
  });

  test('when its gzip was altered', async () => {
    const file = newFile();
    await writeArchive(file, 'tar.gz', content);
    const bytes = fs.readFileSync(file);
    bytes.fill(0xaa, 200, 220);
    fs.writeFileSync(file, bytes);
    await expectRefused(file, 'integrity', /is damaged/);
  });

  test('when it is gzip of something else', async () => {
    const file = newFile();
    fs.writeFileSync(file, zlib.gzipSync(Buffer.alloc(2000, 'no tar at all ')));
    await expectRefused(file, 'integrity', /is damaged/);
  });
});

describe('what is no archive is refused', () => {
  const NEITHER = /is neither a zip nor a tar.gz archive. Fetch the bundle again from its source./;

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a single byte', Buffer.from('P')],
    ['a web page', Buffer.from('<!doctype html><p>404 Not found')],
    ['noise', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * index * 31 + 7) % 251))],
    ['zero bytes', Buffer.alloc(4096)],
  ])('%s', async (_, bytes) => {
    const file = newFile();
    fs.writeFileSync(file, bytes);
    await expectRefused(file, 'integrity', NEITHER);
  });

  test('a zip that holds nothing', async () => {
    const file = newFile();
    await writeArchive(file, 'zip', {});
    await expectRefused(file, 'integrity', NEITHER);
  });

  test('noise that begins like a zip or like gzip', async () => {
    for (const start of [
      [0x50, 0x4b, 0x03, 0x04],
      [0x1f, 0x8b],
    ]) {
      const file = newFile();
      fs.writeFileSync(file, Buffer.concat([Buffer.from(start), Buffer.alloc(500, 'noise ')]));
      await expectRefused(file, 'integrity', /is damaged/);
    }
  });

  test('a file that is not there', async () => {
    await expectRefused(newFile(), 'usage', /^There is no file .* Check the path.$/);
  });

  test('a folder', async () => {
    await expectRefused(folder, 'usage', /is a folder/);
  });
});

const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

function newFile(): string {
  return path.join(folder, `file-${made++}`);
}

async function paths(file: string): Promise<string[]> {
  const seen: string[] = [];
  for await (const entry of readArchive(file)) seen.push(entry.path);
  return seen;
}

async function text(entry: { open: () => Promise<AsyncIterable<Buffer>> }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await entry.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Expects that unpacking fails with this code and message. */
async function expectRefused(file: string, code: string, sentence: RegExp): Promise<void> {
  const error = await unpackArchive(file, newFile()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OffprintError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(sentence) });
  expect((error as Error).message.match(/Fetch the bundle again/g) ?? []).toHaveLength(
    code === 'integrity' && /Fetch/.test((error as Error).message) ? 1 : 0,
  );
}

type TarEntry = Readonly<{
  name: string;
  content?: string;
  type?: tar.Header['type'];
  linkname?: string | null;
}>;

async function tarball(entries: readonly TarEntry[]): Promise<string> {
  const pack = tar.pack();
  for (const { name, content, type = 'file', linkname } of entries) {
    pack.entry({ name, type, ...(linkname ? { linkname } : {}) }, content ?? '');
  }
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  const file = newFile();
  fs.writeFileSync(file, zlib.gzipSync(Buffer.concat(chunks)));
  return file;
}
