import { trimTrailing } from '../../trim-trailing.ts';
import {
  booleanIn,
  type LightAndDark,
  lightAndDark,
  listOf,
  recordOf,
  textIn,
  type Values,
} from './values.ts';

/** Levels of the navigation: the key of their list and the key of their label. */
const LEVELS = {
  languages: 'language',
  versions: 'version',
  products: 'product',
  tabs: 'tab',
  dropdowns: 'dropdown',
  anchors: 'anchor',
  menu: 'item',
} as const;

export type SectionKind = (typeof LEVELS)[keyof typeof LEVELS] | 'root';

export type Icon = Readonly<{ name: string; style?: string | undefined }>;

/** An OpenAPI or AsyncAPI document named in the navigation. */
export type ApiSource = Readonly<{ source: string; directory?: string | undefined }>;

/** A language, version, tab, anchor … with its content. */
export type Section = Readonly<{
  kind: SectionKind;
  label: string;
  icon?: Icon | undefined;
  description?: string | undefined;
  tag?: string | undefined;
  color?: LightAndDark | undefined;
  /** Link target of a section without pages. */
  href?: string | undefined;
  hidden: boolean;
  isDefault: boolean;
  sections: readonly Section[];
  entries: readonly Entry[];
  /** Source values. For a language, they may include its own navbar, footer and banner. */
  values: Values;
}>;

export type Group = Readonly<{
  kind: 'group';
  label: string;
  icon?: Icon | undefined;
  tag?: string | undefined;
  /** Page that its label links to. */
  root?: string | undefined;
  expanded: boolean;
  hidden: boolean;
  entries: readonly Entry[];
}>;

export type Entry =
  | Group
  /** A page by its name (`pageName`). */
  | Readonly<{ kind: 'page'; name: string }>
  /** An operation that gets its own page: `GET /users`, `openapi.json GET /users`. */
  | Readonly<{ kind: 'operation'; text: string; api: readonly ApiSource[] }>
  /** All operations of the documents, by tag. */
  | Readonly<{ kind: 'operations'; api: readonly ApiSource[] }>
  | Readonly<{ kind: 'link'; label: string; href: string; icon?: Icon | undefined }>;

/** Returns a page's name from an entry in the navigation, a link or a path: without leading slash and extension. */
export function pageName(text: string): string {
  return trimTrailing(text.replace(/^\/+/, '').replace(/\.mdx?$/, ''), '/');
}

/** Matches entries that name an operation instead of a file: `GET /users`, `openapi.json GET /users`. */
export const OPERATION =
  /^(?:(\S+)\s+)?(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE|WEBHOOK|QUERY)\s+(\S.*)$/i;

/** Reads the navigation of a docs.json, with any nesting of levels. */
export function readNavigation(config: Values): Section {
  const navigation = recordOf(config.navigation) ?? {};
  const inherited = apiSources(recordOf(config.api)?.openapi ?? config.openapi);
  return sectionOf(navigation, 'root', inherited, 0);
}

/** Reads the links shown on every page: `navigation.global`. */
export function readGlobalSections(config: Values): Section[] {
  return sectionsOf(recordOf(recordOf(config.navigation)?.global) ?? {}, [], 0);
}

/** Returns the documents named in an `openapi` field of any form. */
export function apiSources(value: unknown): ApiSource[] {
  if (Array.isArray(value)) return value.flatMap(apiSources);
  const source = typeof value === 'string' ? value : textIn(value, 'source');
  return source === undefined ? [] : [{ source, directory: textIn(value, 'directory') }];
}

const DEPTH_MAX = 30;

function sectionOf(
  values: Values,
  kind: SectionKind,
  inherited: readonly ApiSource[],
  depth: number,
): Section {
  const own = apiSources(values.openapi);
  const api = own.length > 0 ? own : inherited;
  const sections = sectionsOf(values, api, depth);
  const listed = [...listOf(values.pages), ...listOf(values.groups)].flatMap((entry) =>
    entriesOf(entry, api, depth),
  );
  const generated: Entry[] =
    own.length > 0 && listed.length === 0 && sections.length === 0 ? [{ kind: 'operations', api: own }] : [];
  return {
    kind,
    label: (kind === 'root' ? undefined : textIn(values, kind)) ?? '',
    icon: iconOf(values),
    description: textIn(values, 'description'),
    tag: textIn(values, 'tag'),
    color: lightAndDark(values.color),
    href: textIn(values, 'href'),
    hidden: booleanIn(values, 'hidden') ?? false,
    isDefault: booleanIn(values, 'default') ?? false,
    sections,
    entries: [...listed, ...generated],
    values,
  };
}

function sectionsOf(values: Values, api: readonly ApiSource[], depth: number): Section[] {
  if (depth > DEPTH_MAX) return [];
  return Object.entries(LEVELS).flatMap(([key, kind]) =>
    listOf(values[key]).flatMap((entry) => {
      const found = recordOf(entry);
      return found ? [sectionOf(found, kind, api, depth + 1)] : [];
    }),
  );
}

function entriesOf(entry: unknown, inherited: readonly ApiSource[], depth: number): Entry[] {
  if (typeof entry === 'string') {
    const text = entry.trim();
    if (text === '') return [];
    if (OPERATION.test(text)) return [{ kind: 'operation', text, api: inherited }];
    if (/^https?:/.test(text)) return [{ kind: 'link', label: text, href: text }];
    return [{ kind: 'page', name: pageName(text) }];
  }
  const values = recordOf(entry);
  if (values === undefined || depth > DEPTH_MAX) return [];
  const label = textIn(values, 'group');
  const href = textIn(values, 'href');
  if (label === undefined && href !== undefined) {
    return [
      {
        kind: 'link',
        label: textIn(values, 'title') ?? textIn(values, 'label') ?? href,
        href,
        icon: iconOf(values),
      },
    ];
  }
  const own = apiSources(values.openapi);
  const api = own.length > 0 ? own : inherited;
  const listed = listOf(values.pages).flatMap((page) => entriesOf(page, api, depth + 1));
  const nested = listOf(values.groups).flatMap((page) => entriesOf(page, api, depth + 1));
  const entries: Entry[] = [...listed, ...nested];
  if (entries.length === 0 && own.length > 0) entries.push({ kind: 'operations', api: own });
  const root = textIn(values, 'root');
  return [
    {
      kind: 'group',
      label: label ?? '',
      icon: iconOf(values),
      tag: textIn(values, 'tag'),
      root: root === undefined ? undefined : pageName(root),
      expanded: values.expanded === true || values.collapsed === false,
      hidden: booleanIn(values, 'hidden') ?? false,
      entries,
    },
  ];
}

/** Reads an `icon`: a name, a path or address, or `{ name, style, library }`. */
export function iconOf(values: Values): Icon | undefined {
  const style = textIn(values, 'iconType') ?? textIn(values.icon, 'style');
  const name = textIn(values, 'icon') ?? textIn(values.icon, 'name');
  return name === undefined ? undefined : { name, style };
}

/** Yields the entries and those of their groups, in order and without the groups themselves. */
export function* pagesIn(entries: readonly Entry[]): Generator<Exclude<Entry, Group>> {
  for (const entry of entries) {
    if (entry.kind !== 'group') yield entry;
    else {
      if (entry.root !== undefined) yield { kind: 'page', name: entry.root };
      yield* pagesIn(entry.entries);
    }
  }
}

export function* allPages(section: Section): Generator<Exclude<Entry, Group>> {
  yield* pagesIn(section.entries);
  for (const inner of section.sections) yield* allPages(inner);
}
