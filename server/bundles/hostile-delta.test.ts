import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { OffprintError } from '../errors.ts';
import { applyDelta } from './apply-delta.ts';
import {
  deflatedEntry,
  storedEntry,
  temporaryFolder,
  writeArchive,
  writeBundle,
} from './archive.test-support.ts';
import type { DeltaHeader } from './delta.ts';
import { readArchive } from './read.ts';
import { writeDelta } from './write-delta.ts';
import type { ZipEntry } from './zip.ts';

/**
 * Deltas that are truncated, altered or forged. Each is rejected with a message, uses bounded memory, and leaves
 * nothing behind. A delta is applied only if it produces exactly the bundle that it declares.
 */
const folder = temporaryFolder();
const { signal } = new AbortController();
const base = path.join(folder, 'base.zip');
const target = path.join(folder, 'target.zip');
const genuine = path.join(folder, 'genuine.zip');
const out = path.join(folder, 'out.zip');
let header: DeltaHeader;
let parts: Map<string, ZipEntry>;

beforeAll(async () => {
  await writeBundle(base, { 'a.html': '<p>a', 'b.html': `<p>${'b '.repeat(500)}`, 'index.html': 'i' });
  await writeBundle(target, { 'a.html': '<p>new', 'b.html': `<p>${'b '.repeat(500)}`, 'index.html': 'i' });
  await writeDelta({ base, target, out: genuine }, signal);
  parts = await entriesOf(genuine);
  header = JSON.parse(String(textOf('offprint-delta.json'))) as DeltaHeader;
});

describe('a delta that is not whole', () => {
  test('is refused wherever it is cut off', async () => {
    const bytes = fs.readFileSync(genuine);
    for (let length = 0; length < bytes.length; length += 13) {
      await refused(written(bytes.subarray(0, length)), /damaged|neither a zip|no delta/);
    }
  });

  test('makes no wrong bundle, whichever of its bits is flipped', async () => {
    const step = isFullRun ? 3 : 61;
    const bytes = fs.readFileSync(genuine);
    const right = sha256Of(target);
    let refusals = 0;
    for (let at = 0; at < bytes.length; at += step) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      const error = await applyDelta({ base, delta: written(altered), out }, signal).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) {
        expect(sha256Of(out)).toBe(right);
        fs.rmSync(out);
      } else {
        refusals++;
        expect(error).toBeInstanceOf(OffprintError);
        expect((error as OffprintError).code).toMatch(/integrity|usage|disk-full/);
      }
      expectNothingLeft();
    }
    expect(refusals).toBeGreaterThan(bytes.length / step / 2);
  });
});

