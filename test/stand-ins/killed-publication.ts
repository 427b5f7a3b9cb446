import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { kill, offprint, type RunOptions, startOffprint, until, workerOf } from './fixture-site.ts';

/**
 * Reads a file of the version that readers currently get.
 * @param file its path in that version
 */
export type Reader = (file: string) => Promise<string>;

/** A publication by the command line that is repeatedly killed with SIGKILL. */
export type KilledPublication = Readonly<{
  /** Made of pagesOf, with a different version from the published one. */
  bundle: string;
  /** Name of the target. */
  target: string;
  kills: number;
  data: string;
  env?: RunOptions['env'];
  /** Resolves when it is to be killed for the nth time, starting at 1. */
  moment: (nth: number) => Promise<void>;
  /** Called after each kill. */
  onKill: () => Promise<void>;
  /** Called each time it ended before it was killed: restores the previous version. */
  onEnd: () => Promise<void>;
}>;

/** Files of a site, each of which ends with its version. */
export function pagesOf(version: string, pages: number): Record<string, string> {
  const page = (index: number): [string, string] => [
    `pages/${index}.html`,
    `<p>${index} ${'x'.repeat(index * 50)} ${version}`,
  ];
  return {
    'index.html': `<p>version ${version}`,
    ...Object.fromEntries(Array.from({ length: pages }, (_, n) => page(n))),
  };
}

/** Reads a target that is a folder on this computer. */
export function readerOf(root: string): Reader {
  const pointer = path.join(root, 'current');
  return async (file) => {
    const isLink = fs.lstatSync(pointer).isSymbolicLink();
    const release = isLink ? 'current' : fs.readFileSync(pointer, 'utf8').trim();
    return fs.readFileSync(path.join(root, release, file), 'utf8');
  };
}

/** The version that readers get, checked to be complete and unmixed. */
export async function versionSeen(read: Reader, pages: number): Promise<string> {
  const version = /version (\d\.\d)/.exec(await read('index.html'))?.[1] ?? 'none';
  const texts = await Promise.all(Array.from({ length: pages }, (_, page) => read(`pages/${page}.html`)));
  expect(texts.filter((text) => !text.endsWith(` ${version}`))).toEqual([]);
  return version;
}

/** Moments spread over the number of pages that have arrived in a folder. */
export function untilPagesArrived(
  root: string,
  version: string,
  { pages, kills }: Readonly<{ pages: number; kills: number }>,
): KilledPublication['moment'] {
  const folder = path.join(root, 'releases', version, 'pages');
  const arrived = (): number => (fs.existsSync(folder) ? fs.readdirSync(folder).length : 0);
  return (nth) => {
    const wanted = Math.floor((pages * nth) / (kills + 1));
    return until(`${wanted} pages arrived`, () => arrived() >= wanted);
  };
}

/**
 * Publishes, is killed and resumes, repeatedly; a run that ends before it is killed is published again.
 * @returns the number of files that the last run found on the target
 */
export async function publishKilled(publication: KilledPublication): Promise<number> {
  const { bundle, target, kills, data, moment, onKill, onEnd, env } = publication;
  const options = env ? { env } : {};
  const last = async (): Promise<{ publicationId: string; keptFiles: number }> => {
    const { stdout } = await offprint(['publications', '--json', '--data', data], options);
    return JSON.parse(stdout).publications[0];
  };
  const publish = ['publish', bundle, '--to', target, '--data', data];
  let args = publish;
  for (let nth = 1; nth <= kills; ) {
    const running = startOffprint(args, options);
    const ended = await Promise.race([moment(nth), running.ended]);
    if (ended) {
      expect(ended.code, ended.stderr).toBe(0);
      await onEnd();
      args = publish;
      continue;
    }
    const worker = workerOf(running.pid);
    kill(running.pid);
    kill(worker);
    await running.ended;
    nth++;
    await onKill();
    args = ['publications', 'retry', (await last()).publicationId, '--data', data];
  }
  const done = await offprint(args, options);
  expect(done.code, done.stderr).toBe(0);
  return (await last()).keptFiles;
}
