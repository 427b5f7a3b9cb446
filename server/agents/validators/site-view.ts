import { pageName } from '../../docs-site/model/navigation.ts';
import { findSite, type SiteRoot } from '../docs-config/docs-config.ts';
import { readSiteModel, SiteFault, type SiteModel } from '../docs-config/site-model.ts';
import { MAX_TEXT_BYTES, textOf, type Workspace } from '../workspace/workspace.ts';
import { type Page, pageKind, parsePage } from './page.ts';

/** Documentation at one point in time: before a job, or now. Pages are parsed once, when first requested. */
export type SiteView = Readonly<{
  root: SiteRoot;
  paths: readonly string[];
  has: (path: string) => boolean;
  text: (path: string) => Promise<string | null>;
  page: (path: string) => Promise<Page | null>;
  config: () => Promise<SiteModel | SiteFault | null>;
}>;

/** Parsed pages by content, so that a page that is the same before and now is parsed once. */
export type PageCache = Map<string, Page>;

export function viewOf(
  workspace: Workspace,
  which: 'base' | 'now',
  roots: readonly string[],
  cache: PageCache,
): SiteView {
  const paths = which === 'now' ? workspace.paths() : basePaths(workspace);
  const known = new Set(paths);
  const root = findSite(paths, roots);
  const entry = which === 'now' ? workspace.entry : workspace.baseEntry;
  const read = which === 'now' ? workspace.read : workspace.readBase;

  const text = async (path: string): Promise<string | null> => {
    const found = entry(path);
    if (found?.kind !== 'file' || found.sizeBytes > MAX_TEXT_BYTES) return null;
    const content = await read(path);
    return content === null ? null : textOf(content);
  };
  let config: Promise<SiteModel | SiteFault | null> | undefined;
  const readConfig = async (): Promise<SiteModel | SiteFault | null> => {
    if (root.configPath === null || (await text(root.configPath)) === null) return null;
    const prefix = joined(root.folder, ' ').slice(0, -1);
    const own = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    try {
      return await readSiteModel(root.configPath.slice(prefix.length), own, (path) => text(prefix + path));
    } catch (error) {
      if (error instanceof SiteFault) return error;
      throw error;
    }
  };
  return {
    root,
    paths,
    has: (path) => known.has(path),
    text,
    page: async (path) => {
      const kind = pageKind(path);
      const found = entry(path);
      if (kind === null || found === undefined) return null;
      const key = `${kind} ${found.object}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const source = await text(path);
      if (source === null) return null;
      const page = parsePage(source, kind);
      cache.set(key, page);
      return page;
    },
    config: () => {
      config ??= readConfig();
      return config;
    },
  };
}

function basePaths(workspace: Workspace): readonly string[] {
  const changed = [...workspace.changes().keys()];
  const now = workspace.paths().filter((path) => workspace.baseEntry(path));
  return [...new Set([...now, ...changed.filter((path) => workspace.baseEntry(path))])].sort();
}

/** Finds the file for a page name, relative to the site's folder. */
export function pageFile(view: SiteView, config: SiteModel, name: string): string | null {
  const base = joined(view.root.folder, pageName(name));
  const prefix = base === '' ? '' : `${base}/`;
  const candidates = [
    `${base}.mdx`,
    `${base}.md`,
    `${prefix}index.mdx`,
    `${prefix}index.md`,
    `${prefix}README.md`,
  ];
  return candidates.find((path) => view.has(path) && !isIgnored(view, config, path)) ?? null;
}

/** Whether the site excludes a file of the repository. */
export function isIgnored(view: SiteView, config: SiteModel | null, path: string): boolean {
  const { folder } = view.root;
  return config?.isIgnored(folder === '' ? path : path.slice(folder.length + 1)) ?? false;
}

export function joined(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`;
}
