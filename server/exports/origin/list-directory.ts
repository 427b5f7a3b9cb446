import fs from 'node:fs';
import path from 'node:path';
import { OffprintError, systemCode } from '../../errors.ts';
import { compareBytes } from '../site/compare-bytes.ts';
import { toSitePath } from '../site/site.ts';
import type { ListingReason, UnreferencedReason } from '../site/skip-reasons.ts';
import {
  type Bounds,
  exclusionReason,
  isHidden,
  outOf,
  PACKAGES_FOLDER,
  unfit,
  unreferencedReason,
} from './excluded-files.ts';
import { type FolderLimits, realPath, requireOpenFolder } from './folder-limits.ts';
import { looksSecret } from './secret-files.ts';

/** A file of a built site. */
export type SiteFile = Readonly<{
  /** Its place in the site; an `index.html` stands for its folder. */
  url: string;
  file: string;
  sizeBytes: number;
  isPage: boolean;
  /** Changes when the content does. */
  validator: string;
  /** It is published only where a page refers to it. */
  onlyReferenced?: UnreferencedReason;
  /** When the file or anything about it was changed last, ms since 1970. */
  changedMs: number;
}>;

/** Something in the folder that is no part of the site. */
export type Skipped = Readonly<{ url: string; reason: ListingReason }>;
export type Listing = Readonly<{
  /** The real path of the folder. */
  root: string;
  /** The real path of what is no part of it, wherever it lies: the data folder. */
  closed: string | null;
  files: readonly SiteFile[];
  skipped: readonly Skipped[];
  /** Files that look as if they held private keys or passwords: the operator decides (secret-files.ts). */
  secrets: readonly SiteFile[];
}>;

/**
 * Files that links to folders may bring in once more. Those of a link within a linked folder count ten times, and so on:
 * links to each other multiply without end.
 */
const LINKED_MAX = 500_000;

/**
 * Lists a built site: every regular file below `folder`, sorted by URL. Links are followed within the folder only;
 * hidden files (but `.well-known`) and what is for the host of the site are left out and listed as skipped, and so are
 * the data folder, and files with several names (hard links) of another owner than their folder: somebody may have put
 * them there without the right to read them.
 * @param limits null for a folder of our own
 * @throws OffprintError `origin-unreadable`, `origin-empty`
 */
export async function listDirectory(folder: string, limits: FolderLimits | null): Promise<Listing> {
  const listing = await listFiles(folder, limits);
  if (listing.files.some((file) => file.isPage)) return listing;
  throw new OffprintError(
    'origin-empty',
    `The folder ${folder} contains no HTML files. Use the folder that your site generator writes to (often build, dist, public, site or _build/html), or one with a docs.json.`,
  );
}

