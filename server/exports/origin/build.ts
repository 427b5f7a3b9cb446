import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { OffprintError } from '../../errors.ts';
import { requireIsolation, SAID_MAX } from './build-isolation.ts';
import {
  type BuildLimits,
  FILTER_FD,
  nodePlace,
  placesOf,
  type SandboxKind,
  sandboxed,
  WRITTEN_ETC,
} from './build-sandbox.ts';
import { buildFilter, isMachine } from './build-sandbox-seccomp.ts';
import { unusedUserId } from './build-user.ts';
import { faultOfDisk, killFamily, watchBuild } from './build-watch.ts';

/** Share of a build's memory limit that /tmp and /dev/shm may use, each. */
const MEMORY_FILES_SHARE = 0.25;

/**
 * Runs the operator's build command in a folder. It runs code of the repository, which need not be trusted: it sees
 * programs, libraries and the folder, and can reach nothing else (docs/operations.md, "Building a site"). If it
 * cannot be isolated, it does not run.
 * @param hidden files and folders that it must not see, wherever they are
 * @throws OffprintError `origin-unreadable` with the end of the command's output, `disk-full`; the reason of the
 *   signal
 */
export async function runBuild(
  folder: string,
  command: string,
  hidden: readonly string[],
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<void> {
  const kind = await requireIsolation(
    (empty, one) => run(empty, 'exit 0', { kind: one, hidden, limits, signal }),
    signal,
  );
  const { status, said } = await run(folder, command, { kind, hidden, limits, signal });
  if (status === 0) return;
  throw new OffprintError(
    'origin-unreadable',
    `The build command failed (${status === null ? 'it was stopped' : `exit code ${status}`}). It runs without network access or a home folder. Its last output: ${said.slice(-SAID_MAX).trim() || 'nothing'}`,
  );
}

async function run(
  folder: string,
  command: string,
  {
    kind,
    hidden,
    limits,
    signal,
  }: Readonly<{
    kind: SandboxKind;
    hidden: readonly string[];
    limits: BuildLimits;
    signal: AbortSignal;
  }>,
): Promise<{ status: number | null; said: string }> {
  signal.throwIfAborted();
  const machine = isMachine(process.arch) ? process.arch : 'x64';
  const uid = process.getuid?.() === 0 ? unusedUserId() : undefined;
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'offprint-sandbox-'));
  try {
    const written = path.join(scratch, 'etc');
    for (const folder of [written, path.join(scratch, 'root')]) fs.mkdirSync(folder);
    for (const [name, text] of Object.entries(WRITTEN_ETC)) fs.writeFileSync(path.join(written, name), text);
    if (uid !== undefined) {
      giveTo(uid, folder);
      openForReading(scratch);
    }
    const places = placesOf({
      site: folder,
      written,
      node: nodePlace(process.execPath, process.env.PATH ?? '', hidden),
      hidden,
      memoryBytes: Math.floor(MEMORY_FILES_SHARE * limits.memoryBytes),
    });
    const argv = sandboxed(command, { kind, machine, places, scratch, limits, uid });
    const filter = kind === 'bubblewrap' ? buildFilter(machine) : undefined;
    const result = await ended(argv, filter, folder, limits, signal);
    // It may have written more after the last check of the watch.
    const fault = await faultOfDisk(folder, limits);
    if (fault !== undefined) throw fault;
    return result;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

function ended(
  [program = '', ...argv]: readonly string[],
  filter: Buffer | undefined,
  site: string,
  limits: BuildLimits,
  signal: AbortSignal,
): Promise<{ status: number | null; said: string }> {
  const nothing = fs.openSync('/dev/null', 'r+');
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe', ...furtherDescriptors(filter !== undefined, nothing)],
    });
    let said = '';
    const hear = (bytes: Buffer): void => {
      said = (said + bytes.toString('utf8')).slice(-2 * SAID_MAX);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    const given = child.stdio[FILTER_FD];
    if (filter && given && 'end' in given) given.on('error', () => {}).end(filter); // bubblewrap reports the error

    let fault: unknown;
    const stop = (why: unknown): void => {
      fault ??= why;
      if (child.pid !== undefined) killFamily(child.pid);
    };
    const abort = (): void => stop(signal.reason);
    const endWatch = child.pid === undefined ? () => {} : watchBuild(child.pid, site, limits, stop);
    signal.addEventListener('abort', abort, { once: true });
    const settle = (): void => {
      fs.closeSync(nothing);
      endWatch();
      signal.removeEventListener('abort', abort);
    };
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('close', (status) => {
      settle();
      if (fault === undefined) resolve({ status, said });
      else reject(fault);
    });
  });
}

/**
 * Returns the stdio of a child process from descriptor 3 on. Descriptors that this process has inherited would be
 * passed on, so /dev/null takes their place.
 */
function furtherDescriptors(withFilter: boolean, nothing: number): ('ignore' | 'pipe' | number)[] {
  const inherited = fs.readdirSync('/proc/self/fd').map(Number).filter(isHandedOn);
  return Array.from({ length: Math.max(FILTER_FD, ...inherited) - 2 }, (_, index) => {
    const descriptor = FILTER_FD + index;
    if (withFilter && descriptor === FILTER_FD) return 'pipe';
    return inherited.includes(descriptor) ? nothing : 'ignore';
  });
}

function isHandedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & O_CLOEXEC) === 0;
  } catch {
    return false; // it was open only for the listing
  }
}

const O_CLOEXEC = 0o2000000;

/** Changes the owner of a folder and of everything in it. Symbolic links are not followed. */
function giveTo(user: number, file: string): void {
  fs.lchownSync(file, user, user);
  if (!fs.lstatSync(file).isDirectory()) return;
  for (const name of fs.readdirSync(file)) giveTo(user, path.join(file, name));
}

/** Lets other users enter a folder and read what is below it, but not list it, regardless of the umask. */
function openForReading(folder: string): void {
  fs.chmodSync(folder, 0o711);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) openForReading(full);
    else fs.chmodSync(full, 0o644);
  }
}
