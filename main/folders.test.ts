import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { siteFolder } from './folders.ts';

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-folders-')));
const site = path.join(root, 'My Docs');
const data = path.join(root, 'data');
for (const folder of [site, path.join(data, 'objects'), `${data}-of-a-site`])
  fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(site, 'index.html'), '<!doctype html>');
fs.writeFileSync(path.join(site, 'other.html'), '<!doctype html>');
fs.symlinkSync(data, path.join(root, 'way-in'));

it('is a folder, or the one of a start page', async () => {
  expect(await siteFolder(site, data)).toBe(site);
  expect(await siteFolder(path.join(site, 'index.html'), data)).toBe(site);
  expect(await siteFolder(`${data}-of-a-site`, data)).toBe(`${data}-of-a-site`);
});

it.each([
  ['another file', path.join(site, 'other.html'), /not a file in it/],
  ['what is not there', path.join(root, 'gone'), /does not exist/],
  ['a relative path', 'docs', /not a folder on this computer/],
  ['nothing', '', /not a folder on this computer/],
  ['the data folder', data, /Offprint's own data folder/],
  ['what is in it', path.join(data, 'objects'), /Offprint's own data folder/],
  ['a link to it', path.join(root, 'way-in', 'objects'), /Offprint's own data folder/],
])('is not %s', async (_what, place, sentence) => {
  await expect(siteFolder(place, data)).rejects.toThrow(sentence);
});
