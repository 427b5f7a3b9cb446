import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { OffprintError } from '../errors.ts';
import { contentDigest } from './content-digest.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { formatManifest } from './write-manifest.ts';

const MANIFEST: Manifest = {
  format: 'offprint-bundle',
  formatVersion: 1,
  domain: 'docs.example.com',
  version: '2026.1',
  digest: 'a'.repeat(64),
  generator: 'offprint',
  counts: { pages: 1, files: 1, sizeBytes: 3, missing: 0 },
  settings: { include: [], interactivity: 'keep' },
  operatorFiles: ['offprint-site.js'],
  files: [{ path: 'index.html', sha256: 'b'.repeat(64), sizeBytes: 3 }],
};

describe('a manifest', () => {
  test('reads the same after it has been written', () => {
    expect(parseManifest(formatManifest(MANIFEST))).toEqual(MANIFEST);
  });

  test('is text with lines that a person can read and compare', () => {
    const text = formatManifest(MANIFEST);
    expect(text).toMatch(/^\{\n "format": "offprint-bundle",\n/);
    expect(text).toMatch(/\}\n$/);
  });

  test('may hold more than this version knows of', () => {
    expect(parseManifest(JSON.stringify({ ...MANIFEST, added: 'later' })).domain).toBe('docs.example.com');
  });
});

describe('a manifest is refused', () => {
  test.each(['', 'no JSON', '{"format": "offprint-bundle"', '\u0000'])('when it is %j, no JSON', (text) => {
    expectRefused(text, /^offprint.json is not valid JSON. Fetch the bundle again from its source.$/);
  });

  test.each([
    ['null', ''],
    ['[]', ''],
    ['{}', 'format'],
    [JSON.stringify({ ...MANIFEST, format: 'other' }), 'format'],
    [JSON.stringify({ ...MANIFEST, formatVersion: 2 }), 'formatVersion'],
    [JSON.stringify({ ...MANIFEST, counts: { ...MANIFEST.counts, pages: 1.5 } }), 'counts.pages'],
    [JSON.stringify({ ...MANIFEST, files: [{ path: 'a', sha256: 'b' }] }), 'files.0.sizeBytes'],
    [JSON.stringify({ ...MANIFEST, files: 'all' }), 'files'],
  ])('when it is %s, with the place of the fault', (text, place) => {
    expectRefused(text, new RegExp(`is not a valid manifest \\(at "${place}"\\)`));
  });

  test('of a newer format says that Offprint may be too old', () => {
    expectRefused(
      JSON.stringify({ ...MANIFEST, formatVersion: 2 }),
      /damaged or was made by a newer version of Offprint/,
    );
  });
});

describe('the digest of a content', () => {
  const files = [
    { path: 'a.html', sha256: '1'.repeat(64), sizeBytes: 10 },
    { path: 'ü.html', sha256: '2'.repeat(64), sizeBytes: 20 },
  ];

  test('is SHA-256 over a line for each file, which a script can make too', () => {
    const lines = `${'1'.repeat(64)} 10 a.html\n${'2'.repeat(64)} 20 ü.html\n`;
    expect(contentDigest(files)).toBe(createHash('sha256').update(lines, 'utf8').digest('hex'));
  });

  test('changes with every part of it', () => {
    const [first, second] = files as [(typeof files)[0], (typeof files)[0]];
    const digests = [
      files,
      [first],
      [second, first],
      [{ ...first, path: 'b.html' }, second],
      [{ ...first, sizeBytes: 11 }, second],
      [{ ...first, sha256: '3'.repeat(64) }, second],
      [],
    ].map(contentDigest);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

function expectRefused(text: string, sentence: RegExp): void {
  expect(() => parseManifest(text)).toThrow(OffprintError);
  expect(() => parseManifest(text)).toThrow(sentence);
  try {
    parseManifest(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'integrity' });
  }
}
