import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test/stand-ins/fixture-site.ts';
import { takeLock } from './folder-lock.ts';

it('makes the folder and those above it, for their owner alone', () => {
  const folder = path.join(temporaryFolder('lock'), 'above', 'data');
  takeLock(folder, 'host', 0).release();
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
});

it.each(['file', 'file/below'])('says that a file is no folder: %s', (name) => {
  const around = temporaryFolder('lock');
  const file = path.join(around, 'file');
  fs.writeFileSync(file, '');
  expect(() => takeLock(path.join(around, name), 'host', 0)).toThrow(
    `${file} is a file, not a folder. Choose another data folder with --data.`,
  );
});

it.runIf(process.platform === 'linux')('says that nothing can be made in a virtual file system', () => {
  expect(() => takeLock('/proc/offprint-data', 'host', 0)).toThrow(
    /The data folder \/proc\/offprint-data cannot be written to \(\w+\)\. Make it writable/,
  );
});
