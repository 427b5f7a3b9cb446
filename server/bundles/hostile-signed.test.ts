import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import tar from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import {
  deflatedEntry,
  manifestOf,
  storedEntry,
  temporaryFolder,
  writeArchive,
} from './archive.test-support.ts';
import { signatureOf } from './signature.ts';
import { newSigningKey, trustIn } from './signing.test-support.ts';
import type { Verification } from './verification.ts';
import { verifyPath } from './verify-source.ts';
import { formatManifest } from './write-manifest.ts';
import type { ZipEntry } from './zip.ts';

/**
 * Archives with a valid signature whose other content was changed. The attacker has a signed bundle but no key. None of
 * them is called valid, and verification writes nothing.
 */
const folder = temporaryFolder();
const { signal } = new AbortController();
const key = newSigningKey();
const FILES = { 'a.html': '<p>a', 'b.html': `<p>${'b '.repeat(2_000)}`, 'index.html': '<p>index' };
const manifest = formatManifest(manifestOf(FILES));
const signature = signatureOf(Buffer.from(manifest), key);
let entries: ZipEntry[];
let genuine: Buffer;
let made = 0;

beforeAll(async () => {
  entries = [
    ...Object.entries(FILES).map(([name, text]) => deflatedEntry(name, text)),
    deflatedEntry('offprint.json', manifest),
    deflatedEntry('offprint.json.sig', signature),
  ];
  const file = await zip(entries);
  expect((await verify(file)).verdict).toBe('valid');
  genuine = fs.readFileSync(file);
});

