import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkPackagedBrowser, packagedFiles } from './packaged.ts';

let resources: string;
beforeEach(() => {
  resources = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-packaged-'));
  fs.mkdirSync(path.join(resources, 'chromium/lib'), { recursive: true });
  fs.mkdirSync(path.join(resources, 'app.asar'));
  const hashes: Record<string, string> = {};
  for (const name of ['chromium/chromium', 'chromium/lib/libnss3.so']) {
    fs.writeFileSync(path.join(resources, name), name);
    hashes[name] = createHash('sha256').update(name).digest('hex');
  }
  fs.writeFileSync(path.join(resources, 'app.asar/packaged-files.json'), JSON.stringify(hashes));
});
afterEach(() => fs.rmSync(resources, { recursive: true }));

function check(): Promise<void> {
  const files = packagedFiles(pathToFileURL(path.join(resources, 'app.asar/packaged-files.json')));
  if (!files) throw new Error('There is no list.');
  return checkPackagedBrowser(files);
}

it('starts the browser that was packaged', async () => {
  await expect(check()).resolves.toBeUndefined();
});

it.each([
  ['changed', 'chromium/chromium', 'was changed or added'],
  ['added', 'chromium/lib/libevil.so', 'was changed or added'],
  ['removed', 'chromium/lib/libnss3.so', 'is missing'],
])('starts none of which a file was %s', async (what, name, says) => {
  const file = path.join(resources, name);
  if (what === 'removed') fs.rmSync(file);
  else fs.writeFileSync(file, 'another program');
  await expect(check()).rejects.toThrow(`${file} ${says}`);
});

it('knows of none where nothing was packaged', () => {
  expect(packagedFiles()).toBeUndefined();
});
