import { type FileTree, textOf } from '../file-tree.ts';
import type { Finding } from '../findings.ts';
import { ApiDocuments } from '../openapi/documents.ts';
import { withGeneratedPages } from '../openapi/generated-pages.ts';
import { otherApis } from '../openapi/other-apis.ts';
import { addressOf } from './address.ts';
import { ConfigPlaces } from './config-places.ts';
import { splitFrontMatter } from './front-matter.ts';
import { ignoredPaths } from './mintignore.ts';
import { missingPages } from './missing-pages.ts';
import {
  allPages,
  apiSources,
  type Entry,
  iconOf,
  pageName,
  readGlobalSections,
  readNavigation,
  type Section,
} from './navigation.ts';
import type { Page } from './page.ts';
import { isUnlistedPage } from './published-files.ts';
import { readConfig } from './read-config.ts';
import { type Redirect, readRedirects } from './redirects.ts';
import { readSettings, type Settings } from './settings.ts';
import { SUPPLIED } from './supplied.ts';
import { validateConfig } from './validate-config.ts';
import { recordOf, textIn, type Values } from './values.ts';

/** A page's place in the navigation: its sections, outermost first, and its groups. */
export type Place = Readonly<{
  sections: readonly Section[];
  groups: readonly Extract<Entry, { kind: 'group' }>[];
}>;

export type Site = Readonly<{
  tree: FileTree;
  /** Locations of entries in docs.json or mint.json. */
  config: ConfigPlaces;
  /** Files of the tree that the site may use, that is, all that are not ignored. */
  files: ReadonlySet<string>;
  /** OpenAPI documents. `apiSources` are those that docs.json names for the whole site. */
  documents: ApiDocuments;
  apiSources: readonly string[];
  settings: Settings;
  root: Section;
  globals: readonly Section[];
  /** By name. Pages in the navigation come first, in its order. */
  pages: ReadonlyMap<string, Page>;
  /** The first place of each page in the navigation. */
  places: ReadonlyMap<string, Place>;
  redirects: readonly Redirect[];
  findings: readonly Finding[];
}>;

/** Reads everything about a site except the content of its pages. @throws ConfigFault */
export function readSite(tree: FileTree): Site {
  const findings: Finding[] = [];
  const references: [Finding, $ref: string][] = [];
  const config = readConfig(tree, (...reference) => references.push(reference));
  const places = new ConfigPlaces(tree);
  for (const [finding, $ref] of references)
    findings.push({ ...finding, ...places.find(['$ref'], $ref), file: finding.file });
  const settings = readSettings(config);
  const ignored = ignoredPaths(tree);
  const known = tree.paths.filter((path) => !ignored(path));
  const sources = known.filter((path) => /\.mdx?$/.test(path) && !path.startsWith(`${SUPPLIED}/`));
  const texts = readSources(tree, sources);
  const documents = new ApiDocuments(tree);
  const expanded = withGeneratedPages(readNavigation(config), documents, places);
  findings.push(
    ...validateConfig(places),
    ...expanded.findings,
    ...otherApis(config.navigation, places),
    ...otherApis(config.api, places),
  );
  const { root } = expanded;
  const generated = new Map(expanded.pages.map((page) => [page.name, page]));
  const pages = new Map<string, Page>();
  const listed = [
    ...new Set([...allPages(root)].flatMap((entry) => (entry.kind === 'page' ? [entry.name] : []))),
  ];
  const byName = new Map(sources.map((file) => [pageName(file), file]));
  const missing: string[] = [];
  for (const name of listed) {
    const file = fileOf(name, byName);
    const made = generated.get(name);
    if (file === undefined && made) {
      pages.set(name, made);
      continue;
    }
    if (file === undefined) {
      missing.push(name);
      continue;
    }
    if (!pages.has(name))
      pages.set(name, withOperation(pageOf(name, file, texts.values.get(file) ?? {}), documents));
  }
  findings.push(...missingPages(missing, tree.leadingOut ?? [], places));
  const taken = new Set([...pages.values()].map(({ file }) => file));
  for (const file of sources) {
    if (taken.has(file) || texts.imported.has(file) || !isUnlistedPage(file)) continue;
    const name = pageName(file);
    if (!pages.has(name))
      pages.set(name, withOperation(pageOf(name, file, texts.values.get(file) ?? {}), documents));
  }
  const wholeSite = apiSources(recordOf(config.api)?.openapi ?? config.openapi).map(({ source }) => source);
  return {
    tree,
    config: places,
    files: new Set(known),
    documents,
    apiSources: wholeSite,
    settings,
    root,
    globals: readGlobalSections(config),
    pages,
    places: placesOf(root),
    redirects: readRedirects(config.redirects),
    findings,
  };
}

