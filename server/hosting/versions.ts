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
 * The versions of a site on the disk of a host:
 *
 * releases/<version>-<digest>/   one that is whole: its files, what was made of them and its record
 * current                        leads to the one that is served; a file where links are not to be had
 * incoming/                      what is not whole yet; swept at the next start
 * host.lock                      whose the folder is, one at a time
 */
export type Versions = Readonly<{
  /** A new place for what is not whole yet. */
  scratch: () => string;
  /** Makes an unpacked release one of the versions, under that name or one like it. @returns its folder */
  add: (unpacked: string, name: string) => string;
  /** The one that was served last, if there is one. */
  current: () => string | null;
  /** Makes it the one that the next start serves. */
  setCurrent: (name: string) => void;
  /** Names, the one that came last first. */
  list: () => string[];
  read: (name: string) => Release;
  remove: (name: string) => void;
  /** Lets go of the folder. */
  close: () => void;
}>;

/** @throws OffprintError `usage` when the folder cannot be written, `store-locked` while another host has it */
export function openVersions(stateFolder: string): Versions {
  const releases = path.join(stateFolder, RELEASES);
  const incoming = path.join(stateFolder, INCOMING);
  const pointer = path.join(stateFolder, CURRENT);
  try {
    fs.mkdirSync(releases, { recursive: true }); // for other web servers to read
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

/** What is kept, looked at without taking the folder: names, the one that came last first, and which one is served. */
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

/** Switched by rename: there is always one, the old or the new. */
function setPointer(pointer: string, name: string): void {
  const next = `${pointer}.${randomBytes(4).toString('hex')}`;
  try {
    fs.symlinkSync(path.join(RELEASES, name), next, 'dir');
  } catch {
    fs.writeFileSync(next, `${RELEASES}/${name}\n`, { flush: true });
  }
  fs.renameSync(next, pointer);
}
