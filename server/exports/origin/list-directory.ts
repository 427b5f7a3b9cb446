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
  /** Its site path; an `index.html` has the path of its folder. */
  url: string;
  file: string;
  sizeBytes: number;
  isPage: boolean;
  /** Changes when the content does. */
  validator: string;
  /** Why it is published only if a page refers to it. */
  onlyReferenced?: UnreferencedReason;
  /** Time of the last change to the file or its metadata, in ms since 1970. */
  changedMs: number;
}>;

/** An entry of the folder that is not part of the site. */
export type Skipped = Readonly<{ url: string; reason: ListingReason }>;
export type Listing = Readonly<{
  /** The real path of the folder. */
  root: string;
  /** The real path of the data folder, which is never part of the site. */
  closed: string | null;
  files: readonly SiteFile[];
  skipped: readonly Skipped[];
  /** Files that look like private keys or passwords: the operator decides (secret-files.ts). */
  secrets: readonly SiteFile[];
}>;

/**
 * Maximum number of files added through links to folders. Files of a link within a linked folder count ten times, and
 * so on, because links to each other multiply endlessly.
 */
const LINKED_MAX = 500_000;

/**
 * Lists a built site: every regular file below `folder`, sorted by URL. Links are followed within the folder only.
 * Hidden files (except `.well-known`), files for the site's host and the data folder are left out and listed as
 * skipped. So are hard links whose owner differs from that of their folder: somebody may have put them there without
 * the right to read them.
 * @param limits null for a folder that Offprint created
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

/** Lists a folder that need not contain a page. @throws OffprintError `origin-unreadable` */
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
      if (systemCode(error) === 'ENOENT') return; // removed since its folder was read
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

/** `path` as in the site, `real` with links resolved. */
type Directory = Readonly<{ path: string; real: string; uid: number }>;
type Found = Readonly<{ real: string; stat: fs.Stats; isLink: boolean }>;

/** Returns the validator of a file. It includes ctime, which cannot be set: copies may keep mtime. */
export function validatorOf({ size, mtimeMs, ctimeMs }: fs.Stats): string {
  return [size, Math.round(mtimeMs * 1000), Math.round(ctimeMs * 1000)]
    .map((number) => number.toString(36))
    .join('-');
}

/**
 * Whether a file has not changed since it had `validator`, some time after `sinceMs`. A file that changed shortly
 * before could have changed again unnoticed: file systems have a time resolution of up to two seconds.
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

/** Returns the entry with a name in a folder, or why it is not part of the site. */
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
