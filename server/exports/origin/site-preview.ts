import fs from 'node:fs';
import path from 'node:path';
import type { Finding } from '../../docs-site/findings.ts';
import { OWN_FOLDER } from '../../docs-site/model/address.ts';
import { OffprintError } from '../../errors.ts';
import { codeFingerprint } from '../reuse/fingerprint.ts';
import { docsJsonFolder, makeDocsJsonSite, type SuppliedFolder } from './docs-json.ts';
import type { FolderLimits } from './folder-limits.ts';

/** A site that was built for preview. */
export type SitePreview = Readonly<{
  /** Folder with the pages, relative to the data folder. */
  folder: string;
  /** What it was built from: a commit, a tree. */
  version: string;
  pages: number;
  findings: readonly Finding[];
}>;

/** Number of sites to keep; the least recently used is removed. */
const KEPT_MAX = 8;
const MADE = 'preview.json';

export type PreviewContext = Readonly<{
  dataFolder: string;
  projectId: string;
  supplied?: SuppliedFolder | undefined;
  signal: AbortSignal;
}>;

/** Opens the previews of branches and changes. They are built on demand and cached by their sources. */
export function sitePreviews(): Readonly<{
  /**
   * @param version identifies the sources: the same version gives the same site
   * @param write writes the sources to a folder that does not exist yet, and returns the folder in it with the
   *   docs.json
   * @throws OffprintError `origin-unreadable`, `usage` if there is no docs.json
   */
  make: (
    version: string,
    write: (place: string) => Promise<string>,
    context: PreviewContext,
  ) => Promise<SitePreview>;
}> {
  const making = new Map<string, Promise<SitePreview>>();
  return {
    make: (version, write, context) => {
      const place = path.join(
        previewsFolder(context.dataFolder),
        `${version.slice(0, 40)}-${codeFingerprint().slice(0, 12)}`,
      );
      const known = making.get(place) ?? kept(place);
      const made =
        known ??
        makeAnew(place, version, write, context).finally(() => {
          making.delete(place);
          dropLeastUsed(context.dataFolder, place);
        });
      if (!known) making.set(place, made as Promise<SitePreview>);
      return Promise.resolve(made);
    },
  };
}

/** Returns the folder with all previews. */
function previewsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'previews');
}

function kept(place: string): SitePreview | undefined {
  const file = path.join(place, MADE);
  try {
    const made = JSON.parse(fs.readFileSync(file, 'utf8')) as SitePreview;
    const now = new Date();
    fs.utimesSync(file, now, now);
    return made;
  } catch {
    return undefined;
  }
}

async function makeAnew(
  place: string,
  version: string,
  write: (place: string) => Promise<string>,
  context: PreviewContext,
): Promise<SitePreview> {
  const { dataFolder, projectId, supplied, signal } = context;
  const sources = path.join(place, 'sources');
  const site = path.join(place, 'site');
  fs.rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  try {
    const folder = await write(sources);
    const { pages, findings } = await makePreview(folder, null, {
      place: site,
      kept: docsJsonFolder(dataFolder, projectId),
      dataFolder,
      supplied,
      signal,
    });
    const preview = { pages, findings, folder: path.relative(dataFolder, site), version };
    fs.writeFileSync(path.join(place, MADE), JSON.stringify(preview));
    return preview;
  } catch (error) {
    fs.rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  } finally {
    fs.rmSync(sources, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Builds the preview of a folder. @throws OffprintError `usage` if there is no docs.json */
export async function makePreview(
  folder: string,
  limits: FolderLimits | null,
  options: Parameters<typeof makeDocsJsonSite>[2],
): ReturnType<typeof makeDocsJsonSite> {
  if (!hasConfig(folder)) {
    throw new OffprintError(
      'usage',
      `There is no docs.json or mint.json in ${folder}, so there is nothing to preview. Use a folder that contains one of these files.`,
    );
  }
  const made = await makeDocsJsonSite(folder, limits, options);
  fs.appendFileSync(path.join(options.place, OWN_FOLDER, 'theme.css'), NO_SEARCH);
  return made;
}

/** Hides the search, which only bundles have. */
const NO_SEARCH = '\n.search-button { visibility: hidden; }\n';

function hasConfig(folder: string): boolean {
  return ['docs.json', 'mint.json'].some((name) => fs.existsSync(path.join(folder, name)));
}

function dropLeastUsed(dataFolder: string, current: string): void {
  const folder = previewsFolder(dataFolder);
  const usedAt = (name: string): number =>
    fs.statSync(path.join(folder, name, MADE), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = fs.readdirSync(folder).filter((name) => path.join(folder, name) !== current);
  const newest = names.map((name) => [name, usedAt(name)] as const).sort(([, a], [, b]) => b - a);
  for (const [name, at] of newest.slice(KEPT_MAX - 1)) {
    // A preview that is being built has no time yet.
    if (at > 0) fs.rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}