describe('a made-up delta is refused', () => {
  const cases: Record<string, [pieces: (base: number, target: number) => string, sentence: RegExp]> = {
    'that begins behind the base': [
      () => 'base 999999999999999 1\n',
      /needs more data than the base contains/,
    ],
    'that reaches over the end of the base': [
      (base) => `base ${base - 10} 11\n`,
      /more data than the base contains/,
    ],
    'whose numbers are too large': [
      () => 'base 99999999999999999999 1\n',
      /pieces.txt does not match its description/,
    ],
    'whose numbers are negative': [() => 'base -1 5\n', /pieces.txt does not match its description/],
    'with a piece of nothing': [() => 'base 5 0\n', /pieces.txt does not match its description/],
    'with a piece of no kind': [() => 'copy 5 5\n', /pieces.txt does not match its description/],
    'with text for pieces': [() => '<p>hello', /pieces.txt does not match its description/],
    'without the end of its last line': [() => 'frame 5', /pieces.txt does not match its description/],
    'that asks for more of the frame than there is': [
      (_, target) => `frame ${target}\n`,
      /frame.bin is too short/,
    ],
    'that asks for a file of another size': [() => 'file 3\n', /is a different size than declared/],
    'that produces more than it declares': [
      (_, target) => `base 0 ${target + 1}\n`,
      /produces more data than it declares/,
    ],
    'that makes less than it declares': [() => 'base 0 10\n', /produces a different bundle than it declares/],
    'that makes something else of the same size': [
      (_, target) => `base 0 100\nbase 0 ${target - 100}\n`,
      /produces a different bundle than it declares/,
    ],
  };
  test.each(Object.entries(cases))('%s', async (_case, [piecesOf, sentence]) => {
    const pieces = piecesOf(header.base.sizeBytes, header.target.sizeBytes);
    const count = Math.max(1, pieces.split('\n').length - 1);
    await refused(await deltaWith({ pieces, counts: { pieces: count } }), sentence);
  });

  test('with other pieces than it declares', async () => {
    await refused(await deltaWith({ counts: { pieces: 1 } }), /pieces.txt does not match its description/);
    await refused(
      await deltaWith({ counts: { pieces: 8_000_000 } }),
      /pieces.txt does not match its description/,
    );
  });

  test('with huge counts and sizes', async () => {
    await refused(await deltaWith({ counts: { pieces: 2 ** 40 } }), /is not a valid/);
    await refused(await deltaWith({ target: { sizeBytes: 2 ** 60 } }), /is not a valid/);
    await refused(
      await deltaWith({ target: { sizeBytes: 2 ** 52 } }),
      /There is not enough space/,
      'disk-full',
    );
  });

  test('without its files', async () => {
    const [first = '', ...rest] = [...parts.keys()].reverse();
    const left = new Map(parts);
    left.delete(first);
    await refused(await rewritten(left), /a file is missing/);
    for (const name of rest.filter((name) => name.startsWith('offprint-delta/'))) {
      left.delete(name);
      await refused(await rewritten(left), new RegExp(`${name} is not in the right place`));
    }
  });

  test('whose header is from another time', async () => {
    await refused(await deltaWith({ formatVersion: 2 }), /made by a newer version of Offprint/);
    await refused(await deltaWith({ base: { sha256: '../../etc' } }), /is not a valid/);
  });

  test('whose header would move the cursor of a terminal', async () => {
    await refused(await deltaWith({ target: { domain: 'a\u001b[2Jb' } }), /is not a valid/);
  });

  test('whose header is no JSON', async () => {
    const file = path.join(folder, 'no-json.zip');
    await writeArchive(file, 'zip', [
      storedEntry('offprint-delta.json', '{'),
      ...[...parts.values()].slice(1),
    ]);
    await refused(file, /offprint-delta.json is not valid JSON/);
  });

  test('whose entries overlap or lie in another order', async () => {
    const bytes = fs.readFileSync(genuine);
    const headers = centralHeaders(bytes);
    const [, second = 0, third = 0] = headers;
    bytes.writeUInt32LE(bytes.readUInt32LE(second + 42), third + 42);
    bytes.writeUInt32LE(bytes.readUInt32LE(second + 20), third + 20);
    await refused(written(bytes), /overlaps another entry/);
  });

  test('whose directory announces more entries than any disk holds', async () => {
    const bytes = fs.readFileSync(genuine);
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    bytes.writeUInt16LE(0xffff, end + 10);
    const wanting = await deltaWith({
      pieces: `${textOf('offprint-delta/pieces.txt')}file 5\n`,
      counts: { pieces: 99 },
    });
    await refused(wanting, /damaged/);
    const start = bytes.readUInt32LE(end + 16);
    const record = Buffer.alloc(56);
    record.writeUInt32LE(0x06064b50, 0);
    record.writeBigUInt64LE(2n ** 50n, 32);
    record.writeBigUInt64LE(BigInt(start), 48);
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.writeBigUInt64LE(BigInt(end), 8);
    locator.writeUInt32LE(1, 16);
    const many = Buffer.concat([bytes.subarray(0, end), record, locator, bytes.subarray(end)]);
    const file = written(many);
    // The entries that the delta needs are there; further ones are never read.
    await applyDelta({ base, delta: file, out }, signal);
    expect(sha256Of(out)).toBe(sha256Of(target));
    fs.rmSync(out);
  });
});

describe('a bomb stays small', () => {
  test('as a header', async () => {
    const bomb = deflatedEntry('offprint-delta.json', Buffer.alloc(10_000_000, ' '));
    await refused(await withEntry(bomb), /header is too long/);
    await refused(await withEntry({ ...bomb, sizeBytes: 1000 }), /damaged|too many bytes/);
  });

  test.each([
    ['one endless line', '1'],
    ['countless pieces', 'base 0 1\n'],
  ])('as a list of pieces: %s', async (_case, text) => {
    const bomb = await bombOf('offprint-delta/pieces.txt', text);
    const delta = await withEntry(bomb, { counts: { pieces: 50 } });
    await expectLittleMemory(() => refused(delta, /pieces.txt does not match its description/));
  });

  test('as a frame', async () => {
    const delta = await withEntry(await bombOf('offprint-delta/frame.bin', '\0'));
    await expectLittleMemory(() => refused(delta, /produces a different bundle than it declares/));
  });

  test('as pieces that repeat the base', async () => {
    const pieces = `base 0 ${header.base.sizeBytes}\n`.repeat(100_000);
    const delta = await deltaWith({ pieces, counts: { pieces: 100_000 } });
    await expectLittleMemory(() => refused(delta, /produces more data than it declares/));
  });
});

