import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { firstOf, isFullRun } from '../../test/stand-ins/full.ts';
import { type Content, temporaryFolder, writeArchive, writeBundle } from './archive.test-support.ts';
import { convertBundle } from './convert.ts';
import { STREAM_FROM_BYTES } from './deflate.ts';
import { writeDelta } from './write-delta.ts';

const folder = temporaryFolder();
const { signal } = new AbortController();
let made = 0;

/** Content whose start and end are incompressible. */
const MIXED: Content = {
  'large.bin': Buffer.concat([
    randomBytes(100_000),
    Buffer.alloc(STREAM_FROM_BYTES, 'large '),
    randomBytes(70_000),
  ]),
};

/** Has files below and above the size from which content is streamed. */
const SITE: Content = {
  'a/b.html': `<p>${'some words '.repeat(5000)}`,
  'empty.txt': '',
  'größe/表.css': 'p { color: red }',
  'just-large.bin': Buffer.alloc(STREAM_FROM_BYTES, 'abc'),
  ...(isFullRun ? MIXED : {}),
  'large.png': Buffer.alloc(STREAM_FROM_BYTES + 1, 'stored as it is'),
  'nearly-large.bin': Buffer.alloc(STREAM_FROM_BYTES - 1, 'abcd'),
  'noise.bin': randomBytes(STREAM_FROM_BYTES + 12_345),
};

describe.each(
  firstOf(1, [
    ['zip', 'tar.gz'],
    ['tar.gz', 'zip'],
  ] as const),
)('a bundle as %s, packed anew as %s', (one, other) => {
  test('has the bytes of one that was packed so at once', async () => {
    const [from, expected, out] = [newFile(), newFile(), newFile()];
    await writeBundle(from, SITE, one);
    const right = await writeBundle(expected, SITE, other);
    expect(await convertBundle({ from, out, format: other }, signal)).toEqual(right);
    expect(fs.readFileSync(out).equals(fs.readFileSync(expected))).toBe(true);
  });

  test('is refused when it is damaged', async () => {
    const from = newFile();
    const { sizeBytes, sha256 } = await writeBundle(from, { 'index.html': randomBytes(50_000) }, one);
    const bytes = fs.readFileSync(from);
    bytes[sizeBytes >> 1] = (bytes[sizeBytes >> 1] ?? 0) ^ 1;
    fs.writeFileSync(from, bytes);
    await refused({ from, format: other }, 'integrity', /is damaged/);
    await refused({ from, format: other, sha256 }, 'integrity', /is damaged \(its SHA-256 does not match\)/);
    fs.writeFileSync(from, bytes.subarray(0, -100));
    await refused({ from, format: other }, 'integrity', /is damaged/);
  });

  test('is refused when it is no bundle, or has that format already', async () => {
    const from = newFile();
    await writeArchive(from, one, { 'a.txt': 'a' });
    await refused({ from, format: other }, 'integrity', /has no offprint.json/);
    await refused({ from, format: one }, 'usage', /is already a .*Use it as is/);
  });

  test.runIf(isFullRun)('leaves nothing behind when it is stopped', async () => {
    const from = newFile();
    await writeBundle(from, SITE, one);
    const work = fs.mkdtempSync(path.join(folder, 'stopped-'));
    const controller = new AbortController();
    const task = { from, out: path.join(work, 'out'), format: other };
    const running = convertBundle(task, controller.signal);
    running.catch(() => {});
    while (fs.readdirSync(work).length === 0) await nextTurn();
    const reason = new Error('told to stop');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(fs.readdirSync(work)).toEqual([]);
    await expect(convertBundle(task, controller.signal)).rejects.toBe(reason);
    await expect(convertBundle({ ...task, sha256: '0' }, controller.signal)).rejects.toBe(reason);
    await expect.poll(() => openFiles(folder)).toEqual([]);
  });
});

test('a delta is not taken for a bundle', async () => {
  const [bundle, delta] = [newFile(), newFile()];
  await writeBundle(bundle, { 'index.html': 'i' });
  await writeDelta({ base: bundle, target: bundle, out: delta }, signal);
  await refused({ from: delta, format: 'tar.gz' }, 'integrity', /has no offprint.json/);
});

function newFile(): string {
  return path.join(folder, `file-${made++}`);
}

async function refused(
  task: { from: string; format: 'zip' | 'tar.gz'; sha256?: string },
  code: string,
  sentence: RegExp,
): Promise<void> {
  const out = newFile();
  await expect(convertBundle({ ...task, out }, signal)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(sentence),
  });
  expect(fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(out)))).toEqual([]);
}

/** Files below a folder that this process has open; none if the system does not report them. */
function openFiles(below: string): string[] {
  if (!fs.existsSync('/proc/self/fd')) return [];
  return fs
    .readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return '';
      }
    })
    .filter((file) => file.startsWith(below));
}
