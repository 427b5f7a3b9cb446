import { createHash } from 'node:crypto';
import { RELEASES } from '../bundles/release-pointer.ts';

export { CURRENT, RELEASES, versionOfPointer } from '../bundles/release-pointer.ts';

/**
 * What lies where on a target (docs/publications.md):
 *
 * releases/<version>/                           the files of a version
 * releases/<version>.offprint-release.json      says what it is made of; there only when it is whole
 * current                                       leads to releases/<version>
 * offprint-lock.json                            who is writing
 * .offprint-parts/                              files that are not whole yet
 * bundles/<sha256>/bundle.zip                   archives that links lead to (object storage)
 */
export const LOCK_FILE = 'offprint-lock.json';

const RECORD_END = '.offprint-release.json';

/** Files that are not whole yet. Only who holds the lock has any. */
export const PARTS = '.offprint-parts';

/** One name for one content at one place: what another content has left is never gone on with. */
export function partFile({ path, sha256 }: Readonly<{ path: string; sha256: string }>): string {
  return `${PARTS}/${createHash('sha256').update(`${path}\0${sha256}`).digest('hex').slice(0, 32)}`;
}

/** One place for one content, whichever job it is of. */
export function linkedArchive({ sha256, format }: Readonly<{ sha256: string; format: string }>): string {
  return `bundles/${sha256}/bundle.${format}`;
}

export function releaseFolder(version: string): string {
  return `${RELEASES}/${version}`;
}

export function recordFile(version: string): string {
  return `${RELEASES}/${version}${RECORD_END}`;
}

/** The version that a file in `releases` is the record of. */
export function versionOfRecord(name: string): string | undefined {
  return name.endsWith(RECORD_END) ? name.slice(0, -RECORD_END.length) : undefined;
}

/** A label becomes a folder and a file on every kind of target. */
export function whyNoVersion(version: string): string | undefined {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(version)) {
    return `The version "${version.slice(0, 80)}" cannot be used as a folder name. It can have up to 64 characters, and only A-Z a-z 0-9 . _ - are allowed.`;
  }
  if (/^\.|\.$/.test(version) || version.endsWith(RECORD_END)) {
    return `The version "${version}" cannot be used as a folder name. It must not start or end with a dot, or end with ${RECORD_END}.`;
  }
  return undefined;
}
