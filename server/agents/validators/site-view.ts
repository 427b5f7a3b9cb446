import { pageName } from '../../docs-site/model/navigation.ts';
import { type DocsConfig, findSite, readDocsConfig, type SiteRoot } from '../docs-config/docs-config.ts';
import { JsonFault } from '../docs-config/json-nodes.ts';
import { MAX_TEXT_BYTES, textOf, type Workspace } from '../workspace/workspace.ts';
import { type Page, pageKind, parsePage } from './page.ts';

/** The documentation at one moment: before a job, or now. Pages are parsed when they are asked for, and once. */
export type SiteView = Readonly<{
  root: SiteRoot;
  paths: readonly string[];
  has: (path: string) => boolean;
  text: (path: string) => Promise<string | null>;
  page: (path: string) => Promise<Page | null>;
  config: () => Promise<DocsConfig | JsonFault | null>;
}>;

/** Parsed pages by content: the same page before and now is parsed once. */
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
  let config: Promise<DocsConfig | JsonFault | null> | undefined;
  const readConfig = async (): Promise<DocsConfig | JsonFault | null> => {
    const source = root.configPath === null ? null : await text(root.configPath);
    if (source === null) return null;
    try {
      return readDocsConfig(source);
    } catch (error) {
      if (error instanceof JsonFault) return error;
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

/** The file that a page's name stands for, relative to a folder of the site. */
export function pageFile(view: SiteView, name: string): string | null {
  const base = joined(view.root.folder, pageName(name));
  const prefix = base === '' ? '' : `${base}/`;
  const candidates = [
    `${base}.mdx`,
    `${base}.md`,
    `${prefix}index.mdx`,
    `${prefix}index.md`,
    `${prefix}README.md`,
  ];
  return candidates.find((candidate) => view.has(candidate)) ?? null;
}

export function joined(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`;
}