describe('a zip', () => {
  test('cut off anywhere is incomplete, or altered where too little is left to tell', async () => {
    for (let length = 0; length < genuine.length; length += isFullRun ? 5 : 23) {
      const { verdict } = await verify(written(genuine.subarray(0, length)));
      expect(verdict, `${length} bytes`).toBe(length < 4 ? 'altered' : 'incomplete');
    }
  });

  test('with its files in another order', async () => {
    const [a, b, ...rest] = entries as [ZipEntry, ZipEntry, ...ZipEntry[]];
    await altered(await zip([b, a, ...rest]), /b\.html is in a different place/);
    await altered(await zip([...rest.toReversed(), a, b]), /is in a different place/);
  });

  test('with a file twice', async () => {
    await altered(
      await zip([...entries, deflatedEntry('index.html', '<p>index')]),
      /contains "index\.html" twice/,
    );
    await altered(
      await zip([...entries, deflatedEntry('offprint.json', manifest)]),
      /"offprint\.json" twice/,
    );
  });

  test.each(['../evil.html', '/evil.html', 'a/../../evil.html', 'C:/evil.html', '..\\evil.html', 'a//b'])(
    'with a file that would lie elsewhere: %s',
    async (name) => {
      await altered(
        await zip([...entries, storedEntry(name, 'evil')]),
        /would be written outside the destination folder/,
      );
    },
  );

  test('with a file more, also that of an operator', async () => {
    for (const name of ['evil.html', 'offprint-site.js', 'a/index.html']) {
      const { faults } = await altered(
        await zip([...entries, storedEntry(name, 'x')]),
        /was added after the export/,
      );
      expect(faults).toMatchObject([{ path: name, kind: 'unexpected' }]);
    }
  });

  test('without a file', async () => {
    const { verdict, faults } = await verify(await zip(entries.slice(1)));
    expect([verdict, faults]).toMatchObject(['incomplete', [{ path: 'a.html', kind: 'missing' }]]);
  });

  test('without its signature is unsigned, with that of another bundle altered', async () => {
    expect((await verify(await zip(entries.slice(0, -1)))).verdict).toBe('unsigned');
    const other = signatureOf(Buffer.from('another manifest'), key);
    await altered(
      await zip([...entries.slice(0, -1), storedEntry('offprint.json.sig', other)]),
      /does not match/,
    );
  });

  test('with bytes before, between, behind its files, or behind its end', async () => {
    const hidden = Buffer.from('hidden');
    const second = genuine.indexOf(Buffer.from([0x50, 0x4b, 3, 4]), 4);
    const directory = genuine.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    for (const at of [second, directory, genuine.length]) {
      const bytes = Buffer.concat([genuine.subarray(0, at), hidden, genuine.subarray(at)]);
      await altered(written(bytes), /was altered|damaged|invalid/i);
    }
    expect((await verify(written(Buffer.concat([hidden, genuine])))).verdict).toBe('altered');
  });

  test('whose directory names another file than its header', async () => {
    const bytes = Buffer.from(genuine);
    const at = bytes.indexOf('a.html', bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])));
    bytes.write('c.html', at);
    await altered(written(bytes), /its directory does not match its files/);
  });

  test('with a comment, where another archive may hide', async () => {
    const bytes = Buffer.concat([genuine, genuine]);
    bytes.writeUInt16LE(genuine.length, genuine.length - 2);
    await altered(written(bytes), /its directory does not match its files/);
  });

  test('with bytes behind the compressed content of a file', async () => {
    const { data, compressedBytes, ...rest } = deflatedEntry('a.html', FILES['a.html']);
    const longer = Buffer.concat([data as Uint8Array, Buffer.from('hidden')]);
    const entry = { ...rest, data: longer, compressedBytes: compressedBytes + 6 };
    await altered(
      await zip([entry, ...entries.slice(1)]),
      /a\.html is damaged, or was altered after it was packed/,
    );
  });

  test('with several damaged files, small and large: all are named, and the others are not', async () => {
    const files = { ...FILES, 'large.bin': randomBytes(600_000), 'z.html': '<p>z' };
    const text = formatManifest(manifestOf(files));
    const file = await zip([
      ...Object.entries(files).map(([name, content]) => deflatedEntry(name, content)),
      deflatedEntry('offprint.json', text),
      deflatedEntry('offprint.json.sig', signatureOf(Buffer.from(text), key)),
    ]);
    expect((await verify(file)).verdict).toBe('valid');
    const bytes = fs.readFileSync(file);
    for (const [name, skipped] of [
      ['b.html', 5],
      ['large.bin', 0], // no longer a valid deflate block
    ] as const) {
      const at = bytes.indexOf(name) + name.length + skipped;
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    }
    const { faults } = await altered(
      written(bytes),
      /b\.html is damaged, or was altered after it was packed/,
    );
    expect(faults).toMatchObject([
      { path: 'b.html', kind: 'changed' },
      { path: 'large.bin', kind: 'changed' },
    ]);
  });

  test('with a file that is longer or shorter than it says', async () => {
    for (const sizeBytes of [1, 3, 1_000]) {
      const entry = { ...deflatedEntry('a.html', FILES['a.html']), sizeBytes };
      expect((await verify(await zip([entry, ...entries.slice(1)]))).verdict).toBe('altered');
    }
  });

  test('whose manifest or signature is a bomb', async () => {
    const bomb = deflatedEntry('offprint.json.sig', Buffer.alloc(8 * 2 ** 20));
    await altered(await zip([...entries.slice(0, -1), bomb]), /is larger than 65,536 bytes/);
  });

  test('that another program packed', async () => {
    const bytes = Buffer.from(genuine);
    bytes.writeUInt16LE(0x5a21, 10); // modification time of the first file
    await altered(written(bytes), /the header of "a\.html" was altered/);
  });

  test('whose manifest is signed by a stranger who signed something else into it', async () => {
    const evil = { ...FILES, 'index.html': '<p>evil' };
    const text = formatManifest(manifestOf(evil));
    const stranger = newSigningKey();
    const forged = [
      ...Object.entries(evil).map(([name, content]) => deflatedEntry(name, content)),
      deflatedEntry('offprint.json', text),
      deflatedEntry('offprint.json.sig', signatureOf(Buffer.from(text), stranger)),
    ];
    expect((await verify(await zip(forged))).verdict).toBe('unknown-signer');
  });
});

