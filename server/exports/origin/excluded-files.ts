import type fs from 'node:fs';
import type { ListingReason, UnreferencedReason } from '../site/skip-reasons.ts';
import { isInside } from './folder-limits.ts';
import { isForeignHardLink } from './hard-links.ts';
import { HOST_FILES } from './hosting-rules.ts';
import { isEnvironment } from './secret-files.ts';

/** Folder of packages. Pages refer to files in it, or it was left there by accident. */
export const PACKAGES_FOLDER = 'node_modules';

const BACKUP = /~$|^#.*#$|\.(bak|orig|rej|old|swp|swo|tmp)$|^(thumbs\.db|desktop\.ini)$/i;
const SOURCE_MAP = /\.(m?js|cjs|css)\.map$/i;
const COMPRESSED = /\.(gz|br|zst)$/i;
/** Files that hosts keep only in compressed form, and that browsers request under the plain name. */
const COMPRESSED_ALONE = /\.(x?html?|css|m?js|svg|wasm)\.(gz|br|zst)$/i;

/**
 * Returns why a file, judging by its name, is not meant for readers.
 * @param beside the names in the same folder
 */
export function unreferencedReason(
  name: string,
  beside: ReadonlySet<string>,
): UnreferencedReason | undefined {
  if (BACKUP.test(name)) return 'editor backup';
  if (SOURCE_MAP.test(name)) return 'source map';
  const isTwin = COMPRESSED.test(name) && beside.has(name.replace(COMPRESSED, ''));
  return isTwin || COMPRESSED_ALONE.test(name) ? 'precompressed copy' : undefined;
}

/**
 * Returns why an entry is not part of the site, judging by its name alone.
 * @param rawName as stored in the file system
 * @param isAtTop whether it is in the folder itself, where hosts read their rules
 */
export function exclusionReason(rawName: Buffer, isAtTop: boolean): ListingReason | undefined {
  const name = rawName.toString('utf8');
  if (!Buffer.from(name, 'utf8').equals(rawName)) return 'not UTF-8';
  if (isHidden(name) && !isEnvironment(name)) return 'hidden'; // it may be a secret, which stops the export
  return isAtTop && HOST_FILES.has(name) ? 'host configuration' : undefined;
}

/** `.well-known` is meant to be published (RFC 8615). */
export function isHidden(name: string): boolean {
  return name.startsWith('.') && name !== '.well-known';
}

/** The real paths of the folder, and of the data folder, which is never part of a site. */
export type Bounds = Readonly<{ root: string; closed: string | null }>;

/** @param real the real path of a file or folder */
export function outOf({ root, closed }: Bounds, real: string): ListingReason | undefined {
  if (!isInside(root, real)) return 'leads out of the folder';
  return closed !== null && isInside(closed, real) ? 'Offprint data folder' : undefined;
}

/** @param uid the owner of the folder that contains it */
export function unfit(stat: fs.Stats, uid: number): ListingReason | undefined {
  if (stat.isDirectory()) return undefined;
  if (!stat.isFile()) return 'not a regular file';
  return isForeignHardLink(stat, uid) ? 'hard link owned by another user' : undefined;
}
