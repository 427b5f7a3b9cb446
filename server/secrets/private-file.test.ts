import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPrivateFile } from './private-file.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-private-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function secretFile(content: string | Buffer, mode = 0o600): string {
  const file = path.join(folder, 'secret');
  fs.writeFileSync(file, content);
  fs.chmodSync(file, mode);
  return file;
}

const read = (file: string) => readPrivateFile(file, 'OFFPRINT_SECRET_FILE');

describe('a file with a secret', () => {
  it('is read with mode 0600 or 0400', () => {
    expect(read(secretFile('the secret')).toString()).toBe('the secret');
    fs.chmodSync(path.join(folder, 'secret'), 0o400);
    expect(read(path.join(folder, 'secret')).toString()).toBe('the secret');
  });

  it.each([0o644, 0o640, 0o660, 0o604, 0o444, 0o440, 0o620, 0o601])('is refused with mode %o', (mode) => {
    expect(() => read(secretFile('canary', mode))).toThrow(/open to other users \(mode 0.*chmod 0400/);
  });

  it('says what to do, by which name it came, and nothing of what is in it', () => {
    const file = secretFile('canary', 0o644);
    try {
      read(file);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'usage' });
      expect(String(error)).toContain(`${file}, specified by OFFPRINT_SECRET_FILE`);
      expect(String(error)).not.toContain('canary');
    }
  });

  it('loses one line break at its end when it is text, and nothing when it is not', () => {
    expect(read(secretFile('words\n')).toString()).toBe('words');
    expect(read(secretFile('words\r\n')).toString()).toBe('words');
    expect(read(secretFile('words\n\n')).toString()).toBe('words\n');
    const binary = Buffer.from([0, 200, 13, 10]);
    expect(read(secretFile(binary))).toEqual(binary);
  });

  it('must be there, a regular file, and of a size that a secret has', () => {
    expect(() => read(path.join(folder, 'absent'))).toThrow(/cannot be opened \(ENOENT\)/);
    expect(() => read(folder)).toThrow('is not a regular file');
    expect(() => read(secretFile(Buffer.alloc(70_000, 'x')))).toThrow('contains 70000 bytes');
  });

  it.runIf(process.platform === 'linux')('is not waited for when it is a named pipe', () => {
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', ['-m', '600', pipe]);
    expect(() => read(pipe)).toThrow('is not a regular file');
  });

  it('may be reached by a symbolic link, as Kubernetes lays them', () => {
    const link = path.join(folder, 'link');
    fs.symlinkSync(secretFile('the secret'), link);
    expect(read(link).toString()).toBe('the secret');
  });

  it.runIf(process.getuid?.() === 0)('must not belong to another user', () => {
    const file = secretFile('the secret');
    fs.chownSync(file, 12345, 12345);
    expect(() => read(file)).toThrow('belongs to another user (uid 12345, but Offprint runs as uid 0)');
  });
});
