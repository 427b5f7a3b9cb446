import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRange, writeAll } from './file-ranges.ts';

function fileOf(write: (descriptor: number) => void): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-ranges-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'file');
  const descriptor = fs.openSync(file, 'w');
  write(descriptor);
  fs.closeSync(descriptor);
  return file;
}

test('bytes are written one behind the other, or at a place, and read from there', () => {
  const file = fileOf((descriptor) => {
    writeAll(descriptor, Buffer.from('abc'));
    writeAll(descriptor, Buffer.from('def'));
    writeAll(descriptor, Buffer.from('CD'), 2);
  });
  expect(fs.readFileSync(file, 'utf8')).toBe('abCDef');
  expect(readRange({ file, start: 1, sizeBytes: 4 }).toString()).toBe('bCDe');
  expect(readRange({ file, start: 6, sizeBytes: 0 })).toHaveLength(0);
});

test('a file that ends too early is an error that says where', () => {
  const file = fileOf((descriptor) => writeAll(descriptor, Buffer.from('abc')));
  expect(() => readRange({ file, start: 1, sizeBytes: 3 })).toThrow(
    new RangeError(`${file} ends after 3 bytes.`),
  );
  expect(() => readRange({ file: `${file}.gone`, start: 0, sizeBytes: 1 })).toThrow('ENOENT');
});
