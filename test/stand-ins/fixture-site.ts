import { fork, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { readArchive } from '../../server/bundles/read.ts';
import { skipBecause, testCacheFolder } from '../../server/exports/chromium/chromium.test-support.ts';
import type { Report } from '../../server/exports/report/report.ts';
import { DATABASE_FILE } from '../../server/store/database.ts';
import type { ExportJob } from '../../server/store/exports.ts';
import { MAIN } from './built.ts';
import { atFileEnd } from './cleanup.ts';

export { skipBecause };

/**
 * Basis of the end-to-end tests: small sites in a temporary folder, the real command line as a child process, and
 * access to its results. Each test file has one folder for everything, removed when the file ends.
 */
const root = path.join(fs.realpathSync(os.tmpdir()), `offprint-e2e-${randomBytes(4).toString('hex')}`);

/** Makes a new empty folder. */
export function temporaryFolder(name = 'folder'): string {
  if (!fs.existsSync(root)) {
    fs.mkdirSync(root);
    fs.chmodSync(root, 0o755); // other users need access: some tests run the command line as one
    atFileEnd(() => fs.rmSync(root, { recursive: true, force: true }));
  }
  const folder = path.join(root, randomBytes(4).toString('hex'), name);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

/** Path of a folder that does not exist. */
export function absentFolder(name = 'absent'): string {
  return path.join(temporaryFolder(), name);
}

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Makes a built site from files by path. Text is written as UTF-8. */
export function makeSite(files: Files, name = 'site'): string {
  const folder = temporaryFolder(name);
  addFiles(folder, files);
  return folder;
}

export function addFiles(folder: string, files: Files): void {
  for (const [file, content] of Object.entries(files)) {
    const full = path.join(folder, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, content);
  }
}

/** A page with a title, a heading and more content. */
export function page(title: string, body = ''): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n${body}\n</body></html>\n`;
}

/** `count` pages that each link to the next: enough work to interrupt. */
export function manyPages(count: number, body: (index: number) => string = () => ''): Files {
  const name = (index: number): string => `p${String(index).padStart(4, '0')}.html`;
  const files: Record<string, string> = { 'index.html': page('Start', `<a href="${name(0)}">first</a>`) };
  for (let index = 0; index < count; index++) {
    const next = index + 1 < count ? `<a href="${name(index + 1)}">next</a>` : '';
    files[name(index)] = page(`Page ${index}`, next + body(index));
  }
  return files;
}

/**
 * The same with one large page in the middle: requested one at a time, they cannot all be acquired before a test that
 * waits for the first ones has acted.
 */
export function pagesToInterrupt(count: number, body: (index: number) => string = () => ''): Files {
  const large = '<p>some words and no link</p>\n'.repeat(100_000);
  return manyPages(count, (index) => (index === Math.floor(count / 2) ? large : '') + body(index));
}

export const ONE_AT_A_TIME = ['--concurrency', '1'] as const;

/** Makes a data folder that uses the one browser shared by all tests. */
export function dataFolder(): string {
  const folder = temporaryFolder('data');
  fs.mkdirSync(testCacheFolder, { recursive: true, mode: 0o700 });
  fs.symlinkSync(testCacheFolder, path.join(folder, 'browser'));
  return folder;
}

/** Verification without a browser: checks links, opens no page. */
export const NO_BROWSER = ['--sample-max', '0'] as const;

export type RunOptions = Readonly<{
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** User to run it as; only root may choose. */
  uid?: number;
}>;

export type Run = Readonly<{ code: number | null; stdout: string; stderr: string }>;

export type RunningOffprint = Readonly<{
  pid: number;
  /** Output so far. */
  texts: Readonly<{ stdout: string; stderr: string }>;
  /** Resolves when the command and its worker have ended, so that nothing is written any more. */
  ended: Promise<Run>;
  /** Resolves when the command has ended; its worker may still run. */
  exited: Promise<void>;
}>;

/** Starts the command line. `ended` resolves however it ends; after a signal the code is null. */
export function startOffprint(args: readonly string[], options: RunOptions = {}): RunningOffprint {
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentFor(options),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  let isOver = false;
  atFileEnd(() => {
    if (isOver) return;
    kill(workerOf(child.pid ?? 0));
    child.kill('SIGKILL');
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  const ended = new Promise<Run>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      resolve({ code, ...texts });
    });
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { pid: child.pid ?? 0, texts, ended, exited };
}

function environmentFor({ env }: RunOptions): NodeJS.ProcessEnv {
  const { OFFPRINT_DATA, OFFPRINT_URL, OFFPRINT_API_KEY, ...inherited } = process.env;
  return { ...inherited, HOME: root, ...env };
}

/**
 * Runs the command line to its end in a reused process, because loading the program is most of the cost of a short
 * command. A test of the process itself (signals, its id, its end) uses `startOffprint`.
 */
export async function offprint(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  // Options that Node reads at startup need a separate process.
  if (options.uid !== undefined || options.env?.NODE_EXTRA_CA_CERTS !== undefined) {
    return startOffprint(args, options).ended;
  }
  const runner = idleRunners.pop() ?? startRunner();
  atFileEnd(() => {
    if (!idleRunners.includes(runner)) runner.kill();
  });
  const run = await runner.run(args, options);
  if (runner.isAlive()) idleRunners.push(runner);
  return run;
}

type Runner = Readonly<{
  run: (args: readonly string[], options: RunOptions) => Promise<Run>;
  isAlive: () => boolean;
  kill: () => void;
}>;

/** They outlive a test file: the next one finds the program loaded. */
const idleRunners: Runner[] = [];

/** Starts a process that runs one command line after the other (command-runner.js). */
function startRunner(): Runner {
  const child = fork(path.join(import.meta.dirname, 'command-runner.js'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: environmentFor({}),
    execArgv: [],
  });
  child.unref();
  const mark = `\0${randomBytes(16).toString('hex')}\0`;
  const texts = { stdout: '', stderr: '' };
  let arrived = (): void => {};
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      arrived();
    });
  }
  const run: Runner['run'] = (args, options) =>
    new Promise((resolve, reject) => {
      let code: number | undefined;
      const end = (ended: number | null): void => {
        const [stdout = '', stderr = ''] = [texts.stdout, texts.stderr].map((text) => text.replace(mark, ''));
        Object.assign(texts, { stdout: '', stderr: '' });
        resolve({ code: ended, stdout, stderr });
      };
      arrived = () => {
        if (code !== undefined && texts.stdout.endsWith(mark) && texts.stderr.endsWith(mark)) end(code);
      };
      child.removeAllListeners('message').on('message', (message) => {
        ({ code } = message as { code: number });
        arrived();
      });
      child.removeAllListeners('close').once('close', end);
      child.removeAllListeners('error').once('error', reject);
      const surroundings = { cwd: options.cwd ?? process.cwd(), umask: process.umask() };
      child.send({ main: MAIN, args, env: environmentFor(options), ...surroundings, mark });
    });
  return { run, isAlive: () => child.connected, kill: () => child.kill('SIGKILL') };
}

export type Exported = Run & Readonly<{ data: string; out: string }>;

/** Exports a folder without a browser, into a new data folder by default. */
export async function exportSite(
  site: string,
  args: readonly string[] = [],
  options: RunOptions & { data?: string } = {},
): Promise<Exported> {
  const { args: all, data, out } = exportArguments(site, args, options);
  return { ...(await offprint(all, options)), data, out };
}

export function startExport(
  site: string,
  args: readonly string[] = [],
  options: RunOptions & { data?: string } = {},
): RunningOffprint & Readonly<{ data: string; out: string }> {
  const { args: all, data, out } = exportArguments(site, args, options);
  return { ...startOffprint(all, options), data, out };
}

function exportArguments(site: string, args: readonly string[], options: RunOptions & { data?: string }) {
  const data = options.data ?? dataFolder();
  const format = args.includes('tar.gz') ? 'tar.gz' : 'zip';
  const out = path.join(temporaryFolder('out'), `bundle.${format}`);
  if (options.uid !== undefined) fs.chownSync(path.dirname(out), options.uid, options.uid);
  return {
    data,
    out,
    args: ['export', site, '--out', out, '--data', data, ...NO_BROWSER, ...args],
  };
}

/** The files of a bundle by path. */
export async function unpacked(archive: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for await (const entry of readArchive(archive)) {
    const chunks: Buffer[] = [];
    for await (const chunk of await entry.open()) chunks.push(chunk as Buffer);
    files.set(entry.path, Buffer.concat(chunks));
  }
  return files;
}

/** Paths in a bundle except Offprint's own files, sorted. */
export async function pathsOf(archive: string): Promise<string[]> {
  const files = [...(await unpacked(archive)).keys()];
  return files.filter((file) => !isOwn(file)).sort();
}

function isOwn(file: string): boolean {
  return (
    ['offprint.json', 'offprint-features.css', 'offprint-playground.js'].includes(file) ||
    /^offprint-(search|playground)\//.test(file)
  );
}

/** Reads the store while another process may write to it. */
export function readStore<T>(data: string, read: (store: Database.Database) => T): T {
  const store = new Database(path.join(data, DATABASE_FILE), { readonly: true, fileMustExist: true });
  try {
    return read(store);
  } finally {
    store.close();
  }
}

export type JobRow = Pick<ExportJob, 'id' | 'status' | 'phase' | 'error'> &
  Readonly<Record<'error_code' | 'started_at' | 'packed_at' | 'finished_at' | 'retry_of', string | null>>;

/** The jobs of a data folder, oldest first. */
export function jobsOf(data: string): JobRow[] {
  return readStore(data, (store) =>
    store.prepare('SELECT * FROM export_jobs ORDER BY created_at').all(),
  ) as JobRow[];
}

/** The newest job. */
export function lastJob(data: string): JobRow {
  const job = jobsOf(data).at(-1);
  if (!job) throw new Error(`no job in ${data}`);
  return job;
}

export function eventsOf(data: string): { kind: string; detail: Record<string, unknown> }[] {
  const rows = readStore(data, (store) => store.prepare('SELECT kind, detail FROM events ORDER BY id').all());
  return (rows as { kind: string; detail: string }[]).map(({ kind, detail }) => ({
    kind,
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}

/** Reasons why jobs returned to earlier stages (exports/job/transitions.ts), in order. */
export function whysOf(events: readonly Readonly<{ kind: string; detail: unknown }>[]): string[] {
  return events
    .filter(({ kind }) => kind === 'turned-back')
    .map(({ detail }) => (detail as Readonly<{ why: string }>).why);
}

/** The report of the newest job. */
export function reportOf(data: string): Report {
  const file = path.join(data, 'exports', lastJob(data).id, 'report.json');
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
}

/** URLs of the newest job that have this status. */
export function resourcesOf(data: string, status: string): string[] {
  return readStore(data, (store) =>
    store
      .prepare(
        `SELECT url FROM resources WHERE status = ?
         AND job_id = (SELECT id FROM export_jobs ORDER BY created_at DESC LIMIT 1) ORDER BY url`,
      )
      .pluck()
      .all(status),
  ) as string[];
}

/**
 * Has the store itself log each acquisition of a resource, whichever process does it, except those reused from an
 * earlier job.
 */
export function logAcquisitions(data: string): void {
  const store = new Database(path.join(data, DATABASE_FILE), { timeout: 10_000 });
  store.exec(`
    CREATE TABLE IF NOT EXISTS acquisitions (job_id TEXT, url TEXT);
    CREATE TRIGGER IF NOT EXISTS log_acquisitions AFTER UPDATE OF status ON resources WHEN new.status = 'done' AND new.reused = 0
      BEGIN INSERT INTO acquisitions VALUES (new.job_id, new.url); END;
  `);
  store.close();
}

export function acquisitionsOf(data: string): string[] {
  return readStore(data, (store) =>
    store.prepare('SELECT url FROM acquisitions ORDER BY rowid').pluck().all(),
  ) as string[];
}

/** Waits until a condition is true; the error names it if that never happens. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 240_000;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`This never came about: ${what}`);
    await pause(3);
  }
}

/** The same for a condition on the store, which may not exist yet. */
export async function untilStored(
  data: string,
  what: string,
  holds: (store: Database.Database) => boolean,
): Promise<void> {
  let store: Database.Database | undefined;
  try {
    await until(what, () => {
      try {
        store ??= new Database(path.join(data, DATABASE_FILE), { readonly: true, fileMustExist: true });
        return holds(store);
      } catch (error) {
        if (error instanceof Database.SqliteError) return false;
        throw error;
      }
    });
  } finally {
    store?.close();
  }
}

/** Waits until that many resources of all jobs are acquired. */
export function untilAcquired(data: string, count: number): Promise<void> {
  const sql = `SELECT count(*) >= ${count} FROM resources WHERE status = 'done'`;
  return untilStored(
    data,
    `${count} resources are acquired`,
    (store) => store.prepare(sql).pluck().get() === 1,
  );
}

/** Waits until one URL is acquired. */
export function untilDone(data: string, url: string): Promise<void> {
  return untilStored(
    data,
    `${url} is acquired`,
    (store) =>
      store.prepare(`SELECT 1 FROM resources WHERE url = ? AND status = 'done'`).get(url) !== undefined,
  );
}

/** Id of the writer process of a running command line; undefined while there is none. */
export function workerOf(pid: number): number | undefined {
  try {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? undefined : Number(children.split(' ')[0]);
  } catch {
    return undefined;
  }
}

/** Kills a process, ignoring one that has already ended. */
export function kill(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A user without any rights (`nobody` on Linux). */
export const NOBODY = 65534;

/** Why tests that act as another user cannot run here, or undefined when they can. */
export function whyNotAnotherUser(): string | undefined {
  if (process.platform === 'win32') return 'users have no numbers on Windows';
  if (process.getuid?.() !== 0) return 'acting as another user needs root';
  const { status } = spawnSync(process.execPath, [MAIN, '--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' });
  return status === 0 ? undefined : 'another user may not read this copy of Offprint';
}

/** Why processes cannot be found and stopped here, or undefined when they can. */
export function whyNoProcessTable(): string | undefined {
  return workerOf(process.pid) !== undefined || fs.existsSync(`/proc/self/task/${process.pid}/children`)
    ? undefined
    : 'child processes are found through /proc, which only Linux has';
}

/** Mounts a small disk, or returns why it cannot. `resize` changes its size. */
export function mountDisk(
  sizeBytes: number,
): { folder: string; resize: (sizeBytes: number) => void } | { why: string } {
  if (process.platform !== 'linux') return { why: 'small disks (tmpfs) are a thing of Linux' };
  if (process.getuid?.() !== 0) return { why: 'mounting needs root' };
  const folder = temporaryFolder('disk');
  const mount = (options: string): string | undefined => {
    const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
      encoding: 'utf8',
    });
    return status === 0 ? undefined : `mounting is not permitted: ${error?.message ?? stderr.trim()}`;
  };
  const why = mount(`size=${sizeBytes}`);
  if (why !== undefined) return { why };
  atFileEnd(() => spawnSync('umount', ['--lazy', folder]));
  return {
    folder,
    resize: (to) => {
      const fault = mount(`remount,size=${to}`);
      if (fault !== undefined) throw new Error(fault);
    },
  };
}
