import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  repositoryIn,
  scratchFolder,
  type TestRepository,
} from '../../agents/workspace/repository.test-support.ts';
import { requireOpenRepository } from './repository-limits.ts';

const scratch = fs.realpathSync(scratchFolder('repository-limits'));
let count = 0;

/** Created once and copied, because each git command costs a process. */
const template = path.join(scratch, 'template');
let made: TestRepository;
beforeAll(() => {
  made = repositoryIn(path.join(template, 'root/docs'), { 'index.html': 'x' });
  repositoryIn(path.join(template, 'outside/secret'), { 'index.html': 'x' });
});

/** A repository within the roots and one outside of them, each with a commit. */
function scene() {
  const folder = path.join(scratch, String(++count));
  fs.cpSync(template, folder, { recursive: true });
  const limits = { dataFolder: path.join(folder, 'data'), roots: [path.join(folder, 'root')] };
  const at = (...names: string[]): string => path.join(folder, ...names);
  return { outside: at('outside/secret'), limits, at };
}

type Scene = ReturnType<typeof scene>;

/** Ways to make git read files outside, as `git clone` confirms in the tests that run it. */
const tricks: Readonly<Record<string, (scene: Scene) => string>> = {
  'a .git file': ({ at, outside }) => {
    fs.rmSync(at('root/docs/.git'), { recursive: true });
    fs.writeFileSync(at('root/docs/.git'), `gitdir: ${outside}/.git\n`);
    return at('root/docs');
  },
  'a relative .git file': ({ at }) => {
    fs.rmSync(at('root/docs/.git'), { recursive: true });
    fs.writeFileSync(at('root/docs/.git'), 'gitdir: ../../outside/secret/.git\n');
    return at('root/docs');
  },
  'a .git link': ({ at, outside }) => {
    fs.rmSync(at('root/docs/.git'), { recursive: true });
    fs.symlinkSync(path.join(outside, '.git'), at('root/docs/.git'));
    return at('root/docs');
  },
  'the folder, which has become a link': ({ at, outside }) => {
    fs.rmSync(at('root/docs'), { recursive: true });
    fs.symlinkSync(outside, at('root/docs'));
    return at('root/docs');
  },
  alternates: ({ at, outside }) => {
    fs.writeFileSync(at('root/docs/.git/objects/info/alternates'), `${outside}/.git/objects\n`);
    return at('root/docs');
  },
  'alternates of alternates': ({ at, outside }) => {
    fs.mkdirSync(at('root/between/objects/info'), { recursive: true });
    fs.writeFileSync(at('root/docs/.git/objects/info/alternates'), '../../../between/objects\n');
    fs.writeFileSync(at('root/between/objects/info/alternates'), `${outside}/.git/objects\n`);
    return at('root/docs');
  },
  'alternates by way of a link': ({ at, outside }) => {
    fs.symlinkSync(path.join(outside, '.git/objects'), at('root/link'));
    fs.writeFileSync(at('root/docs/.git/objects/info/alternates'), `${at('root/link')}\n`);
    return at('root/docs');
  },
  'alternates with .. after a link': ({ at, outside }) => {
    fs.symlinkSync(path.join(outside, '.git/refs'), at('root/docs/.git/objects/way'));
    fs.writeFileSync(at('root/docs/.git/objects/info/alternates'), 'way/../objects\n');
    return at('root/docs');
  },
  commondir: ({ at, outside }) => {
    fs.rmSync(at('root/docs/.git/objects'), { recursive: true });
    fs.rmSync(at('root/docs/.git/refs'), { recursive: true });
    fs.writeFileSync(at('root/docs/.git/commondir'), `${outside}/.git\n`);
    return at('root/docs');
  },
  'a link among the objects': ({ at, outside }) => {
    fs.rmSync(at('root/docs/.git/objects'), { recursive: true });
    fs.symlinkSync(path.join(outside, '.git/objects'), at('root/docs/.git/objects'));
    return at('root/docs');
  },
  'a link among the refs': ({ at, outside }) => {
    fs.symlinkSync(path.join(outside, '.git/HEAD'), at('root/docs/.git/refs/heads/other'));
    return at('root/docs');
  },
  'a link beside an empty folder': ({ at, outside }) => {
    fs.mkdirSync(at('root/empty'));
    fs.symlinkSync(path.join(outside, '.git'), at('root/empty.git'));
    return at('root/empty');
  },
};

describe('a local repository within the roots', () => {
  it('is read: with a work tree, bare, and by a link that leads to one within', () => {
    const { limits, at } = scene();
    made.git('clone', '--quiet', '--bare', at('root/docs'), at('root/bare.git'));
    fs.symlinkSync(at('root/docs'), at('root/link'));
    for (const name of ['docs', 'bare.git', 'link', 'docs/.git']) {
      expect(() => requireOpenRepository(at('root', name), limits)).not.toThrow();
    }
  });

  it.each(Object.keys(tricks))('is refused where it leads out, whoever names it: %s', (trick) => {
    const place = scene();
    const folder = tricks[trick]?.(place) ?? '';
    const refused =
      /directoryRoots|points? .*outside|may point outside|repository elsewhere|linked work tree|borrows|not a git repository/;
    expect(() => requireOpenRepository(folder, place.limits)).toThrow(refused);
    // The owner of the data folder may use any folder, but not one whose repository points elsewhere.
    if (!trick.startsWith('the folder')) {
      expect(() => requireOpenRepository(folder, { ...place.limits, roots: null })).toThrow(refused);
    }
  });

  it('is refused where there is none, and where a pipe would be waited for', () => {
    const { limits, at } = scene();
    fs.mkdirSync(at('root/empty'));
    expect(() => requireOpenRepository(at('root/empty'), limits)).toThrow('not a git repository');
    expect(() => requireOpenRepository(at('root/absent'), limits)).toThrow('does not exist');
    execFileSync('mkfifo', [at('root/docs/.git/packed-refs')]);
    expect(() => requireOpenRepository(at('root/docs'), limits)).toThrow('neither a file nor a folder');
  });

  it('is refused in the data folder, whoever names it', () => {
    const { outside, at } = scene();
    const own = { dataFolder: at('outside'), roots: null };
    expect(() => requireOpenRepository(outside, own)).toThrow("inside Offprint's data folder");
  });
});