test.skipIf(!fs.existsSync('/proc/self/fd'))('refusing lets go of every file', async () => {
  const large = storedEntry('offprint-delta/frame.bin', randomBytes(5_000_000));
  await refused(await withEntry(large), /produces a different bundle/);
  await refused(await deltaWith({ pieces: '?\n' }), /pieces.txt/);
  const open = (): string[] =>
    fs
      .readdirSync('/proc/self/fd')
      .map((fd) => {
        try {
          return fs.readlinkSync(`/proc/self/fd/${fd}`);
        } catch {
          return ''; // closed meanwhile
        }
      })
      .filter((file) => file.startsWith(folder));
  await expect.poll(open).toEqual([]);
});

type Change = Readonly<{
  pieces?: string;
  formatVersion?: number;
  base?: Record<string, unknown>;
  target?: Record<string, unknown>;
  counts?: Record<string, unknown>;
}>;

/** The genuine delta with a changed header and, if given, other pieces. */
async function deltaWith(change: Change): Promise<string> {
  const { pieces } = change;
  return withEntry(
    pieces === undefined ? undefined : storedEntry('offprint-delta/pieces.txt', pieces),
    change,
  );
}

/** The genuine delta with one entry replaced by another of the same name. */
async function withEntry(entry: ZipEntry | undefined, change: Change = {}): Promise<string> {
  const { formatVersion = 1 } = change;
  const text = JSON.stringify({
    format: 'offprint-delta',
    formatVersion,
    base: { ...header.base, ...change.base },
    target: { ...header.target, ...change.target },
    counts: { ...header.counts, ...change.counts },
  });
  const entries = new Map([
    ...parts,
    ['offprint-delta.json', storedEntry('offprint-delta.json', text)] as const,
  ]);
  if (entry) entries.set(entry.path, entry);
  return rewritten(entries);
}

async function rewritten(entries: ReadonlyMap<string, ZipEntry>): Promise<string> {
  const file = path.join(folder, 'made-up.zip');
  await writeArchive(file, 'zip', [...entries.values()]);
  return file;
}

/** Entries of a zip, compressed again with their original method. */
async function entriesOf(file: string): Promise<Map<string, ZipEntry>> {
  const bytes = fs.readFileSync(file);
  const entries = new Map<string, ZipEntry>();
  const methods = centralHeaders(bytes).map((at) => bytes.readUInt16LE(at + 10));
  for await (const entry of readArchive(file)) {
    const content = Buffer.concat(await (await entry.open()).toArray());
    const data = methods[entries.size] === 8 ? zlib.deflateRawSync(content, { level: 5 }) : content;
    const sizes = { sizeBytes: content.length, compressedBytes: data.length };
    const method = methods[entries.size] === 8 ? 8 : 0;
    entries.set(entry.path, { path: entry.path, method, crc32: zlib.crc32(content), ...sizes, data });
  }
  return entries;
}

function textOf(name: string): string {
  const { data = Buffer.alloc(0), method } = parts.get(name) ?? {};
  const bytes = Buffer.from(data as Uint8Array);
  return (method === 8 ? zlib.inflateRawSync(bytes) : bytes).toString('utf8');
}

function centralHeaders(zip: Buffer): number[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const headers: number[] = [];
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    headers.push(at);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return headers;
}

function written(bytes: Buffer): string {
  const file = path.join(folder, 'written.zip');
  fs.writeFileSync(file, bytes);
  return file;
}

async function refused(delta: string, sentence: RegExp, code?: string): Promise<void> {
  const error = await applyDelta({ base, delta, out }, signal).then(
    () => 'applied',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OffprintError);
  expect(error).toMatchObject({ message: expect.stringMatching(sentence) });
  expect((error as OffprintError).code).toMatch(code ?? /^(integrity|usage)$/);
  expectNothingLeft();
}

function expectNothingLeft(): void {
  expect(fs.existsSync(out)).toBe(false);
  expect(fs.readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
}

/** Far more than the memory limit; 540 MB in a full run. */
const BOMB_CHUNKS = isFullRun ? 600 : 250;

/** Highly compressible content, generated without holding it in memory. */
async function bombOf(name: string, text: string): Promise<ZipEntry> {
  const chunk = Buffer.alloc(900_000, text);
  let crc32 = 0;
  const chunks = function* () {
    for (let count = 0; count < BOMB_CHUNKS; count++) {
      crc32 = zlib.crc32(chunk, crc32);
      yield chunk;
    }
  };
  const data = await buffer(Readable.from(chunks()).pipe(zlib.createDeflateRaw({ level: 1 })));
  const sizes = { sizeBytes: BOMB_CHUNKS * chunk.length, compressedBytes: data.length };
  return { path: name, method: 8, crc32, ...sizes, data };
}

async function expectLittleMemory(work: () => Promise<unknown>): Promise<void> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await work();
  clearInterval(watch);
  expect((Math.max(most, process.memoryUsage.rss()) - before) / 2 ** 20).toBeLessThan(80);
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
