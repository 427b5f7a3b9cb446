import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { applyDelta } from './apply-delta.ts';
import { type Content, temporaryFolder, writeArchive, writeBundle } from './archive.test-support.ts';
import { moveToFolder } from './move-to-folder.ts';
import { readArchive, unpackArchive } from './read.ts';
import { signBundle } from './sign-bundle.ts';
import { newSigningKey } from './signing.test-support.ts';
import { verifyBundle } from './verify.ts';
import { verifyPath } from './verify-source.ts';
import { writeDelta } from './write-delta.ts';

const scratch = temporaryFolder();
const { signal } = new AbortController();
const FOLDER = 'docs.example.com-1.0';
const SITE: Content = {
  'a/b.html': `<p>${'some words '.repeat(5000)}`,
  'empty.txt': '',
  'größe/表.css': 'p { color: red }',
  'index.html': '<title>Start</title>',
  'large.bin': Buffer.alloc(isFullRun ? 3_000_000 : 1_200_000, 'large '),
};
let made = 0;
const newFile = (): string => path.join(scratch, `${++made}.bundle`);

describe.each(['zip', 'tar.gz'] as const)('a %s in a folder', (format) => {
  const make = async (content = SITE): Promise<{ plain: string; inFolder: string }> => {
    const [plain, inFolder] = [newFile(), newFile()];
    await writeBundle(plain, content, format);
    await moveToFolder({ from: plain, out: inFolder, folder: FOLDER }, signal);
    return { plain, inFolder };
  };

  test('gives back the bytes that were packed', async () => {
    const { plain, inFolder } = await make();
    const back = newFile();
    expect(fs.readFileSync(inFolder).equals(fs.readFileSync(plain))).toBe(false);
    await moveToFolder({ from: inFolder, out: back, folder: null }, signal);
    expect(fs.readFileSync(back).equals(fs.readFileSync(plain))).toBe(true);
  });

  test('unpacks into that folder with the usual programs, and to the files themselves with ours', async () => {
    const { inFolder } = await make();
    const target = fs.mkdtempSync(path.join(scratch, 'unpacked-'));
    const [program, ...options] =
      format === 'zip' ? ['unzip', '-q', inFolder, '-d', target] : ['tar', '-xzf', inFolder, '-C', target];
    execFileSync(program ?? '', options);
    expect(fs.readdirSync(target)).toEqual([FOLDER]);
    expect(fs.readFileSync(path.join(target, FOLDER, 'a/b.html'), 'utf8')).toBe(SITE['a/b.html']);
    const ours = fs.mkdtempSync(path.join(scratch, 'unpacked-'));
    await unpackArchive(inFolder, ours);
    expect(fs.readFileSync(path.join(ours, 'größe/表.css'), 'utf8')).toBe(SITE['größe/表.css']);
  });

  test('is verified and signed as one without is', async () => {
    const { inFolder } = await make();
    expect((await verifyBundle(inFolder)).faults).toEqual([]);
    expect(await verifyPath(inFolder, { trusted: [], signal })).toMatchObject({
      verdict: 'unsigned',
      faults: [],
    });
    await signBundle(inFolder, newSigningKey(), signal);
    expect(await verifyPath(inFolder, { trusted: [], signal })).toMatchObject({ verdict: 'unknown-signer' });
    const names = execFileSync(
      format === 'zip' ? 'zipinfo' : 'tar',
      [format === 'zip' ? '-1' : '-tzf', inFolder],
      {
        encoding: 'utf8',
      },
    );
    expect(
      names
        .trim()
        .split('\n')
        .every((name) => name.startsWith(`${FOLDER}/`)),
    ).toBe(true);
  });

  test('is refused where something lies beside the folder', async () => {
    const file = newFile();
    const nothing = { method: 0, crc32: 0, sizeBytes: 0, compressedBytes: 0, data: Buffer.alloc(0) } as const;
    await writeArchive(file, format, [
      { path: 'docs/', ...nothing },
      { path: 'docs/index.html', ...nothing },
      { path: 'beside.html', ...nothing },
    ]);
    const { verdict } = await verifyPath(file, { trusted: [], signal });
    expect(verdict).toBe('incomplete'); // no folder is recognized, so there is no manifest
  });

  test('may not have a name that leads elsewhere', async () => {
    const file = newFile();
    const nothing = { method: 0, crc32: 0, sizeBytes: 0, compressedBytes: 0, data: Buffer.alloc(0) } as const;
    await writeArchive(file, format, [
      { path: '../', ...nothing },
      { path: '../offprint.json', ...nothing },
    ]);
    await expect(readArchive(file).next()).rejects.toMatchObject({ code: 'integrity' });
    expect(await verifyPath(file, { trusted: [], signal })).toMatchObject({ verdict: 'altered' });
  });
});

test('a delta is the same with and without folders, and applies to both', async () => {
  const [base, target] = [newFile(), newFile()];
  await writeBundle(base, SITE, 'zip');
  await writeBundle(target, { ...SITE, 'index.html': '<title>Changed</title>' }, 'zip');
  const [baseIn, targetIn, delta, deltaIn, out] = [newFile(), newFile(), newFile(), newFile(), newFile()];
  await moveToFolder({ from: base, out: baseIn, folder: FOLDER }, signal);
  await moveToFolder({ from: target, out: targetIn, folder: 'docs.example.com-1.1' }, signal);
  await writeDelta({ base, target, out: delta }, signal);
  await writeDelta({ base: baseIn, target: targetIn, out: deltaIn }, signal);
  expect(fs.readFileSync(deltaIn).equals(fs.readFileSync(delta))).toBe(true);
  await applyDelta({ base: baseIn, delta, out }, signal);
  expect(fs.readFileSync(out).equals(fs.readFileSync(target))).toBe(true);
  expect(fs.readdirSync(scratch).filter((name) => name.includes('unfinished'))).toEqual([]);
});
