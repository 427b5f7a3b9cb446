import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isFullRun } from '../../test/stand-ins/full.ts';
import { verifyPath } from '../bundles/verify-source.ts';
import { OffprintError } from '../errors.ts';
import { LOCK_FILE } from './layout.ts';
import { bundleOf, publishOnce, siteOf, temporary } from './publishing.test-support.ts';
import type { Target } from './target.ts';
import { openFolder } from './targets/folder.ts';

const bundles = temporary('published');
let root: string;
let one: string;
let two: string;
let three: string;

beforeAll(async () => {
  one = await bundleOf(bundles, '1.0', siteOf('1.0'));
  two = await bundleOf(bundles, '2.0', siteOf('2.0'));
  three = await bundleOf(bundles, '3.0', { ...siteOf('3.0'), 'added.html': 'new' });
});

beforeEach(() => {
  root = temporary('target');
});

const openTarget = (signal: AbortSignal): Promise<Target> => openFolder({ root, signal });
const publish = (bundle: string, more: Partial<Parameters<typeof publishOnce>[0]> = {}) =>
  publishOnce({ openTarget, bundle, ...more });
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const names = (folder: string): string[] => fs.readdirSync(path.join(root, folder)).sort();

describe('a folder', () => {
  test('gets a site, and current leads to it', async () => {
    const noted = await publish(one);
    expect(fs.readlinkSync(path.join(root, 'current'))).toBe('releases/1.0');
    expect(read('current/index.html')).toBe('<p>version 1.0');
    expect(noted).toMatchObject({ version: '1.0', domain: 'docs.example.com', sentFiles: 23, keptFiles: 0 });
    expect(names('.')).toEqual(['current', 'releases']);
  });

  test('gets only what changed: the rest is one file under two names', async () => {
    await publish(one);
    const noted = await publish(two);
    expect(noted).toMatchObject({ sentFiles: 3, keptFiles: 20, previous: '1.0' });
    const inode = (file: string): number => fs.statSync(path.join(root, file)).ino;
    expect(inode('releases/2.0/pages/7.html')).toBe(inode('releases/1.0/pages/7.html'));
    // Operators edit this file in place.
    expect(inode('releases/2.0/offprint-site.js')).not.toBe(inode('releases/1.0/offprint-site.js'));
    expect(read('current/index.html')).toBe('<p>version 2.0');
    expect(read('releases/1.0/index.html')).toBe('<p>version 1.0');
  });

  test('gets an archive with what it takes to check it', async () => {
    await publish(one, { shape: 'archive' });
    expect(names('current/')).toEqual([
      'README.txt',
      'docs.example.com-1.0.zip',
      'docs.example.com-1.0.zip.sha256',
      'offprint.json',
    ]);
    expect(fs.readFileSync(path.join(root, 'current/docs.example.com-1.0.zip'))).toEqual(
      fs.readFileSync(one),
    );
    // Verifies the published folder, as a recipient of the folder or drive would.
    for (const place of [root, path.join(root, 'releases/1.0')])
      expect(await verifyPath(place, { trusted: [], signal: new AbortController().signal })).toMatchObject({
        verdict: 'unsigned',
      });
  });

  test('grants what the folder grants', async () => {
    fs.chmodSync(root, 0o755);
    const before = process.umask(0o077);
    try {
      await publish(one);
    } finally {
      process.umask(before);
    }
    const mode = (file: string): number => fs.statSync(path.join(root, file)).mode & 0o777;
    expect([mode('releases'), mode('current/pages'), mode('current/index.html')]).toEqual([
      0o755, 0o755, 0o644,
    ]);
  });

  test('keeps as many versions as it is told, and those that readers see and saw', async () => {
    await publish(one, { keep: 1 });
    await publish(two, { keep: 1 });
    expect(names('releases').filter((name) => !name.endsWith('.json'))).toEqual(['1.0', '2.0']);
    await publish(three, { keep: 1 });
    expect(names('releases')).toEqual([
      '2.0',
      '2.0.offprint-release.json',
      '3.0',
      '3.0.offprint-release.json',
    ]);
  });

  test.runIf(isFullRun)('is the same after the same version once more', async () => {
    await publish(one);
    expect(await publish(one)).toMatchObject({ sentFiles: 0, keptFiles: 23 });
  });

  test('goes back to a version that is whole, and to none that is not', async () => {
    await publish(one);
    await publish(two);
    expect(await publishOnce({ openTarget })).toMatchObject({ version: '1.0', previous: '2.0' });
    expect(read('current/index.html')).toBe('<p>version 1.0');
    fs.writeFileSync(path.join(root, 'releases/2.0/index.html'), '<p>version 2.O');
    await expect(publishOnce({ openTarget, version: '2.0' })).rejects.toThrow(
      /2\.0 .* Missing or altered: index\.html\./,
    );
    expect(read('current/index.html')).toBe('<p>version 1.0');
    await expect(publishOnce({ openTarget, version: '9' })).rejects.toThrow(
      /no version 9\. Available versions: 2\.0, 1\.0/,
    );
  });

  test('refuses the same version with other bytes, and another site', async () => {
    await publish(one);
    await expect(publish(two, { version: '1.0' })).rejects.toThrow(
      /already has version 1\.0, but with different content/,
    );
    const other = await bundleOf(bundles, '1', siteOf('1'), 'other.example.com');
    await expect(publish(other)).rejects.toThrow(
      /contains docs\.example\.com\. A target can hold only one site/,
    );
    expect(read('current/index.html')).toBe('<p>version 1.0');
    expect(names('.')).toEqual(['current', 'releases']);
  });

  test('refuses a bundle that is not as it was packed', async () => {
    const bytes = fs.readFileSync(one);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    const broken = path.join(bundles, 'broken.zip');
    fs.writeFileSync(broken, bytes);
    await expect(publish(broken)).rejects.toMatchObject({ code: 'integrity' });
    expect(names('.')).toEqual([]);
  });

  test('repairs what was altered there while it was sent', async () => {
    let spoiled = false;
    const target = async (signal: AbortSignal): Promise<Target> => {
      const folder = await openTarget(signal);
      return {
        ...folder,
        write: async (file, content, onBytes) => {
          await folder.write(file, content, onBytes);
          if (spoiled || !file.path.endsWith('/index.html')) return;
          spoiled = true;
          fs.writeFileSync(path.join(root, file.path), '<p>version 6.6');
        },
      };
    };
    await publish(one, { openTarget: target });
    expect(spoiled).toBe(true);
    expect(read('current/index.html')).toBe('<p>version 1.0');
  });

  test('names another writer, and takes over what one of this installation left', async () => {
    await publish(one);
    const lock = (targetId: string, expiresInMs: number): void =>
      fs.writeFileSync(
        path.join(root, LOCK_FILE),
        JSON.stringify({
          format: 'offprint-lock',
          targetId,
          publicationId: 'pub_other',
          owner: 'ann@laptop',
          expiresAt: new Date(Date.now() + expiresInMs).toISOString(),
        }),
      );
    lock('tgt_elsewhere', 60_000);
    await expect(publish(two)).rejects.toMatchObject({
      code: 'target-busy',
      message: expect.stringContaining('ann@laptop is publishing'),
    });
    expect(names('.')).toContain(LOCK_FILE);
    lock('tgt_elsewhere', 3_600_000);
    await expect(publish(two)).rejects.toThrow(
      /The publishing computer's clock is ahead .* remove offprint-lock\.json/,
    );
    lock('tgt_elsewhere', -1);
    await publish(two);
    lock('tgt_here', 60_000);
    await publish(three);
    expect(names('.')).toEqual(['current', 'releases']);
  });

  test('is left as it was by who has lost the lock meanwhile', async () => {
    await publish(one);
    const target = async (signal: AbortSignal): Promise<Target> => {
      const folder = await openTarget(signal);
      return {
        ...folder,
        settle: async () => {},
        digest: async () => {
          const held = JSON.parse(read(LOCK_FILE)) as object;
          fs.writeFileSync(path.join(root, LOCK_FILE), JSON.stringify({ ...held, publicationId: 'pub_x' }));
          return undefined;
        },
      };
    };
    await expect(publish(two, { openTarget: target })).rejects.toMatchObject({ code: 'target-busy' });
    expect(read('current/index.html')).toBe('<p>version 1.0');
    expect(names('.')).toContain(LOCK_FILE);
  });

  test('that has gone is tried again, and no longer than there is hope', async () => {
    fs.rmSync(root, { recursive: true });
    await expect(publish(one)).rejects.toMatchObject({ code: 'target-unreachable' });
  });

  test('is told of a name that it cannot hold before the first byte', async () => {
    const odd = await bundleOf(bundles, '4.0', { 'index.html': '1', 'what?.html': '2', 'con.html': '3' });
    const limits = { name: 'FAT32', maxFileBytes: 2 ** 32 - 1, windowsNames: true };
    const fat = (signal: AbortSignal): Promise<Target> => openFolder({ root, signal, limits });
    await expect(publish(odd, { openTarget: fat })).rejects.toThrow(
      /cannot store what\?\.html: FAT32 does not allow "\?" in names; con\.html: con\.html is a reserved device name/,
    );
    expect(names('.')).toEqual([]);
  });

  test('gets volumes where it cannot hold the archive in one file', async () => {
    const limits = { name: 'small', maxFileBytes: 100_000, windowsNames: false };
    const small = (signal: AbortSignal): Promise<Target> => openFolder({ root, signal, limits });
    const big = await bundleOf(bundles, '6.0', { 'index.html': '6', 'big.bin': randomish(300_000) });
    await publish(big, { openTarget: small, shape: 'archive' });
    const volumes = names('current/').filter((name) => /\.\d{3}$/.test(name));
    expect(volumes.length).toBeGreaterThan(2);
    const joined = Buffer.concat(volumes.map((name) => fs.readFileSync(path.join(root, 'current', name))));
    expect(joined).toEqual(fs.readFileSync(big));
    expect(names('current/')).toContain('docs.example.com-6.0.zip.volumes.json');
  });
});