/** The same of a folder that need not hold a page. @throws OffprintError `origin-unreadable` */
export async function listFiles(folder: string, limits: FolderLimits | null): Promise<Listing> {
  const root = await realFolder(folder);
  if (limits) requireOpenFolder(root, limits);
  const closed = limits && (realPath(limits.dataFolder) ?? limits.dataFolder);
  const files: SiteFile[] = [];
  const skipped: Skipped[] = [];
  const secrets: SiteFile[] = [];

  let linked = 0;

  const visit = async (
    directory: Directory,
    sitePath: string,
    ancestors: readonly string[],
    linkDepth = 0,
  ): Promise<void> => {
    const isOfPackages = sitePath.split('/').includes(PACKAGES_FOLDER);
    let names: Buffer[];
    try {
      names = await fs.promises.readdir(directory.path, { encoding: 'buffer' });
    } catch (error) {
      if (sitePath === '') throw unreadable(folder, error);
      if (systemCode(error) === 'ENOENT') return; // gone since its folder was read
      skipped.push({ url: `${toSitePath(sitePath)}/`, reason: 'unreadable' });
      return;
    }
    const beside = new Set(names.map((name) => name.toString('utf8')));
    if (linkDepth > 0) linked += names.length * 10 ** (linkDepth - 1);
    if (linked > LINKED_MAX) {
      throw new OffprintError(
        'origin-unreadable',
        `The folder ${folder} contains links to folders with more files than can be exported, perhaps because the links form a loop. Remove some of these links.`,
      );
    }
    for (const rawName of names) {
      const name = rawName.toString('utf8');
      const relative = sitePath === '' ? name : `${sitePath}/${name}`;
      const url = toSitePath(relative);
      const reason = exclusionReason(rawName, sitePath === '');
      if (reason !== undefined) {
        skipped.push({ url, reason });
        continue;
      }
      const found = look(directory, name, { root, closed });
      if (found === 'gone') continue;
      if (typeof found === 'string') {
        skipped.push({ url, reason: found });
        continue;
      }
      const full = path.join(directory.path, name);
      if (found.stat.isDirectory()) {
        if (isHidden(name)) {
          skipped.push({ url, reason: 'hidden' });
          continue;
        }
        if (name === PACKAGES_FOLDER && !isOfPackages)
          skipped.push({ url: `${url}/`, reason: 'node_modules' });
        if (ancestors.includes(found.real))
          skipped.push({ url: `${url}/`, reason: 'link to a parent folder' });
        else {
          const next = { path: full, real: found.real, uid: found.stat.uid };
          await visit(next, relative, [...ancestors, found.real], linkDepth + (found.isLink ? 1 : 0));
        }
      } else {
        const why = isOfPackages ? PACKAGES_FOLDER : unreferencedReason(name, beside);
        const listed = !isOfPackages && looksSecret(name, full) ? secrets : files;
        listed.push({
          url:
            relative.replace(/(^|\/)index\.html$/, '$1') === relative
              ? url
              : url.slice(0, -'index.html'.length),
          file: full,
          sizeBytes: found.stat.size,
          isPage: why === undefined && /\.x?html?$/i.test(name),
          ...(why !== undefined && { onlyReferenced: why }),
          validator: validatorOf(found.stat),
          changedMs: Math.max(found.stat.mtimeMs, found.stat.ctimeMs),
        });
      }
    }
  };

  await visit({ path: root, real: root, uid: fs.statSync(root).uid }, '', [root]);
  files.sort((a, b) => compareBytes(a.url, b.url));
  return { root, closed, files, skipped, secrets };
}

/** `path` as the site has it, `real` without links. */
type Directory = Readonly<{ path: string; real: string; uid: number }>;
type Found = Readonly<{ real: string; stat: fs.Stats; isLink: boolean }>;

/** The time of the last change to the inode cannot be set by anybody: copies may keep the other one. */
export function validatorOf({ size, mtimeMs, ctimeMs }: fs.Stats): string {
  return [size, Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000)]
    .map((number) => number.toString(36))
    .join('-');
}

/**
 * Whether a file is what it was when it had `validator`, some time after `sinceMs`. A file that had been changed only
 * just before could have been changed again without a trace: file systems count time in steps of up to two seconds.
 */
export function isUnchanged(file: SiteFile, validator: string | null, sinceMs: number): boolean {
  return file.validator === validator && file.changedMs < sinceMs - TIME_STEP_MS;
}

const TIME_STEP_MS = 2000;

async function realFolder(folder: string): Promise<string> {
  try {
    const root = await fs.promises.realpath(folder);
    if (!(await fs.promises.stat(root)).isDirectory()) {
      throw new OffprintError(
        'origin-unreadable',
        `${folder} is not a folder. Use the folder that contains the built site.`,
      );
    }
    return root;
  } catch (error) {
    throw error instanceof OffprintError ? error : unreadable(folder, error);
  }
}

function unreadable(folder: string, error: unknown): OffprintError {
  const code = systemCode(error);
  const sentence =
    code === 'ENOENT'
      ? `The folder ${folder} does not exist. Check the path.`
      : `The folder ${folder} cannot be read (${code ?? String(error)}). Make it readable by the account that Offprint runs under.`;
  return new OffprintError('origin-unreadable', sentence, error);
}

/** What stands under a name of a folder, or why it is no part of the site. */
function look(directory: Directory, name: string, bounds: Bounds): Found | ListingReason | 'gone' {
  const full = path.join(directory.path, name);
  try {
    let stat = fs.lstatSync(full);
    let real = path.join(directory.real, name);
    const isLink = stat.isSymbolicLink();
    if (isLink) {
      real = fs.realpathSync(full);
      stat = fs.statSync(real);
    }
    const why = isLink || stat.isDirectory() ? outOf(bounds, real) : undefined;
    return why ?? unfit(stat, directory.uid) ?? { real, stat, isLink };
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') return 'unreadable';
    return fs.lstatSync(full, { throwIfNoEntry: false }) === undefined ? 'gone' : 'unreadable';
  }
}
