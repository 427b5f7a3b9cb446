import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestOf, temporaryFolder } from './archive.test-support.ts';
import { bundlesAt } from './bundles-at.ts';

const MANIFEST = JSON.stringify(manifestOf({ 'index.html': '<p>index', 'old/docs.zip': 'zip' }));

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const found = (folder: string): string[] => bundlesAt(folder).map((place) => path.relative(folder, place));

describe('the bundle in a folder', () => {
  it('is the folder itself where its files lie in it, whatever archives were put beside them', () => {
    const site = { 'offprint.json': MANIFEST, 'index.html': '<p>index' };
    expect(found(folderWith(site))).toEqual(['']);
    expect(found(folderWith({ ...site, 'good.zip': '', 'good.zip.sha256': '' }))).toEqual(['']);
    expect(found(folderWith({ 'offprint.json': MANIFEST }))).toEqual(['']);
    expect(found(folderWith({ 'offprint.json': '{', 'good.zip': '' }))).toEqual(['']);
  });

  it('is the archive that has its manifest beside it', () => {
    const release = { 'offprint.json': MANIFEST, 'README.txt': '' };
    expect(found(folderWith({ ...release, 'docs.zip': '', 'docs.zip.sha256': '' }))).toEqual(['docs.zip']);
    const volumes = { 'docs.zip.001': '', 'docs.zip.volumes.json': '{}' };
    expect(found(folderWith({ ...release, ...volumes }))).toEqual(['docs.zip.volumes.json']);
  });

  it('is each archive where there are several, and none where there is none', () => {
    expect(found(folderWith({ 'a.zip': '', 'b.tar.gz': '', '.c.zip': '', 'notes.txt': '' })).sort()).toEqual([
      'a.zip',
      'b.tar.gz',
    ]);
    expect(found(folderWith({ 'notes.txt': '' }))).toEqual([]);
    expect(bundlesAt('/no/such/place')).toEqual([]);
  });

  it('is what current leads to where something was published', () => {
    const releases = { 'releases/1.0/docs.zip': '', 'releases/2.0/docs.zip': '' };
    const drive = folderWith({ ...releases, current: 'releases/2.0\n' });
    expect(found(drive)).toEqual(['releases/2.0/docs.zip']);
    fs.rmSync(path.join(drive, 'current'));
    fs.symlinkSync('releases/1.0', path.join(drive, 'current'));
    expect(found(drive)).toEqual(['releases/1.0/docs.zip']);
    expect(found(folderWith({ ...releases, current: '../elsewhere' }))).toEqual([]);
  });
});
