import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder, writeBundle } from './archive.test-support.ts';
import { signBundle } from './sign-bundle.ts';
import { newSigningKey, trustIn } from './signing.test-support.ts';
import { joinVolumes, splitFile } from './split-volumes.ts';
import { verifyPath } from './verify-source.ts';
import { describeVolumes, descriptorFor, volumeRanges } from './volumes.ts';
import { writeDelta } from './write-delta.ts';

const root = temporaryFolder();
const { signal } = new AbortController();
const key = newSigningKey();
const VOLUME_BYTES = 1_000;
const [base, zip, tarball, delta] = ['base.zip', 'docs.zip', 'docs.tar.gz', 'delta.zip'].map((name) =>
  path.join(root, name),
) as [string, string, string, string];
let folder: string;

beforeAll(async () => {
  const pictures = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `p${index}.png`,
      createHash('sha512').update(`${index}`).digest('hex').repeat(3),
    ]),
  );
  await writeBundle(base, { 'index.html': '<p>old' });
  await writeBundle(zip, { 'index.html': '<p>new', ...pictures });
  await writeBundle(tarball, { 'index.html': '<p>new', ...pictures }, 'tar.gz');
  await signBundle(zip, key, signal);
  await signBundle(tarball, key, signal);
  await writeDelta({ base, target: zip, out: delta }, signal);
  await signBundle(delta, key, signal);
});

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(root, 'volumes-'));
});

