import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../bundles/archive.test-support.ts';
import type { Drive } from '../publications/targets/find-drive.ts';
import { bundlesOnDrives } from './bundles-on-drives.ts';

/** Returns a drive that is mounted at a temporary folder with these files. */
function driveWith(files: readonly string[]): Drive {
  const mount = temporaryFolder();
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(mount, file)), { recursive: true });
    fs.writeFileSync(path.join(mount, file), file.endsWith('current') ? 'releases/2\n' : '');
  }
  const limits = { name: 'ext4', maxFileBytes: null, windowsNames: false };
  return { mount, label: 'DOCS', isReadOnly: false, isRemovable: true, freeBytes: null, limits };
}

const found = (drive: Drive): string[] =>
  bundlesOnDrives([drive]).flatMap(({ bundles }) => bundles.map((file) => path.relative(drive.mount, file)));

it('finds what lies at the top of a drive and what was published to it', () => {
  expect(found(driveWith(['docs.zip', 'photo.jpg', 'deep/other.zip']))).toEqual(['docs.zip']);
  expect(
    found(driveWith(['offprint/current', 'offprint/releases/1/a.zip', 'offprint/releases/2/b.zip'])),
  ).toEqual(['offprint/releases/2/b.zip']);
  expect(found(driveWith(['offprint']))).toEqual([]);
});

it('says why a drive cannot be looked at, and goes on with the others', () => {
  const broken = driveWith([]);
  fs.symlinkSync('offprint', path.join(broken.mount, 'offprint'));
  const [first, second] = bundlesOnDrives([broken, driveWith(['docs.zip'])]);
  expect(first?.error).toContain('ELOOP');
  expect(second).toMatchObject({ error: null, bundles: [expect.stringMatching(/docs\.zip$/)] });
});
