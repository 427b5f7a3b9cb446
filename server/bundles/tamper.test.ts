import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { type Content, temporaryFolder, writeBundle } from './archive.test-support.ts';
import { MANIFEST_FILE, SIGNATURE_FILE } from './own-files.ts';
import { signBundle } from './sign-bundle.ts';
import { newSigningKey, trustIn } from './signing.test-support.ts';
import { type Contents, judge } from './verification.ts';
import { contentsOfArchive, verifyStream } from './verify-source.ts';

/**
 * A signed bundle of 5 MB with one byte changed: every byte of manifest and signature and 2,000 sampled offsets of the
 * archive in a full run, fewer by default. None of these is ever called valid.
 */
const EVERY = isFullRun ? 1 : 211;
const PLACES = isFullRun ? 2_000 : 5;

const folder = temporaryFolder();
const { signal } = new AbortController();
const key = newSigningKey();
const trusted = [trustIn(key)];
const archives: Record<string, Buffer> = {};
let contents: Contents;

beforeAll(async () => {
  for (const format of ['zip', 'tar.gz'] as const) {
    const file = path.join(folder, `bundle.${format}`);
    await writeBundle(file, siteOfFiveMegabytes(), format);
    await signBundle(file, key, signal);
    archives[format] = fs.readFileSync(file);
    if (format === 'zip') contents = await contentsOfArchive(file, signal);
  }
});

test('the bundle has 5 MB and is valid while nothing is altered', async () => {
  for (const archive of Object.values(archives)) {
    expect(archive.length).toBeGreaterThan(5_000_000);
    expect((await verify(archive)).verdict).toBe('valid');
  }
  expect(judge(contents, 'archive', trusted).verdict).toBe('valid');
});

describe('one byte is another', () => {
  test.each([MANIFEST_FILE, SIGNATURE_FILE])('of %s', (name) => {
    const bytes = contents.kept.get(name) ?? Buffer.alloc(0);
    expect(bytes.length).toBeGreaterThan(100);
    let count = 0;
    for (let at = 0; at < bytes.length; at += name === SIGNATURE_FILE ? 1 : EVERY) {
      for (const value of valuesAt(bytes, at)) {
        const altered = Buffer.from(bytes);
        altered[at] = value;
        const sha256 = createHash('sha256').update(altered).digest('hex');
        const files = new Map(contents.files).set(name, { sha256, sizeBytes: altered.length });
        const { verdict } = judge(
          { files, kept: new Map(contents.kept).set(name, altered) },
          'archive',
          trusted,
        );
        if (verdict !== 'altered') expect(verdict, `byte ${at} is ${value}`).toBe('altered');
        count++;
      }
    }
    process.stdout.write(`${name}: ${count} changes of ${bytes.length} bytes were found\n`);
  });

  test.each(['zip', 'tar.gz'] as const)('at sampled places of the archive (%s)', async (format) => {
    const archive = archives[format] ?? Buffer.alloc(0);
    const random = randomNumbers(42);
    for (let place = 0; place < PLACES; place++) {
      const at = random() % archive.length;
      await expectFound(archive, at, 1 << (place % 8), format);
    }
  });

  test('of what the archive has behind the site: manifest, signature, directory', async () => {
    const archive = archives.zip ?? Buffer.alloc(0);
    const start = archive.indexOf(MANIFEST_FILE) - 30;
    expect(archive.readUInt32LE(start)).toBe(0x04034b50);
    // Each one is a complete verification. The step is a prime, so that over time it hits all header fields.
    for (let at = start; at < archive.length; at += isFullRun ? 7 : 4_999) {
      await expectFound(archive, at, 1 << (at % 8), 'zip');
    }
  });
});

async function expectFound(archive: Buffer, at: number, bit: number, format: string): Promise<void> {
  const before = archive[at] ?? 0;
  archive[at] = before ^ bit;
  const { verdict } = await verify(archive);
  archive[at] = before;
  if (verdict === 'altered' || verdict === 'incomplete') return;
  expect.fail(`${format}: byte ${at}, bit ${bit}: ${verdict}`);
}

function verify(archive: Buffer) {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < archive.length; at += 2 ** 20) yield archive.subarray(at, at + 2 ** 20);
  };
  return verifyStream(chunks(), { trusted, signal });
}

/** Other values of a byte: the next one, a flipped bit, and what editors insert. */
function valuesAt(bytes: Buffer, at: number): Set<number> {
  const before = bytes[at] ?? 0;
  const values = new Set([(before + 1) % 256, before ^ 0x80, 0x20, 0x30]);
  values.delete(before);
  return values;
}

function siteOfFiveMegabytes(): Content {
  const random = randomNumbers(7);
  const files: [string, Buffer][] = Array.from({ length: 120 }, (_, index) => {
    const words = new Uint32Array(10_500).map(() => random());
    return [`p/${String(index).padStart(3, '0')}.html`, Buffer.from(words.buffer)];
  });
  return Object.fromEntries([['index.html', Buffer.from('<p>start')], ...files]);
}

/** Reproducible random numbers (Numerical Recipes, 32 bits). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}
