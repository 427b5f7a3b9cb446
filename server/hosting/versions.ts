import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../errors.ts';
import { takeLock } from '../folder-lock.ts';
import { type Release, readRelease } from './release.ts';

const RELEASES = 'releases';
const CURRENT = 'current';
const INCOMING = 'incoming';

/**
 * The versions of a site on a host's disk:
 *
 * releases/<version>-<digest>/   a complete version: its files, their compressed copies and its record
 * current                        symbolic link to the served version; a file where links are not supported
 * incoming/                      incomplete versions; emptied at the next start
 * host.lock                      lock: one host per folder
 */
export type Versions = Readonly<{
  /** Path for a new, incomplete version; does not exist yet. */
  scratch: () => string;
  /** Adds an unpacked release under that name or a similar one. @returns its folder */
  add: (unpacked: string, name: string) => string;
  /** Name of the last served version, if any. */
  current: () => string | null;
  /** Sets the version to serve at the next start. */
  setCurrent: (name: string) => void;
  /** Names, newest first. */
  list: () => string[];
  read: (name: string) => Release;
  remove: (name: string) => void;
  /** Releases the lock on the folder. */
  close: () => void;
}>;

/** @throws OffprintError `usage` if the folder is not writable, `store-locked` while another host uses it */
export function openVersions(stateFolder: string): Versions {
  const releases = path.join(stateFolder, RELEASES);
  const incoming = path.join(stateFolder, INCOMING);
  const pointer = path.join(stateFolder, CURRENT);
  try {
    fs.mkdirSync(releases, { recursive: true }); // readable by other web servers
    fs.accessSync(stateFolder, fs.constants.R_OK | fs.constants.W_OK);
  } catch (error) {
    throw unwritable(stateFolder, error);
  }
  const lock = takeLock(stateFolder, 'host', 0, { what: 'versions folder', option: '--state' });
  try {
    fs.rmSync(incoming, { recursive: true, force: true });
    fs.mkdirSync(incoming);
  } catch (error) {
    lock.release();
    throw unwritable(stateFolder, error);
  }
  return {
    scratch: () => path.join(incoming, randomBytes(6).toString('hex')),
    add: (unpacked, name) => {
      const names = [name, ...Array.from({ length: 100 }, (_, index) => `${name}-${index + 2}`)];
      const free = names.find((each) => !fs.existsSync(path.join(releases, each))) ?? name;
      const folder = path.join(releases, free);
      fs.renameSync(unpacked, folder);
      return folder;
    },
    current: () => currentOf(pointer),
    setCurrent: (name) => setPointer(pointer, name),
    list: () => namesIn(releases),
    read: (name) => readRelease(path.join(releases, name)),
    remove: (name) => fs.rmSync(path.join(releases, name), { recursive: true, force: true }),
    close: lock.release,
  };
}

function unwritable(stateFolder: string, error: unknown): OffprintError {
  return new OffprintError(
    'usage',
    `The versions folder ${stateFolder} cannot be written to (${systemCode(error)}). Make it writable by the account that Offprint runs under, or choose another folder with --state.`,
    error,
  );
}

/** Lists the stored versions without locking the folder: names, newest first, and the current one. */
export function keptVersions(stateFolder: string): Readonly<{ names: string[]; current: string | null }> {
  const releases = path.join(stateFolder, RELEASES);
  const names = fs.existsSync(releases) ? namesIn(releases) : [];
  return { names, current: currentOf(path.join(stateFolder, CURRENT)) };
}

/** The folder of a version. */
export function versionFolder(stateFolder: string, name: string): string {
  return path.join(stateFolder, RELEASES, name);
}

function namesIn(releases: string): string[] {
  const found = fs.readdirSync(releases).flatMap((name) => {
    const stat = fs.statSync(path.join(releases, name), { throwIfNoEntry: false });
    return stat ? [{ name, at: stat.mtimeMs }] : [];
  });
  return found.sort((a, b) => b.at - a.at).map(({ name }) => name);
}

function currentOf(pointer: string): string | null {
  const stat = fs.lstatSync(pointer, { throwIfNoEntry: false });
  const text = stat?.isSymbolicLink()
    ? fs.readlinkSync(pointer)
    : stat?.isFile()
      ? fs.readFileSync(pointer, 'utf8')
      : '';
  return /^releases[\\/]([\w.-]+)\s*$/.exec(text)?.[1] ?? null;
}

/** Switches the pointer by rename, so there is always either the old or the new one. */
function setPointer(pointer: string, name: string): void {
  const next = `${pointer}.${randomBytes(4).toString('hex')}`;
  try {
    fs.symlinkSync(path.join(RELEASES, name), next, 'dir');
  } catch {
    fs.writeFileSync(next, `${RELEASES}/${name}\n`, { flush: true });
  }
  fs.renameSync(next, pointer);
}
