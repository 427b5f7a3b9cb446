import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstOf, isFullRun } from '../../../test/stand-ins/full.ts';
import { objectId } from '../../agents/workspace/git-arguments.ts';
import { repositoryIn, scratchFolder } from '../../agents/workspace/repository.test-support.ts';
import { mirrorRegistry } from '../../agents/workspace/shared-mirror.ts';
import { TRAPPED_ATTRIBUTES, trapIn } from '../../agents/workspace/trapped-repository.test-support.ts';
import type { TreeEntry } from '../../agents/workspace/tree.ts';
import { checkOut, checkOutsFolder, requireRoom } from './repository.ts';
import { repositoryOrigin } from './repository-origin.ts';

const MIB = 2 ** 20;
const buildLimits = { timeMs: 120_000, memoryBytes: 2048 * MIB, diskBytes: 600 * MIB, processCount: 256 };

const scratch = scratchFolder('checkout');
let count = 0;

function scene(files: Readonly<Record<string, string>> = { 'index.html': '<p>one</p>' }) {
  const folder = path.join(scratch, String(++count));
  const repository = repositoryIn(path.join(folder, 'source'), files);
  const dataFolder = path.join(folder, 'data');
  fs.mkdirSync(dataFolder, { recursive: true });
  const openMirror = mirrorRegistry();
  const take = (
    origin: object = {},
    jobId = 'se_1',
    { signal = new AbortController().signal, diskBytes = 600 * MIB } = {},
  ) =>
    checkOut(
      repositoryOrigin.parse({ kind: 'repository', repository: repository.folder, ref: 'main', ...origin }),
      {
        dataFolder,
        projectId: 'prj_1',
        jobId,
        openMirror,
        hidden: [],
        buildLimits: { ...buildLimits, diskBytes },
        signal,
      },
    );
  const read = async (name: string, origin: object = {}, jobId = 'se_1'): Promise<string> => {
    const out = await take(origin, jobId);
    const text = fs.readFileSync(path.join(out.folder, name), 'utf8');
    out.remove();
    return text;
  };
  return { repository, dataFolder, take, read };
}

describe('a repository as an origin', () => {
  it('is written as it is committed, filters and line ends left alone, links left out and counted', async () => {
    const { repository, take } = scene({
      '.gitattributes': '* text eol=crlf filter=evil\n',
      'site/a.html': 'one\ntwo\n',
    });
    repository.git('config', 'filter.evil.smudge', 'touch /tmp/evil-was-here; cat');
    fs.symlinkSync('/etc/passwd', path.join(repository.folder, 'site/link.html'));
    repository.commit();
    const out = await take({ folder: 'site' });
    expect(fs.readdirSync(out.folder)).toEqual(['a.html']);
    expect(fs.readFileSync(path.join(out.folder, 'a.html'), 'utf8')).toBe('one\ntwo\n');
    expect(out.leftOut).toBe(1);
    out.remove();
  });

  it('may have a configuration that sets every key that runs something: nothing runs', async () => {
    const { repository, read } = scene({ '.gitattributes': TRAPPED_ATTRIBUTES, 'index.html': '<p>one</p>' });
    const trap = trapIn(path.join(scratch, `trap-${count}`));
    trap.set(path.join(repository.folder, '.git'));
    expect(await read('index.html')).toBe('<p>one</p>');
    expect(trap.sprung()).toEqual([]);
  });

  it('is refused before anything is written where its files are too large together', async () => {
    const { dataFolder, take } = scene({ 'one.bin': 'x'.repeat(MIB), 'two.bin': 'x'.repeat(MIB) });
    const tooLarge = take({}, 'se_1', { diskBytes: 1.5 * MIB });
    await expect(tooLarge).rejects.toThrow('total more than 2 MiB. Raise the buildDiskMegabytes setting');
    expect(fs.readdirSync(checkOutsFolder(dataFolder))).toEqual([]);
  });

  it('stays at the commit that the job saw first; the next job sees the new one', async () => {
    const { repository, read } = scene();
    expect(await read('index.html')).toBe('<p>one</p>');
    repository.commit({ 'index.html': '<p>two</p>' });
    expect(await read('index.html')).toBe('<p>one</p>');
    expect(await read('index.html', {}, 'se_2')).toBe('<p>two</p>');
  });

  it.each(
    firstOf<[origin: object, says: string]>(2, [
      [{ build: 'echo it broke >&2; exit 3' }, 'it broke'],
      [{ ref: 'gone' }, 'no branch "gone"'],
      [{ folder: 'gone' }, 'no folder gone'],
      [{ repository: '/nowhere/site.git' }, 'is not a git repository'],
    ]),
  )('says what is wrong: %j', async (origin, says) => {
    const { take, dataFolder } = scene();
    await expect(take(origin)).rejects.toMatchObject({
      code: 'origin-unreadable',
      message: expect.stringContaining(says),
    });
    expect(fs.existsSync(path.join(checkOutsFolder(dataFolder), 'se_1'))).toBe(false);
  });

  it('is built without network, environment, or sight of the data folder and of other processes', async () => {
    const { read, dataFolder } = scene();
    fs.writeFileSync(path.join(dataFolder, 'offprint.db'), 'secret');
    process.env.CANARY_FOR_BUILD = 'canary';
    const build = [
      'mkdir out',
      `(cat /proc/net/route; cat ${dataFolder}/offprint.db; env; cat /proc/${process.pid}/environ; ls ~ /run) > out/index.html 2>/dev/null`,
      'true',
    ].join('; ');
    const seen = await read('index.html', { folder: 'out', build });
    delete process.env.CANARY_FOR_BUILD;
    expect(seen).not.toContain('canary');
    expect(seen).not.toContain('secret');
    expect(seen).toContain('CI=1');
    // Only the header line: there are no routes.
    expect(seen.split('\n').filter((line) => /^\w+\t[0-9A-F]{8}\t/.test(line))).toEqual([]);
  });

  it('has its build ended, with all that it started, when the job is canceled', async () => {
    const { take } = scene();
    const controller = new AbortController();
    const working = take({ build: 'sleep 60 & sleep 60' }, 'se_1', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('canceled')), 500);
    await expect(working).rejects.toThrow('canceled');
  });
});

describe('the files of a branch', () => {
  const blob: TreeEntry = { mode: '100644', kind: 'file', object: objectId('0'.repeat(40)), sizeBytes: 0 };
  const file = (sizeBytes: number): TreeEntry => ({ ...blob, sizeBytes });
  const filesOf = (count: number): Map<string, TreeEntry> =>
    new Map(Array.from({ length: count }, (_, index) => [`${index}.html`, blob]));

  it.runIf(isFullRun)('may be 500,000 with 512 MiB each, as long as there is room', () => {
    requireRoom(filesOf(500_000), 0);
    requireRoom(new Map([['a.bin', file(512 * MIB)]]), 512 * MIB);
  });

  it.each<[string, Map<string, TreeEntry>, string]>([
    ['too many', filesOf(500_001), 'The branch has 500001 files, but the limit is 500000'],
    ['one too large', new Map([['a.bin', file(512 * MIB + 1)]]), 'a.bin is larger than 512 MiB'],
    [
      'too large together',
      new Map([
        ['a.bin', file(400 * MIB)],
        ['b.bin', file(201 * MIB)],
      ]),
      'total more than 600 MiB. Raise the buildDiskMegabytes setting',
    ],
  ])('are refused: %s', (_, entries, says) => {
    expect(() => requireRoom(entries, 600 * MIB)).toThrow(says);
  });
});
