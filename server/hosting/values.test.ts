import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readValues, type ValuesSources } from './values.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-values-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

let count = 0;
function file(text: string): string {
  const name = path.join(folder, `values-${count++}.yaml`);
  fs.writeFileSync(name, text);
  return name;
}

const URL = 'https://offprint.example/bundles/se_1/site.tar.gz?expires=1&signature=a-b_c';

function read(sources: Omit<ValuesSources, 'files'> & { files?: readonly string[] }): unknown {
  return readValues({ ...sources, files: (sources.files ?? []).map(file) });
}

const options = (
  enabled?: string,
  bundleUrl?: string,
  version?: string,
): NonNullable<ValuesSources['options']> => ({
  ...(enabled !== undefined && { enabled: { name: '--enabled', value: enabled } }),
  ...(bundleUrl !== undefined && { bundleUrl: { name: '--bundle-url', value: bundleUrl } }),
  ...(version !== undefined && { version: { name: '--pin', value: version } }),
});

const ON = `staticExport:\n  enabled: true\n  bundleUrl: ${URL}\n`;

describe('the settings are', () => {
  it.each<[string, Parameters<typeof read>[0], unknown]>([
    ['off where nobody sets them', {}, { enabled: false, bundleUrl: '', version: null }],
    ['off in an empty file', { files: ['# nothing\n'] }, { enabled: false, bundleUrl: '', version: null }],
    [
      'off where staticExport is empty',
      { files: ['staticExport:\n'] },
      { enabled: false, bundleUrl: '', version: null },
    ],
    ['those of a file', { files: [ON] }, { enabled: true, bundleUrl: URL, version: null }],
    [
      'those of a file in JSON',
      {
        files: [
          JSON.stringify({ staticExport: { enabled: true, bundleUrl: '/srv/site.zip', version: '2026.3' } }),
        ],
      },
      { enabled: true, bundleUrl: '/srv/site.zip', version: '2026.3' },
    ],
    [
      'pinned',
      { files: [`${ON}  version: "2026.3"\n`] },
      { enabled: true, bundleUrl: URL, version: '2026.3' },
    ],
    [
      'not pinned by an empty version',
      { files: [`${ON}  version: ""\n`] },
      { enabled: true, bundleUrl: URL, version: null },
    ],
    [
      'off with an address',
      { files: [`staticExport: { enabled: false, bundleUrl: "${URL}", version: a }`] },
      { enabled: false, bundleUrl: URL, version: 'a' },
    ],
    [
      'on by yes, as Helm reads it',
      { files: ['staticExport: { enabled: yes, bundleUrl: site.zip }'] },
      { enabled: true, bundleUrl: 'site.zip', version: null },
    ],
    [
      'read beside what belongs to the chart',
      { files: [`replicaCount: 2\nimage: { tag: 1.2 }\nenabled: 7\n${ON}resources: {}\n`] },
      { enabled: true, bundleUrl: URL, version: null },
    ],
    [
      'of the later file',
      { files: [`${ON}  version: a\n`, 'staticExport: { version: b }'] },
      { enabled: true, bundleUrl: URL, version: 'b' },
    ],
    [
      'unset by null in a later file',
      { files: [`${ON}  version: a\n`, 'staticExport: { version: null }'] },
      { enabled: true, bundleUrl: URL, version: null },
    ],
    [
      'kept by a later file without them',
      { files: [ON, 'replicaCount: 3'] },
      { enabled: true, bundleUrl: URL, version: null },
    ],
    [
      'of the environment alone',
      { environment: { STATIC_EXPORT_ENABLED: 'true', STATIC_EXPORT_BUNDLE_URL: URL } },
      { enabled: true, bundleUrl: URL, version: null },
    ],
    [
      'of the environment before the file',
      {
        files: [`${ON}  version: a\n`],
        environment: { STATIC_EXPORT_ENABLED: 'false', STATIC_EXPORT_VERSION: 'b' },
      },
      { enabled: false, bundleUrl: URL, version: 'b' },
    ],
    [
      'not pinned by an empty variable',
      { files: [`${ON}  version: a\n`], environment: { STATIC_EXPORT_VERSION: '' } },
      { enabled: true, bundleUrl: URL, version: null },
    ],
    [
      'of an option before everything',
      {
        files: [ON],
        environment: { STATIC_EXPORT_ENABLED: 'false', STATIC_EXPORT_BUNDLE_URL: 'a.zip' },
        options: options('true', 'b.zip', 'c'),
      },
      { enabled: true, bundleUrl: 'b.zip', version: 'c' },
    ],
    [
      'an address of a file',
      { options: options('true', 'file:///srv/site.zip') },
      { enabled: true, bundleUrl: 'file:///srv/site.zip', version: null },
    ],
  ])('%s', (_name, sources, expected) => {
    expect(read(sources)).toEqual(expected);
  });
});

