import type { UnreferencedReason } from '../site/skip-reasons.ts';

/** A folder of packages: pages refer to files in it, or it was left there. */
export const PACKAGES_FOLDER = 'node_modules';

const BACKUP = /~$|^#.*#$|\.(bak|orig|rej|old|swp|swo|tmp)$|^(thumbs\.db|desktop\.ini)$/i;
const SOURCE_MAP = /\.(m?js|cjs|css)\.map$/i;
const COMPRESSED = /\.(gz|br|zst)$/i;
/** What hosts keep compressed alone, and browsers ask for by its own name. */
const COMPRESSED_ALONE = /\.(x?html?|css|m?js|svg|wasm)\.(gz|br|zst)$/i;

/**
 * What a name says of a file that nobody wrote for readers.
 * @param beside the names in the same folder
 */
export function unreferencedReason(
  name: string,
  beside: ReadonlySet<string>,
): UnreferencedReason | undefined {
  if (BACKUP.test(name)) return 'editor backup';
  if (SOURCE_MAP.test(name)) return 'source map';
  const isTwin = COMPRESSED.test(name) && beside.has(name.replace(COMPRESSED, ''));
  return isTwin || COMPRESSED_ALONE.test(name) ? 'compressed twin' : undefined;
}
