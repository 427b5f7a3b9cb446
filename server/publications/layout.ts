import { createHash } from 'node:crypto';
import { RELEASES } from '../bundles/release-pointer.ts';

export { CURRENT, RELEASES, versionOfPointer } from '../bundles/release-pointer.ts';

/**
 * Layout of a target (docs/publications.md):
 *
 * releases/<version>/                           the files of a version
 * releases/<version>.offprint-release.json      its record; exists only if the version is complete
 * current                                       pointer to releases/<version>
 * offprint-lock.json                            lock with the current writer
 * .offprint-parts/                              incomplete files
 * bundles/<sha256>/bundle.zip                   archives for download links (object storage)
 */
export const LOCK_FILE = 'offprint-lock.json';

const RECORD_END = '.offprint-release.json';

/** Folder for incomplete files. Only the lock holder has any. */
export const PARTS = '.offprint-parts';

/**
 * Name of an incomplete file, unique per destination and content, so that a file is never resumed with different
 * content.
 */
export function partFile({ path, sha256 }: Readonly<{ path: string; sha256: string }>): string {
  return `${PARTS}/${createHash('sha256').update(`${path}\0${sha256}`).digest('hex').slice(0, 32)}`;
}

/** Path of an archive, unique per content, regardless of its job. */
export function linkedArchive({ sha256, format }: Readonly<{ sha256: string; format: string }>): string {
  return `bundles/${sha256}/bundle.${format}`;
}

export function releaseFolder(version: string): string {
  return `${RELEASES}/${version}`;
}

export function recordFile(version: string): string {
  return `${RELEASES}/${version}${RECORD_END}`;
}

/** Version in the name of a record file in `releases`; undefined for other files. */
export function versionOfRecord(name: string): string | undefined {
  return name.endsWith(RECORD_END) ? name.slice(0, -RECORD_END.length) : undefined;
}

/**
 * Returns why a version label cannot be used as a folder and file name on every kind of target; undefined if it can.
 */
export function whyNoVersion(version: string): string | undefined {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(version)) {
    return `The version "${version.slice(0, 80)}" cannot be used as a folder name. It can have up to 64 characters, and only A-Z a-z 0-9 . _ - are allowed.`;
  }
  if (/^\.|\.$/.test(version) || version.endsWith(RECORD_END)) {
    return `The version "${version}" cannot be used as a folder name. It must not start or end with a dot, or end with ${RECORD_END}.`;
  }
  return undefined;
}