describe('a mistake is named', () => {
  it.each<[string, Parameters<typeof read>[0], RegExp]>([
    [
      'unknown key',
      { files: [`${ON}  bundleURL: x\n`] },
      /Unknown key staticExport\.bundleURL in .*enabled, bundleUrl, version/,
    ],
    [
      'enabled as text',
      { files: ['staticExport: { enabled: "true" }'] },
      /^staticExport\.enabled in .*must be true or false/,
    ],
    [
      'enabled as a number',
      { files: ['staticExport: { enabled: 1 }'] },
      /^staticExport\.enabled in .*must be true or false/,
    ],
    ['enabled as a list', { files: ['staticExport: { enabled: [true] }'] }, /^staticExport\.enabled in /],
    [
      'bundleUrl as a number',
      { files: ['staticExport: { bundleUrl: 7 }'] },
      /^staticExport\.bundleUrl in .*must be text/,
    ],
    [
      'bundleUrl as a map',
      { files: ['staticExport: { bundleUrl: { a: b } }'] },
      /^staticExport\.bundleUrl in .*must be text/,
    ],
    [
      'bundleUrl of another kind',
      { files: ['staticExport: { bundleUrl: "s3://bucket/site.zip" }'] },
      /^staticExport\.bundleUrl in .*http or https address, or a path/,
    ],
    [
      'bundleUrl without a host',
      { files: ['staticExport: { bundleUrl: "https://" }'] },
      /^staticExport\.bundleUrl in /,
    ],
    [
      'version as a number',
      { files: ['staticExport: { version: 2026.3 }'] },
      /^staticExport\.version in .*put it in quotes/,
    ],
    [
      'version as a date',
      { files: ['staticExport: { version: 2026-03-01 }'] },
      /^staticExport\.version in .*put it in quotes/,
    ],
    [
      'version that is none',
      { files: ['staticExport: { version: "a b" }'] },
      /^staticExport\.version in .*1 to 64/,
    ],
    [
      'version that is too long',
      { files: [`staticExport: { version: "${'a'.repeat(65)}" }`] },
      /^staticExport\.version in /,
    ],
    [
      'on without an address',
      { files: ['staticExport: { enabled: true }'] },
      /staticExport\.bundleUrl is not set/,
    ],
    [
      'on with an empty address',
      { files: ['staticExport: { enabled: true, bundleUrl: "" }'] },
      /staticExport\.bundleUrl is not set/,
    ],
    [
      'staticExport as text',
      { files: ['staticExport: true'] },
      /^staticExport in .*must be a mapping of keys to values/,
    ],
    [
      'staticExport as a list',
      { files: ['staticExport: [enabled]'] },
      /^staticExport in .*must be a mapping of keys to values/,
    ],
    ['a list for values', { files: ['- staticExport'] }, /must be a mapping of keys to values/],
    ['no YAML', { files: ['staticExport: { enabled: true'] }, /is not valid YAML: .*line 1/],
    [
      'a key twice',
      { files: ['staticExport:\n  enabled: true\n  enabled: false\n'] },
      /is not valid YAML: Map keys must be unique at line 3/,
    ],
    [
      'STATIC_EXPORT_ENABLED',
      { environment: { STATIC_EXPORT_ENABLED: 'yes' } },
      /^STATIC_EXPORT_ENABLED \(staticExport\.enabled\) must be true or false/,
    ],
    [
      'STATIC_EXPORT_BUNDLE_URL',
      { environment: { STATIC_EXPORT_BUNDLE_URL: 'ftp://a/b' } },
      /^STATIC_EXPORT_BUNDLE_URL \(staticExport\.bundleUrl\)/,
    ],
    [
      'STATIC_EXPORT_VERSION',
      { environment: { STATIC_EXPORT_VERSION: 'ä' } },
      /^STATIC_EXPORT_VERSION \(staticExport\.version\)/,
    ],
    ['--enabled', { options: options('1') }, /^--enabled \(staticExport\.enabled\) must be true or false/],
    ['--pin', { options: options(undefined, undefined, '../x') }, /^--pin \(staticExport\.version\)/],
  ])('%s', (_name, sources, message) => {
    expect(() => read(sources)).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringMatching(message) }),
    );
  });

  it('a file that is not there', () => {
    expect(() => readValues({ files: [path.join(folder, 'none.yaml')] })).toThrow(
      /none\.yaml cannot be read/,
    );
  });
});
