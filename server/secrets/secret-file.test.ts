import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { namedSecretFile, secretFileKeeper } from './secret-file.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-secret-file-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string | Buffer, name = 'secret') {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content, { mode: 0o600 });
  return { file, named: 'OFFPRINT_SECRET_FILE' };
}

const keyOf = async (content: string | Buffer) => (await secretFileKeeper(fileOf(content)).create()).key;

describe('the secret file', () => {
  it('gives the same master key for the same content, and another for another', async () => {
    const secret = randomBytes(32);
    const key = await keyOf(secret);
    expect(key).toHaveLength(32);
    expect(await keyOf(secret)).toEqual(key);
    expect(await keyOf(randomBytes(32))).not.toEqual(key);
    expect(key).not.toEqual(secret);
  });

  it('gives the same master key with and without a line break at its end', async () => {
    const secret = randomBytes(36).toString('base64');
    expect(await keyOf(`${secret}\n`)).toEqual(await keyOf(secret));
  });

  it.each([
    ['empty', ''],
    ['31 bytes', randomBytes(31)],
    ['31 characters and a line break', 'abcdefghijklmnopqrstuvwxyz12345\n'],
    ['one byte again and again', Buffer.alloc(64)],
    ['a placeholder', 'change me '.repeat(4).replaceAll(/[ang]/g, '-')],
  ])('is refused when it holds too little: %s', (_, content) => {
    expect(() => secretFileKeeper(fileOf(content))).toThrow(
      /contains a secret that is too short.*openssl rand/,
    );
  });

  it('says nothing of its content when it refuses', () => {
    expect(() => secretFileKeeper(fileOf('canary'))).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('canary') }),
    );
  });
});

describe('naming the secret file', () => {
  it('the option goes before the environment, the environment before the credential of systemd', () => {
    fileOf('x', 'offprint-master-key');
    const env = { OFFPRINT_SECRET_FILE: '/run/secrets/a', CREDENTIALS_DIRECTORY: folder };
    expect(namedSecretFile('/etc/b', env)).toEqual({ file: '/etc/b', named: '--secret-file' });
    expect(namedSecretFile(undefined, env)).toEqual({
      file: '/run/secrets/a',
      named: 'OFFPRINT_SECRET_FILE',
    });
    expect(namedSecretFile(undefined, { CREDENTIALS_DIRECTORY: folder })?.file).toBe(
      path.join(folder, 'offprint-master-key'),
    );
  });

  it('other credentials of the service name none', () => {
    expect(namedSecretFile(undefined, { CREDENTIALS_DIRECTORY: folder })).toBeUndefined();
    expect(namedSecretFile(undefined, {})).toBeUndefined();
  });

  it('a credential that cannot be looked at is not taken for absent', () => {
    const { file } = fileOf('no folder');
    const named = namedSecretFile(undefined, { CREDENTIALS_DIRECTORY: file });
    expect(() => named && secretFileKeeper(named)).toThrow('cannot be opened (ENOTDIR)');
  });
});
