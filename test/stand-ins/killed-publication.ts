import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { kill, offprint, startOffprint, until, workerOf } from './fixture-site.ts';

/** A publication by the command line that is killed with SIGKILL again and again. */
export type KilledPublication = Readonly<{
  /** Of pagesOf. */
  bundle: string;
  version: string;
  /** Name of the target, and where on this computer its files lie. */
  target: string;
  root: string;
  pages: number;
  kills: number;
  data: string;
}>;

/** Files of a site of which every one tells its version at its end. */
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

/** The version that readers see: all of it, and nothing of another. */
export function versionSeen(root: string, pages: number): string {
  const pointer = path.join(root, 'current');
  const release = fs.lstatSync(pointer).isSymbolicLink()
    ? 'current'
    : fs.readFileSync(pointer, 'utf8').trim();
  const read = (file: string): string => fs.readFileSync(path.join(root, release, file), 'utf8');
  const version = /version (\d\.\d)/.exec(read('index.html'))?.[1] ?? 'none';
  for (let page = 0; page < pages; page++) {
    expect(read(`pages/${page}.html`).endsWith(` ${version}`)).toBe(true);
  }
  return version;
}

/**
 * Publishes, killed at moments that are spread over the files, and goes on until it is done.
 * @param onKill called after each kill
 */
export async function publishKilled(
  { bundle, version, target, root, pages, kills, data }: KilledPublication,
  onKill: () => void,
): Promise<void> {
  const folder = path.join(root, 'releases', version, 'pages');
  const arrived = (): number => (fs.existsSync(folder) ? fs.readdirSync(folder).length : 0);
  let args = ['publish', bundle, '--to', target, '--data', data];
  for (let nth = 1; nth <= kills; nth++) {
    const running = startOffprint(args);
    const wanted = Math.floor((pages * nth) / (kills + 1));
    await until(`${wanted} pages arrived`, () => arrived() >= wanted);
    const worker = workerOf(running.pid);
    kill(running.pid);
    kill(worker);
    await running.ended;
    onKill();
    const { stdout } = await offprint(['publications', '--json', '--data', data]);
    const [last] = (JSON.parse(stdout) as { publications: { publicationId: string }[] }).publications;
    args = ['publications', 'retry', last?.publicationId ?? '', '--data', data];
  }
  const done = await offprint(args);
  expect(done.code, done.stderr).toBe(0);
}
