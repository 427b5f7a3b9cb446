import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { CODE_DIGEST, codeDigest, codeFingerprint } from './fingerprint.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** Returns the fingerprint of a server with these files. */
function fingerprintOf(files: Readonly<Record<string, string>>, extension: 'ts' | 'js'): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-fingerprint-'));
  folders.push(root);
  const all = { 'package.json': '{ "version": "1", "dependencies": { "x": "1" } }', ...files };
  for (const [file, content] of Object.entries(all)) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  }
  return codeFingerprint(
    pathToFileURL(path.join(root, `server/exports/reuse/fingerprint.${extension}`)).href,
  );
}

const SOURCES = {
  'server/bundles/zip.ts': 'zip',
  'server/docs-site/styles/base.css': 'css',
  'server/exports/pack/pack.ts': 'pack',
  'server/exports/pack/pack.test.ts': 'test',
  'server/exports/report/report.ts': 'report',
  'server/cli/main.js': 'main',
};
const BUILT = {
  'server/chunks/pack-1.js': 'pack',
  'server/exports/threads/thread.js': 'thread',
  'server/exports/features/vendor-widgets.json': '{}',
  [`server/${CODE_DIGEST}`]: 'digest',
};

it.each([
  ['ts', SOURCES, 'server/bundles/zip.ts'],
  ['ts', SOURCES, 'server/exports/pack/pack.ts'],
  ['ts', SOURCES, 'server/docs-site/styles/base.css'],
  ['ts', SOURCES, 'package.json'],
  ['js', BUILT, `server/${CODE_DIGEST}`],
  ['js', BUILT, 'package.json'],
] as const)('of %s differs when the code differs (%#)', (extension, files, changed) => {
  const other = { ...files, [changed]: '{ "version": "2" }' };
  expect(fingerprintOf(other, extension)).not.toBe(fingerprintOf(files, extension));
});

it.each(['server/exports/pack/pack.test.ts', 'server/exports/report/report.ts', 'server/cli/main.js'])(
  'of sources stays the same when what decides nothing differs: %s',
  (changed) => {
    expect(fingerprintOf({ ...SOURCES, [changed]: 'other' }, 'ts')).toBe(fingerprintOf(SOURCES, 'ts'));
  },
);

it('is taken from what the build wrote, which differs when the code does', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-code-'));
  folders.push(copy);
  fs.cpSync(path.join(root, 'bundles'), path.join(copy, 'chunks'), { recursive: true });
  const before = codeDigest(copy, ['.']);

  fs.appendFileSync(path.join(copy, 'chunks', 'zip.ts'), '// changed');

  expect(codeDigest(copy, ['.'])).not.toBe(before);
});