describe('a tar.gz', () => {
  const header = { mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 };
  const plain = (): { name: string; body: string; type?: 'symlink'; linkname?: string }[] => [
    ...Object.entries(FILES).map(([name, body]) => ({ name, body })),
    { name: 'offprint.json', body: manifest },
    { name: 'offprint.json.sig', body: signature },
  ];

  test('that is as it was packed is valid', async () => {
    expect((await verify(await tarball(plain()))).verdict).toBe('valid');
  });

  test('cut off anywhere is incomplete', async () => {
    const bytes = fs.readFileSync(await tarball(plain()));
    for (let length = 20; length < bytes.length - 8; length += isFullRun ? 11 : 47) {
      expect((await verify(written(bytes.subarray(0, length)))).verdict, `${length} bytes`).toBe(
        'incomplete',
      );
    }
  });

  test('with links, names that lead out, files twice or in another order', async () => {
    const [first, ...rest] = plain();
    if (!first) throw new Error('no file');
    await altered(
      await tarball([...plain(), { name: 'l', body: '', type: 'symlink', linkname: '/etc' }]),
      /not a regular file/,
    );
    await altered(
      await tarball([...plain(), { name: '../evil', body: 'x' }]),
      /outside the destination folder/,
    );
    await altered(await tarball([...plain(), first]), /contains "a\.html" twice/);
    await altered(await tarball([...rest, first]), /is in a different place/);
    await altered(
      await tarball([...plain(), { name: 'offprint-site.js', body: 'x' }]),
      /added after the export/,
    );
  });

  test('with something behind its end', async () => {
    const bytes = fs.readFileSync(await tarball(plain()));
    await altered(
      written(Buffer.concat([bytes, Buffer.from('hidden')])),
      /there is data after its end|damaged/,
    );
    const second = fs.readFileSync(await tarball([{ name: 'evil.html', body: 'x' }]));
    await altered(written(Buffer.concat([bytes, second])), /evil\.html was added/);
  });

  test('whose headers another program wrote', async () => {
    const file = await tarball(plain(), { mode: 0o4755 });
    await altered(file, /the header of "a\.html" was altered/);
  });

  async function tarball(
    files: readonly { name: string; body: string; type?: 'symlink'; linkname?: string }[],
    change: object = {},
  ): Promise<string> {
    const pack = tar.pack();
    for (const { body, ...rest } of files) pack.entry({ ...header, ...rest, ...change }, body);
    pack.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of pack) chunks.push(chunk as Buffer);
    return written(zlib.gzipSync(Buffer.concat(chunks)));
  }
});

describe('a folder', () => {
  const unpacked = (change: Record<string, string | null> = {}): string => {
    const at = fs.mkdtempSync(path.join(folder, 'folder-'));
    const files = { ...FILES, 'offprint.json': manifest, 'offprint.json.sig': signature, ...change };
    for (const [name, text] of Object.entries(files)) {
      if (text === null) continue;
      fs.mkdirSync(path.dirname(path.join(at, name)), { recursive: true });
      fs.writeFileSync(path.join(at, name), text);
    }
    return at;
  };

  test('with the file of an operator is valid, and the file is named', async () => {
    expect(await verify(unpacked({ 'offprint-site.js': 'x' }))).toMatchObject({
      verdict: 'valid',
      operatorFiles: ['offprint-site.js'],
    });
  });

  test('with other files, changed files, fewer files', async () => {
    await altered(unpacked({ 'sub/evil.html': 'x' }), /sub\/evil\.html was added/);
    await altered(unpacked({ 'a.html': '<p>A' }), /a\.html has changed since it was packed/);
    expect((await verify(unpacked({ 'a.html': null }))).verdict).toBe('incomplete');
    expect((await verify(unpacked({ 'offprint.json': null }))).verdict).toBe('incomplete');
  });

  test('with links, which are not followed', async () => {
    const at = unpacked({ 'a.html': null });
    const outside = path.join(folder, 'outside.html');
    fs.writeFileSync(outside, FILES['a.html']);
    fs.symlinkSync(outside, path.join(at, 'a.html'));
    await altered(at, /a\.html is a link or another kind of file/);
  });
});

async function altered(at: string, sentence: RegExp): Promise<Verification> {
  const before = fs.readdirSync(folder).length;
  const verification = await verify(at);
  expect(verification.verdict).toBe('altered');
  expect(verification.faults.map(({ text }) => text).join(' ')).toMatch(sentence);
  expect(fs.readdirSync(folder)).toHaveLength(before);
  return verification;
}

function verify(at: string): Promise<Verification> {
  return verifyPath(at, { trusted: [trustIn(key)], signal });
}

function written(bytes: Buffer): string {
  const file = path.join(folder, `archive-${made++}`);
  fs.writeFileSync(file, bytes);
  return file;
}

async function zip(content: readonly ZipEntry[]): Promise<string> {
  const file = path.join(folder, `archive-${made++}.zip`);
  await writeArchive(file, 'zip', content);
  return file;
}
