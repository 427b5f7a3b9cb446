import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { firstOf } from '../../test/stand-ins/full.ts';
import { storedEntry, temporaryFolder, writeArchive } from './archive.test-support.ts';
import { createArchive } from './archive.ts';
import { unpackArchive } from './read.ts';

const folder = temporaryFolder();
const hasTar = spawnSync('tar', ['--version']).status === 0;
const FILES = {
  'index.html': '<!doctype html>'.repeat(100),
  'empty.txt': '',
  'größe/表.html': '<p>UTF-8',
  [`${'a-long-folder-name/'.repeat(8)}größe.html`]: '<p>a name that ustar has no room for',
};

describe.each(['zip', 'tar.gz'] as const)('an archive as %s', (format) => {
  test('unpacks to what was put in', async () => {
    const file = path.join(folder, `whole.${format}`);
    const target = path.join(folder, `unpacked-${format}`);
    await writeArchive(file, format, FILES);
    await unpackArchive(file, target);
    for (const [name, content] of Object.entries(FILES)) {
      expect(fs.readFileSync(path.join(target, name), 'utf8')).toBe(content);
    }
  });

  test('has the same bytes whenever it is made', async () => {
    const one = await writeArchive(path.join(folder, `one.${format}`), format, FILES);
    const other = await writeArchive(path.join(folder, `other.${format}`), format, FILES);
    expect(other).toEqual(one);
  });

  test('has the same bytes in every time zone', () => {
    const script = path.join(import.meta.dirname, 'fixtures/write-archive.ts');
    const digests = firstOf(2, ['Pacific/Auckland', 'America/New_York', 'UTC']).map((zone) =>
      execFileSync(
        process.execPath,
        [script, path.join(folder, `${zone.replace('/', '-')}.${format}`), format],
        {
          encoding: 'utf8',
          env: { ...process.env, TZ: zone },
        },
      ),
    );
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(digests).size).toBe(1);
  });

  test('fails when its file cannot be written', async () => {
    const file = path.join(folder, 'no-such-folder', `a.${format}`);
    await expect(
      (async () => {
        const archive = await createArchive(file, format);
        await archive.add(storedEntry('a.txt', 'a'));
        await archive.finish();
      })(),
    ).rejects.toThrow('ENOENT');
  });

  test('can be abandoned', async () => {
    const archive = await createArchive(path.join(folder, `abandoned.${format}`), format);
    await archive.add(storedEntry('a.txt', 'a'));
    await expect(archive.abandon()).resolves.toBeUndefined();
  });
});

describe('an archive as tar.gz', () => {
  test('says nothing of when and by whom it was made', async () => {
    const file = path.join(folder, 'neutral.tar.gz');
    await writeArchive(file, 'tar.gz', FILES);
    const bytes = fs.readFileSync(file);
    expect(bytes.readUInt32LE(4)).toBe(0); // time
    expect(bytes[3]).toBe(0); // no name, no comment
    const tar = zlib.gunzipSync(bytes);
    expect(tar.subarray(108, 124).toString()).toBe('000000 \u0000000000 \u0000'); // owner and group
    expect(Number.parseInt(tar.subarray(136, 148).toString(), 8)).toBe(0); // time
  });

  test('takes content as a stream', async () => {
    const bytes = Buffer.alloc(300_000, 'stream ');
    const stream = async function* () {
      for (let from = 0; from < bytes.length; from += 64_000) yield bytes.subarray(from, from + 64_000);
    };
    const streamed = [{ ...storedEntry('a.bin', bytes), data: stream() }, storedEntry('b.txt', 'b')];
    const one = await writeArchive(path.join(folder, 'stream.tar.gz'), 'tar.gz', streamed);
    const whole = [storedEntry('a.bin', bytes), storedEntry('b.txt', 'b')];
    expect(await writeArchive(path.join(folder, 'bytes.tar.gz'), 'tar.gz', whole)).toEqual(one);
  });

  test.skipIf(!hasTar)('is read by tar', async () => {
    const file = path.join(folder, 'listed.tar.gz');
    await writeArchive(file, 'tar.gz', FILES);
    const { stdout } = spawnSync('tar', ['tzf', file, '--quoting-style=literal'], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    expect(stdout.trim().split('\n')).toEqual(Object.keys(FILES));
  });
});
