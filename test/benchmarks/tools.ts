import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { watchProcess } from './watch-process.ts';

export type Run = Readonly<{
  pages: number;
  seconds: number;
  /** CPU time. */
  cpuSeconds: number;
  peakBytes: number;
  outputBytes: number;
}>;

/** A tool that copies the site at an address into a new folder. */
export type Tool = Readonly<{
  name: string;
  /** It renders pages with scripts; other tools do not get client-rendered sites. */
  runsScripts: boolean;
  /** Limit for tools that are too slow for larger static sites. */
  plainPagesMax?: number;
  isThere: () => boolean;
  run: (address: string, folder: string) => Promise<Run>;
}>;

export const tools: readonly Tool[] = [
  { name: 'Offprint', runsScripts: true, isThere: () => true, run: runOffprint },
  {
    // The other tools do not build a search index.
    name: 'Offprint without search',
    runsScripts: false,
    isThere: () => true,
    run: (address, folder) => runOffprint(address, folder, ['--search', 'off']),
  },
  {
    name: 'wget',
    runsScripts: false,
    isThere: () => spawnSync('wget', ['--version']).status === 0,
    run: runWget,
  },
  {
    name: 'HTTrack',
    runsScripts: false,
    isThere: () => spawnSync('httrack', ['--version']).status === 0,
    run: runHttrack,
  },
  {
    name: 'Puppeteer loop',
    runsScripts: true,
    plainPagesMax: 100,
    isThere: () => true,
    run: runPuppeteerLoop,
  },
];

/** Measures from process start to the finished archive, without verification, which the other tools do not have. */
async function runOffprint(address: string, folder: string, settings: readonly string[] = []): Promise<Run> {
  // The browser is unpacked once per computer, not for each export.
  fs.mkdirSync(browserFolder, { recursive: true, mode: 0o700 });
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.symlinkSync(browserFolder, path.join(folder, 'browser'));
  const args = [
    'server/cli/main.js',
    'export',
    address,
    '--data',
    folder,
    '--sample-max',
    '0',
    '--json',
    ...settings,
  ];
  const begun = Date.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  const { peakBytes, cpuSeconds } = await watchProcess(child);
  const store = new Database(path.join(folder, 'offprint.db'), { readonly: true });
  const job = store
    .prepare(
      `SELECT page_count AS pages, packed_at AS packed, size_bytes AS outputBytes
       FROM export_jobs JOIN bundles ON job_id = id`,
    )
    .get() as { pages: number; packed: string; outputBytes: number };
  store.close();
  const seconds = (Date.parse(job.packed) - begun) / 1000;
  return { pages: job.pages, seconds, cpuSeconds, peakBytes, outputBytes: job.outputBytes };
}

const browserFolder = path.join(os.tmpdir(), `offprint-tests-${process.getuid?.() ?? 'user'}`);

/** It only reads and saves pages: no assets, no rewritten links. */
async function runPuppeteerLoop(address: string, folder: string): Promise<Run> {
  const script = path.join(import.meta.dirname, 'puppeteer-loop.ts');
  const started = performance.now();
  const { peakBytes, cpuSeconds } = await watchProcess(
    spawn(process.execPath, [script, address, folder], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const seconds = (performance.now() - started) / 1000;
  const sizes = fs.readdirSync(folder).map((name) => fs.statSync(path.join(folder, name)).size);
  return {
    pages: sizes.length,
    seconds,
    cpuSeconds,
    peakBytes,
    outputBytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

async function runWget(address: string, folder: string): Promise<Run> {
  fs.mkdirSync(folder, { recursive: true });
  const options = ['--quiet', '--mirror', '--page-requisites', '--convert-links', '--adjust-extension'];
  return runMirror('wget', [...options, '--directory-prefix', folder, `${address}/`], folder);
}

/** Without its own filter it takes twice as long for small pages (docs/decisions/0039). */
async function runHttrack(address: string, folder: string): Promise<Run> {
  const noLimits = ['--disable-security-limits', '--max-rate=0', '--connection-per-second=0', '--sockets=8'];
  const ownHost = ['-*', `+${new URL(address).host}*`, '--robots=0', '--retries=0'];
  return runMirror('httrack', [`${address}/`, ...ownHost, '-O', folder, '-c8', ...noLimits, '-q'], folder);
}

async function runMirror(command: string, args: readonly string[], folder: string): Promise<Run> {
  const started = performance.now();
  const { peakBytes, cpuSeconds } = await watchProcess(spawn(command, args, { stdio: 'ignore' }));
  const seconds = (performance.now() - started) / 1000;
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile());
  // HTTrack adds its own index at the top and a folder hts-cache.
  const own = files.filter((file) => !file.parentPath.includes('hts-cache') && file.parentPath !== folder);
  return {
    pages: own.filter((file) => /\.html?$/.test(file.name)).length,
    seconds,
    cpuSeconds,
    peakBytes,
    outputBytes: own.reduce((sum, file) => sum + fs.statSync(path.join(file.parentPath, file.name)).size, 0),
  };
}