describe('a publication that is cut off', () => {
  test('at any write or switch leaves readers the old version, and goes on', async () => {
    await publish(one);
    for (let cut = 1; ; cut++) {
      let calls = 0;
      const failing = async (signal: AbortSignal): Promise<Target> => {
        const folder = await openTarget(signal);
        const stop = (): void => {
          calls++;
          if (calls >= cut) throw new OffprintError('target-full', `cut at ${cut}`);
        };
        return {
          ...folder,
          write: async (file, content, onBytes) => {
            stop();
            await folder.write(file, content, onBytes);
          },
          copy: async (from, to) => {
            stop();
            return folder.copy(from, to);
          },
          switchTo: async (version) => {
            stop();
            await folder.switchTo(version);
          },
        };
      };
      const ended = await publish(three, { openTarget: failing, id: 'pub_cut' }).catch(
        (error: unknown) => error,
      );
      if (!(ended instanceof OffprintError)) break;
      expect(ended.code).toBe('target-full');
      expect(read('current/index.html')).toBe('<p>version 1.0');
    }
    expect(read('current/index.html')).toBe('<p>version 3.0');
    expect(read('current/added.html')).toBe('new');
  });

  test.runIf(isFullRun)('in the middle of a file sends the rest of it', async () => {
    const big = await bundleOf(bundles, '5.0', { 'index.html': '5', 'big.bin': randomish(5_000_000) });
    const asked: number[] = [];
    let isCut = true;
    const target = async (signal: AbortSignal): Promise<Target> => {
      const folder = await openTarget(signal);
      return {
        ...folder,
        write: (file, content, onBytes) =>
          folder.write(
            file,
            async function* (from) {
              if (file.path.endsWith('.zip')) asked.push(from);
              let sent = 0;
              for await (const chunk of content(from)) {
                yield chunk;
                sent += chunk.length;
                if (isCut && sent > 1_000_000) {
                  isCut = false;
                  throw new OffprintError('target-unreachable', 'The cable was pulled.');
                }
              }
            },
            onBytes,
          ),
      };
    };
    const { notes } = await publish(big, { openTarget: target, shape: 'archive' });
    expect(notes[0]).toContain('The cable was pulled.');
    expect(asked).toHaveLength(2);
    expect(asked[0]).toBe(0);
    expect(asked[1]).toBeGreaterThan(1_000_000);
    expect(fs.readFileSync(path.join(root, 'current/docs.example.com-5.0.zip'))).toEqual(
      fs.readFileSync(big),
    );
  });

  test('leaves nothing of it once another one has been published', async () => {
    fs.mkdirSync(path.join(root, 'releases/0.9'), { recursive: true });
    fs.writeFileSync(path.join(root, 'releases/0.9/half.html'), 'half');
    fs.mkdirSync(path.join(root, 'releases/mine'));
    await publish(one, { unfinished: ['0.9', '1.0'] });
    expect(names('releases')).toEqual(['1.0', '1.0.offprint-release.json', 'mine']);
  });
});

/** Incompressible bytes, the same in each run. */
function randomish(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}
