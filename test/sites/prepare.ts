import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readPages } from './content.ts';
import type { Generator } from './generator.ts';

const HERE = import.meta.dirname;
export const CACHE = path.join(HERE, '.cache');
const INSTALL_MS = 10 * 60_000;
const BUILD_MS = 5 * 60_000;

/** Without questions, and without a word to the makers of the generators. */
export const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  CI: 'true',
  NO_COLOR: '1',
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  PATH: `${path.join(HERE, 'node_modules/.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
};

/** Something that has not worked, with the place of its log. */
export class BuildFailure extends Error {}

/** Installs what the generators need, as the lock file says, unless that has been done. @throws BuildFailure */
export function install(chosen: readonly Generator[]): void {
  const names = namesOf(chosen);
  const all = digest([path.join(HERE, 'package-lock.json')]);
  const wanted = names === undefined ? all : `${all} ${names.join(' ')}`;
  const modules = path.join(HERE, 'node_modules');
  const mark = path.join(modules, '.offprint-installed');
  const installed = fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : undefined;
  if (installed === wanted || installed === all) return;
  const folder = names === undefined ? HERE : partOf(names);
  // Not `npm ci`: that refuses a lock file without the packages of every platform, and not all of them could be had for
  // the newest versions when it was written. The versions are those of the lock file all the same.
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Production would leave out nothing here, but npm warns.
  run(['npm', 'install', ...options], folder, path.join(CACHE, 'install.log'), INSTALL_MS, { NODE_ENV: '' });
  if (folder !== HERE) {
    fs.rmSync(modules, { recursive: true, force: true });
    fs.renameSync(path.join(folder, 'node_modules'), modules);
  }
  fs.writeFileSync(mark, wanted);
}

/** The npm packages that the generators are built with; undefined: all. */
function namesOf(chosen: readonly Generator[]): string[] | undefined {
  const names = new Set<string>();
  for (const { packages } of chosen) {
    if (!packages) return undefined;
    for (const name of packages) names.add(name);
  }
  return [...names].sort();
}

/** Makes a folder in which npm installs only these packages, in the versions of the lock file: all take over a minute. */
function partOf(names: readonly string[]): string {
  const folder = path.join(CACHE, 'part');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const read = (name: string) => JSON.parse(fs.readFileSync(path.join(HERE, name), 'utf8'));
  const manifest = read('package.json');
  const lock = read('package-lock.json');
  const dependencies = Object.fromEntries(names.map((name) => [name, manifest.dependencies[name]]));
  lock.packages[''].dependencies = dependencies;
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

/** The version of a generator; undefined for a Debian package that is not installed. */
export function versionOf({ package: from }: Generator): string | undefined {
  if ('npm' in from) {
    const manifest = path.join(HERE, 'node_modules', from.npm, 'package.json');
    return (JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string }).version;
  }
  const { status, stdout } = spawnSync('dpkg-query', ['-W', from.debian], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\t')[1] : undefined; // name and version
}

/** Builds a site, unless one of the same sources is there. @returns its folder @throws BuildFailure */
export function build(generator: Generator): string {
  const folder = path.join(CACHE, generator.name);
  const work = path.join(folder, 'work');
  const output = path.join(work, generator.output);
  const wanted = digest(
    [
      ...['content', 'content.ts', 'prepare.ts', 'package-lock.json', generator.sources],
      path.dirname(generator.sources),
    ].map((name) => path.join(HERE, name)),
  );
  const mark = path.join(folder, 'built');
  if (fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === wanted) return output;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(work, { recursive: true });
  fs.cpSync(path.join(HERE, generator.sources), work, { recursive: true });
  generator.write(work, readPages());
  for (const command of generator.commands) run(command, work, path.join(folder, 'build.log'), BUILD_MS);
  if (!fs.existsSync(output)) throw new BuildFailure(`${generator.name} has written no ${generator.output}.`);
  fs.writeFileSync(mark, wanted);
  return output;
}

function run(
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  log: string,
  timeout: number,
  extra: NodeJS.ProcessEnv = {},
): void {
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const output = fs.openSync(log, 'a');
  try {
    const { status, error } = spawnSync(program, args, {
      cwd,
      timeout,
      env: { ...ENVIRONMENT, ...extra },
      stdio: ['ignore', output, output],
    });
    if (status === 0) return;
    const last = fs.readFileSync(log, 'utf8').trimEnd().split('\n').slice(-15).join('\n');
    const how = error ? error.message : `exit status ${status}`;
    throw new BuildFailure(`${[program, ...args].join(' ')}: ${how}. The end of ${log}:\n${last}`);
  } finally {
    fs.closeSync(output);
  }
}

/** Of the names and bytes of files and of all that is in folders. */
function digest(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const place of places) {
    const files = fs.statSync(place).isDirectory()
      ? fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).sort()
      : [''];
    for (const file of files) {
      const full = path.join(place, file);
      if (fs.statSync(full).isFile()) hash.update(`${file}\0`).update(fs.readFileSync(full));
    }
  }
  return hash.digest('hex');
}
