import { CONFIG_NAMES } from '../../docs-site/model/config-name.ts';
import { pageName } from '../../docs-site/model/navigation.ts';
import { itemsOf, type JsonNode, member, membersOf, parseJson, stringOf } from './json-nodes.ts';

/** Location of a documentation site in a repository. */
export type SiteRoot = Readonly<{
  /** Folder with its pages, without a trailing slash; '' for the root of the repository. */
  folder: string;
  /** Path of its docs.json; null if there is none. */
  configPath: string | null;
}>;

/** Finds the site that a job edits: the first docs.json in one of its roots, or else in the root of the repository. */
export function findSite(paths: readonly string[], roots: readonly string[]): SiteRoot {
  const known = new Set(paths);
  const folders = [...roots, ''].map((root) => root.replace(/\/+$/, ''));
  for (const folder of folders) {
    for (const name of CONFIG_NAMES) {
      const configPath = folder === '' ? name : `${folder}/${name}`;
      if (known.has(configPath)) return { folder, configPath };
    }
  }
  return { folder: folders[0] ?? '', configPath: null };
}

/** Page as named in the navigation: without leading slash and without extension. */
export type NavigationPage = Readonly<{
  page: string;
  /** The `pages` array that contains it, and its index there. */
  list: JsonNode;
  index: number;
  node: JsonNode;
  /** Name of the enclosing group, if any. */
  group: string | null;
}>;

export type PageList = Readonly<{ list: JsonNode; group: string | null }>;

export type DocsConfig = Readonly<{
  root: JsonNode;
  pages: readonly NavigationPage[];
  /** All `pages` arrays, including empty ones. */
  lists: readonly PageList[];
  /** Sources and destinations of redirects, as written. */
  redirects: readonly Readonly<{ source: string; destination: string }>[];
}>;

/**
 * Finds where a docs.json names pages, in order to edit them in place, whatever levels (tabs, groups, versions,
 * languages) surround them. To interpret the site, use `readSiteModel`.
 * @throws JsonFault
 */
export function readDocsConfig(text: string): DocsConfig {
  const root = parseJson(text);
  const pages: NavigationPage[] = [];
  const lists: PageList[] = [];

  const walk = (node: JsonNode, group: string | null): void => {
    if (node.type === 'array') for (const item of itemsOf(node)) walk(item, group);
    const name = stringOf(member(node, 'group')) ?? group;
    for (const { key, value } of membersOf(node)) {
      if (key === 'pages' && value.type === 'array') {
        lists.push({ list: value, group: name });
        itemsOf(value).forEach((item, index) => {
          const page = stringOf(item);
          if (page !== undefined)
            pages.push({ page: pageName(page), list: value, index, node: item, group: name });
          else walk(item, name);
        });
      } else if (key !== 'openapi') walk(value, name);
    }
  };
  const navigation = member(root, 'navigation');
  if (navigation) walk(navigation, null);

  const redirects = member(root, 'redirects');
  return {
    root,
    pages,
    lists,
    redirects:
      redirects?.type === 'array'
        ? itemsOf(redirects).flatMap((item) => {
            const source = stringOf(member(item, 'source'));
            const destination = stringOf(member(item, 'destination'));
            return source !== undefined && destination !== undefined ? [{ source, destination }] : [];
          })
        : [],
  };
}