function fileOf(name: string, byName: ReadonlyMap<string, string>): string | undefined {
  return byName.get(name) ?? byName.get(`${name === '' ? '' : `${name}/`}index`);
}

/** Returns the front matter of each file, and the files that others import. */
function readSources(
  tree: FileTree,
  sources: readonly string[],
): { values: Map<string, Values>; imported: Set<string> } {
  const values = new Map<string, Values>();
  const imported = new Set<string>();
  for (const file of sources) {
    const text = textOf(tree, file) ?? '';
    values.set(file, splitFrontMatter(text).values);
    for (const [, source = ''] of text.matchAll(
      /^import\s[^'"\n]{0,400}?from\s*['"]([^'"\n]+\.mdx?)['"]/gm,
    )) {
      const target = source.startsWith('/')
        ? source.slice(1)
        : new URL(source, `http://x/${file}`).pathname.slice(1);
      if (tree.has(target)) imported.add(target);
    }
  }
  return { values, imported };
}

function pageOf(name: string, file: string, values: Values): Page {
  const title = textIn(values, 'title') ?? titleOf(name);
  const openapi = textIn(values, 'openapi');
  return {
    name,
    file,
    address: addressOf(name),
    title,
    sidebarTitle: textIn(values, 'sidebarTitle') ?? title,
    description: textIn(values, 'description') ?? '',
    icon: iconOf(values),
    tag: textIn(values, 'tag'),
    method: methodOf(openapi ?? textIn(values, 'api')),
    deprecated: values.deprecated === true,
    mode: textIn(values, 'mode'),
    hidden: values.hidden === true || values.noindex === true,
    url: textIn(values, 'url'),
    values,
    api: openapi,
  };
}

/** Gives a page without a title the summary of its operation as title. */
function withOperation(page: Page, documents: ApiDocuments): Page {
  if (page.api === undefined || textIn(page.values, 'title') !== undefined) return page;
  const found = documents.operation(page.api, page.file ?? '', []);
  const summary = 'found' in found ? textIn(found.found.values, 'summary') : undefined;
  if (summary === undefined) return page;
  return { ...page, title: summary, sidebarTitle: textIn(page.values, 'sidebarTitle') ?? summary };
}

/** Returns the method in `post /users` or `openapi.json POST /users`. */
export function methodOf(api: string | undefined): string | undefined {
  return /(?:^|\s)(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|WEBHOOK|WSS?)\s/i
    .exec(api ?? '')?.[1]
    ?.toUpperCase();
}

/** Returns the title of a page that states none: the last segment of its path. */
export function titleOf(name: string): string {
  const parts = name.split('/').filter((part) => part !== 'index');
  const last = (parts.at(-1) ?? 'Home').replace(/[-_]+/g, ' ').trim();
  return last.charAt(0).toUpperCase() + last.slice(1);
}

function placesOf(root: Section): Map<string, Place> {
  const places = new Map<string, Place>();
  const inEntries = (
    entries: readonly Entry[],
    sections: readonly Section[],
    groups: Place['groups'],
  ): void => {
    for (const entry of entries) {
      if (entry.kind === 'page' && !places.has(entry.name)) places.set(entry.name, { sections, groups });
      if (entry.kind !== 'group') continue;
      const inner = [...groups, entry];
      if (entry.root !== undefined && !places.has(entry.root))
        places.set(entry.root, { sections, groups: inner });
      inEntries(entry.entries, sections, inner);
    }
  };
  const inSection = (section: Section, path: readonly Section[]): void => {
    inEntries(section.entries, path, []);
    for (const inner of section.sections) inSection(inner, [...path, inner]);
  };
  inSection(root, [root]);
  return places;
}