describe('an archive', () => {
  test.each([
    ['zip', zip],
    ['tar.gz', tarball],
    ['delta', delta],
  ])('is split, verified as it lies, and joined (%s)', async (kind, file) => {
    const { descriptor, descriptorFile } = await split(file);
    const { size } = fs.statSync(file);
    expect(descriptor).toMatchObject({
      kind,
      sizeBytes: size,
      sha256: sha256Of(file),
      file: path.basename(file),
    });
    const sizes = descriptor.volumes.map(({ sizeBytes }) => sizeBytes);
    expect(sizes.slice(0, -1).every((bytes) => bytes === VOLUME_BYTES)).toBe(true);
    expect(sizes.length).toBe(Math.ceil(size / VOLUME_BYTES));
    for (const { name, sha256 } of descriptor.volumes) expect(sha256Of(path.join(folder, name))).toBe(sha256);

    for (const given of [descriptorFile, path.join(folder, descriptor.volumes[0]?.name ?? '')]) {
      expect((await verify(given)).verdict).toBe('valid');
    }
    const out = path.join(folder, 'joined');
    expect(await joinVolumes({ descriptorFile, out }, signal)).toEqual(descriptor);
    expect(sha256Of(out)).toBe(sha256Of(file));
  });

  test('that fits one volume is one', async () => {
    const { descriptor } = await split(zip, 10_000_000);
    expect(descriptor.volumes).toMatchObject([{ name: 'docs.zip.001', sha256: sha256Of(zip) }]);
  });

  test('is described without writing anything, for those who bring the volumes somewhere themselves', async () => {
    const described = await describeVolumes(zip, VOLUME_BYTES, signal);
    expect(described).toEqual((await split(zip)).descriptor);
    const ranges = volumeRanges('docs.zip', described.sizeBytes, VOLUME_BYTES);
    const bytes = fs.readFileSync(zip);
    for (const [index, { offset, sizeBytes, name }] of ranges.entries()) {
      const sha256 = createHash('sha256')
        .update(bytes.subarray(offset, offset + sizeBytes))
        .digest('hex');
      expect(described.volumes[index]).toEqual({ name, sizeBytes, sha256 });
    }
  });

  test('is cut at the default size so that FAT32 takes every volume', () => {
    const ranges = volumeRanges('docs.zip', 9 * 2 ** 30, 2 ** 32 - 1);
    expect(ranges.map(({ sizeBytes }) => sizeBytes)).toEqual([2 ** 32 - 1, 2 ** 32 - 1, 2 ** 30 + 2]);
    expect(ranges[2]).toMatchObject({ name: 'docs.zip.003', offset: 2 ** 33 - 2 });
  });

  test('is not cut into more volumes than anybody handles', () => {
    expect(() => volumeRanges('docs.zip', 10_000_000, 1_000)).toThrow(
      /would be 10,000 volumes, but the limit is 9,999/,
    );
  });

  test('goes on where splitting was interrupted, and mends what is wrong', async () => {
    const { descriptor, descriptorFile } = await split(zip);
    const [first, second, third] = descriptor.volumes.map(({ name }) => path.join(folder, name));
    if (!first || !second || !third) throw new Error('too few volumes');
    const { ino } = fs.statSync(first);
    fs.rmSync(second);
    fs.writeFileSync(third, Buffer.alloc(VOLUME_BYTES));
    fs.rmSync(descriptorFile);
    expect((await split(zip)).descriptor).toEqual(descriptor);
    expect(fs.statSync(first).ino).toBe(ino);
    expect((await verify(descriptorFile)).verdict).toBe('valid');
  });

  test('that is no archive is not split', async () => {
    const text = path.join(root, 'text.zip');
    fs.writeFileSync(text, 'This is not an archive.');
    await expect(split(text)).rejects.toThrow(/neither a zip nor a tar\.gz/);
    await expect(split(path.join(root, 'gone.zip'))).rejects.toMatchObject({ code: 'usage' });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('is split again into fewer volumes, which can be joined', async () => {
    const before = (await split(zip, 500)).descriptor.volumes;
    const { descriptor, descriptorFile } = await split(zip);
    expect(before.length).toBeGreaterThan(descriptor.volumes.length);
    const out = path.join(folder, 'joined');
    await joinVolumes({ descriptorFile, out }, signal);
    expect(sha256Of(out)).toBe(sha256Of(zip));
  });

  test('is not split beside volumes that no split there has listed', async () => {
    fs.writeFileSync(path.join(folder, 'docs.zip.099'), 'x');
    await expect(split(zip)).rejects.toThrow(/docs\.zip\.099 is not listed.* or delete it/);
    expect(fs.readdirSync(folder)).toEqual(['docs.zip.099']);
  });

  test('is left alone when splitting is interrupted', async () => {
    const reason = new Error('canceled');
    await expect(splitFile({ file: zip, folder, volumeBytes: 100 }, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

describe('volumes that do not belong together', () => {
  const cases: Record<
    string,
    [change: (volume: (index: number) => string) => void, verdict: string, sentence: RegExp]
  > = {
    'one is missing': [
      (volume) => fs.rmSync(volume(2)),
      'incomplete',
      /The volume docs\.zip\.002 is missing\. Put it in the same folder as the others/,
    ],
    'two are missing': [
      (volume) => {
        for (const index of [1, 3]) fs.rmSync(volume(index));
      },
      'incomplete',
      /docs\.zip\.001 is missing.* docs\.zip\.003 is missing/,
    ],
    'one is cut off': [
      (volume) => fs.truncateSync(volume(2), 999),
      'altered',
      /docs\.zip\.002 has 999 bytes instead of 1,000: it is incomplete, altered, or from another archive/,
    ],
    'one is altered': [
      (volume) => fs.writeFileSync(volume(2), Buffer.alloc(VOLUME_BYTES)),
      'altered',
      /docs\.zip\.002 does not match its description \(its SHA-256 is different: it was altered or is from another archive\)/,
    ],
    'two are exchanged': [
      (volume) => {
        fs.renameSync(volume(1), volume(0));
        fs.renameSync(volume(2), volume(1));
        fs.renameSync(volume(0), volume(2));
      },
      'altered',
      /docs\.zip\.001 does not match its description \(it has the content of docs\.zip\.002: /,
    ],
    'one is of another archive': [
      (volume) => fs.writeFileSync(volume(99), 'x'),
      'altered',
      /docs\.zip\.099 is not listed in this archive's descriptor, so it belongs to another archive/,
    ],
    'one is a folder': [
      (volume) => {
        fs.rmSync(volume(1));
        fs.mkdirSync(volume(1));
      },
      'incomplete',
      /docs\.zip\.001 is missing/,
    ],
  };

  test.each(Object.entries(cases))(
    '%s: it is named, and nothing is joined',
    async (_case, [change, verdict, sentence]) => {
      const { descriptorFile } = await split(zip);
      change((index) => path.join(folder, `docs.zip.${String(index).padStart(3, '0')}`));
      const out = path.join(root, 'never.zip');
      await expect(joinVolumes({ descriptorFile, out }, signal)).rejects.toMatchObject({
        code: verdict === 'incomplete' ? 'incomplete' : 'integrity',
        message: expect.stringMatching(sentence),
      });
      expect(fs.existsSync(out)).toBe(false);
      const verification = await verify(descriptorFile);
      expect(verification.verdict).toBe(verdict);
      expect(verification.faults.map(({ text }) => text).join(' ')).toMatch(sentence);
      expect(verification.faults.every(({ kind }) => kind === 'volume')).toBe(true);
    },
  );

  test('volumes without their descriptor are incomplete, and it is asked for', async () => {
    const { descriptorFile } = await split(zip);
    fs.rmSync(descriptorFile);
    for (const name of ['docs.zip.001', 'docs.zip.002']) {
      expect(await verify(path.join(folder, name))).toMatchObject({
        verdict: 'incomplete',
        faults: [
          { path: 'docs.zip.volumes.json', text: expect.stringMatching(/is missing\. Put it and all/) },
        ],
      });
    }
    const task = { descriptorFile, out: path.join(folder, 'out.zip') };
    await expect(joinVolumes(task, signal)).rejects.toThrow(
      /The file .*volumes\.json, which describes the volumes, is missing/,
    );
  });
});

describe('a descriptor', () => {
  test.each([
    ['that leads out of its folder', { file: '../docs.zip' }],
    ['with a volume of another name', { volumes: [{ name: '../../etc/passwd' }] }],
    ['that announces another size', { sizeBytes: 5 }],
    ['of a version to come', { formatVersion: 2 }],
    ['with more than it should have', { evil: true }],
    ['without volumes', { volumes: [] }],
  ])('%s is refused', async (_what, change) => {
    const { descriptor, descriptorFile } = await split(zip);
    const volumes = descriptor.volumes.map((volume, index) =>
      'volumes' in change ? { ...volume, ...change.volumes[index] } : volume,
    );
    const forged = {
      ...descriptor,
      ...change,
      volumes: 'volumes' in change && change.volumes.length === 0 ? [] : volumes,
    };
    fs.writeFileSync(descriptorFile, JSON.stringify(forged));
    const task = { descriptorFile, out: path.join(folder, 'out.zip') };
    await expect(joinVolumes(task, signal)).rejects.toMatchObject({ code: 'integrity' });
    expect((await verify(descriptorFile)).verdict).toBe('altered');
  });

  test('whose hashes were altered with the volumes is found by the signature', async () => {
    const bytes = fs.readFileSync(zip);
    bytes[700] = (bytes[700] ?? 0) ^ 1;
    const forged = path.join(folder, 'docs.zip');
    fs.writeFileSync(forged, bytes);
    const { descriptorFile } = await splitFile({ file: forged, folder, volumeBytes: VOLUME_BYTES }, signal);
    expect((await verify(descriptorFile)).verdict).toBe('altered');
  });

  test('is found from any of its volumes', () => {
    expect(descriptorFor('/media/docs.zip.002')).toBe('/media/docs.zip.volumes.json');
    expect(descriptorFor('/media/docs.zip')).toBeUndefined();
  });
});

function split(file: string, volumeBytes = VOLUME_BYTES) {
  return splitFile({ file, folder, volumeBytes }, signal);
}

function verify(given: string) {
  return verifyPath(given, { trusted: [trustIn(key)], signal });
}

function sha256Of(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}
