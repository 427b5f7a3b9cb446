import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { applyDelta } from './apply-delta.ts';
import { temporaryFolder, writeBundle } from './archive.test-support.ts';
import { convertBundle } from './convert.ts';
import { unpackArchive } from './read.ts';
import { signBundle } from './sign-bundle.ts';
import { newSigningKey, revoked, successorOf, trustIn } from './signing.test-support.ts';
import type { Verification } from './verification.ts';
import { verifyPath } from './verify-source.ts';
import { writeDelta } from './write-delta.ts';

const folder = temporaryFolder();
const { signal } = new AbortController();
const key = newSigningKey();
const trusted = [trustIn(key)];
const FILES = {
  'a/b.html': `<p>${'b '.repeat(500)}`,
  'empty.txt': '',
  'größe.css': 'p{}',
  'index.html': '<p>index',
};
let made = 0;

describe('a signed bundle', () => {
  test.each(['zip', 'tar.gz'] as const)('is valid where its key is trusted (%s)', async (format) => {
    const file = await bundle(FILES, format);
    const { archived } = await signBundle(file, key, signal);
    expect(archived).toEqual({ sizeBytes: fs.statSync(file).size, sha256: sha256Of(file) });
    expect(await verify(file)).toMatchObject({
      verdict: 'valid',
      kind: 'bundle',
      faults: [],
      signer: { standing: 'trusted', name: 'Docs team' },
      manifest: { domain: 'docs.example.com', version: '1.0' },
    });
    expect(await verify(file, [])).toMatchObject({ verdict: 'unknown-signer', signer: { name: null } });
    expect(await verify(file, [trustIn(key, revoked)])).toMatchObject({
      verdict: 'revoked-signer',
      signer: { standing: 'revoked', ...revoked },
    });
    expect((await verify(file, [trustIn(newSigningKey())])).verdict).toBe('unknown-signer');
  });

  test('is unpacked and still valid, also signed as a folder', async () => {
    const file = await bundle(FILES);
    const unpacked = newPath();
    await unpackArchive(file, unpacked);
    expect((await verify(unpacked)).verdict).toBe('unsigned');
    expect((await signBundle(unpacked, key, signal)).archived).toBeNull();
    expect((await verify(unpacked)).verdict).toBe('valid');
    await signBundle(file, key, signal);
    const again = newPath();
    await unpackArchive(file, again);
    expect((await verify(again)).verdict).toBe('valid');
    const [one, other] = [unpacked, again].map((at) => fs.readFileSync(path.join(at, 'offprint.json.sig')));
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });

  test('has the same bytes whichever way it came about', async () => {
    const [zip, other] = [await bundle(FILES), await bundle(FILES)];
    await signBundle(zip, key, signal);
    await signBundle(other, newSigningKey(), signal);
    await signBundle(other, key, signal); // replaces the existing signature
    expect(sha256Of(other)).toBe(sha256Of(zip));
    const tarball = await bundle(FILES, 'tar.gz');
    await signBundle(tarball, key, signal);
    const converted = newPath();
    await convertBundle({ from: tarball, out: converted, format: 'zip' }, signal);
    expect(sha256Of(converted)).toBe(sha256Of(zip));
    const back = newPath();
    await convertBundle({ from: zip, out: back, format: 'tar.gz' }, signal);
    expect(sha256Of(back)).toBe(sha256Of(tarball));
  });

  test('is accepted by whoever trusts the key before', async () => {
    const file = await bundle(FILES);
    await signBundle(file, successorOf(successorOf(key)), signal);
    const { verdict, signer } = await verify(file);
    expect(verdict).toBe('valid');
    expect(signer?.voucher).toMatchObject({ name: 'Docs team' });
    expect((await verify(file, [trustIn(key, revoked)])).verdict).toBe('unknown-signer');
  });

  test('keeps its rights and leaves nothing beside it', async () => {
    const file = await bundle(FILES);
    fs.chmodSync(file, 0o640);
    await signBundle(file, key, signal);
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(fs.readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

describe('nothing is signed', () => {
  test.each(['zip', 'tar.gz'] as const)('that was altered (%s)', async (format) => {
    const altered = { ...FILES, 'index.html': '<p>altered' };
    const file = await bundle(altered, format, FILES);
    const before = sha256Of(file);
    await expect(signBundle(file, key, signal)).rejects.toMatchObject({
      code: 'integrity',
      message: expect.stringMatching(
        /has changed since it was packed, so it was not signed: index\.html has changed since it was packed/,
      ),
    });
    expect(sha256Of(file)).toBe(before);
  });

  test('that is incomplete, has more, or is no bundle', async () => {
    const { 'empty.txt': _, ...rest } = FILES;
    await expect(signBundle(await bundle(rest, 'zip', FILES), key, signal)).rejects.toThrow(
      /empty\.txt is missing/,
    );
    const more = { ...FILES, 'offprint-site.js': 'x' };
    await expect(signBundle(await bundle(more, 'zip', FILES), key, signal)).rejects.toThrow(
      /offprint-site\.js was added after the export/,
    );
    const text = newPath();
    fs.writeFileSync(text, 'This is not an archive.');
    await expect(signBundle(text, key, signal)).rejects.toThrow(/neither a zip nor a tar\.gz/);
    await expect(signBundle(newPath(), key, signal)).rejects.toMatchObject({ code: 'usage' });
    await expect(signBundle(fs.mkdtempSync(`${newPath()}-`), key, signal)).rejects.toThrow(
      /offprint\.json is missing/,
    );
  });

  test('when it is interrupted', async () => {
    const file = await bundle(FILES);
    const before = sha256Of(file);
    const reason = new Error('canceled');
    await expect(signBundle(file, key, AbortSignal.abort(reason))).rejects.toThrow();
    expect(sha256Of(file)).toBe(before);
  });
});

describe('a signed delta', () => {
  test('is valid, makes a bundle that is, and still unzips', async () => {
    const [base, target] = [await bundle(FILES), await bundle({ ...FILES, 'new.html': '<p>new' })];
    for (const file of [base, target]) await signBundle(file, key, signal);
    const [delta, out] = [newPath(), newPath()];
    await writeDelta({ base, target, out: delta }, signal);
    expect(await verify(delta)).toMatchObject({ verdict: 'unsigned', kind: 'delta', faults: [] });

    await signBundle(delta, key, signal);
    const { verdict, delta: header } = await verify(delta);
    expect(verdict).toBe('valid');
    expect(header?.target.sha256).toBe(sha256Of(target));
    expect((await verify(delta, [])).verdict).toBe('unknown-signer');

    await applyDelta({ base, delta, out }, signal);
    expect(sha256Of(out)).toBe(sha256Of(target));
    expect((await verify(out)).verdict).toBe('valid');
  });

  test('whose files were altered is found, wherever', async () => {
    const [base, target] = [await bundle(FILES), await bundle({ ...FILES, 'new.html': '<p>new' })];
    const delta = newPath();
    await writeDelta({ base, target, out: delta }, signal);
    await signBundle(delta, key, signal);
    const whole = fs.readFileSync(delta);
    for (let at = 0; at < whole.length; at += isFullRun ? 1 : 97) {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ 1;
      fs.writeFileSync(delta, altered);
      expect((await verify(delta)).verdict, `byte ${at}`).toMatch(/altered|incomplete/);
    }
  });
});

async function bundle(
  files: Record<string, string>,
  format: 'zip' | 'tar.gz' = 'zip',
  packed: Record<string, string> = files,
): Promise<string> {
  const file = newPath();
  if (packed === files) {
    await writeBundle(file, files, format);
    return file;
  }
  const { manifestOf } = await import('./archive.test-support.ts');
  await writeBundle(file, files, format, manifestOf(packed));
  return file;
}

function verify(file: string, keys = trusted): Promise<Verification> {
  return verifyPath(file, { trusted: keys, signal });
}

function newPath(): string {
  return path.join(folder, `file-${made++}`);
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
