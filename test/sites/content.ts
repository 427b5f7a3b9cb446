import fs from 'node:fs';
import path from 'node:path';

/** A page of the shared content (`content/`), which every generator gets in its own language. */
export type Page = Readonly<{
  /** `start/install`, `de/start/install`, `index`. */
  slug: string;
  locale: 'en' | 'de';
  title: string;
  description: string;
  /** Markdown with containers in our own notation. */
  body: string;
}>;

export type Tab = Readonly<{ label: string; body: string }>;
export type Code = Readonly<{ label: string; language: string; code: string }>;

/**
 * How a generator writes what Markdown has no words for. Bodies are in its language already.
 *
 * Our notation: `:::tip Title`, `:::details Summary`, `:::tabs group` with `== Label` lines and `:::code-group` with
 * ` ```js [Label] ` fences, each closed by `:::`; links are `page:slug#fragment`, pictures `image:name`.
 */
export type Dialect = Readonly<{
  admonition: (kind: string, title: string, body: string) => string;
  details: (summary: string, body: string) => string;
  tabs: (group: string, tabs: readonly Tab[]) => string;
  codeGroup: (blocks: readonly Code[]) => string;
  link: (slug: string, fragment: string, from: string) => string;
  image: (name: string, from: string) => string;
  /** Text outside code. */
  text?: (line: string) => string;
}>;

const FOLDER = path.join(import.meta.dirname, 'content');

export function readPages(): Page[] {
  return fs
    .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const source = fs.readFileSync(path.join(FOLDER, file), 'utf8');
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
      const slug = file.split(path.sep).join('/').slice(0, -'.md'.length);
      const read = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
      const locale = slug.startsWith('de/') ? ('de' as const) : ('en' as const);
      return { slug, locale, title: read('title'), description: read('description'), body };
    })
    .sort((a, b) => ORDER.indexOf(a.slug) - ORDER.indexOf(b.slug) || (a.slug < b.slug ? -1 : 1));
}

/** Pages that open their section; the rest goes by name. */
const ORDER = ['start/install', 'start/what-is-towline', 'index'];

/** The pages of a locale by section (`start`, `guide`, …); those of none come under `''`. */
export function sectionsOf(pages: readonly Page[], locale: Page['locale']): Map<string, Page[]> {
  const sections = new Map<string, Page[]>();
  for (const page of pages.filter((candidate) => candidate.locale === locale)) {
    const names = page.slug.replace(/^de\//, '').split('/');
    const section = names.length > 1 ? (names[0] ?? '') : '';
    sections.set(section, [...(sections.get(section) ?? []), page]);
  }
  return sections;
}

export function copyImages(to: string): void {
  fs.cpSync(path.join(FOLDER, 'images'), to, { recursive: true });
}

export function writeFile(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** The body of a page in a generator's language. */
export function translate(page: Page, dialect: Dialect): string {
  return blocks(page.body.split('\n'), page.slug, dialect).join('\n');
}

function blocks(lines: readonly string[], from: string, dialect: Dialect): string[] {
  const out: string[] = [];
  let fence: string | undefined;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const mark = /^(`{3,})/.exec(line)?.[1];
    const opened = fence === undefined ? /^:::(\S+) ?(.*)$/.exec(line) : null;
    if (mark !== undefined) fence = fence === undefined ? mark : undefined;
    if (!opened) {
      out.push(fence === undefined && mark === undefined ? inline(line, from, dialect) : line);
      continue;
    }
    const end = endOf(lines, index);
    const inner = lines.slice(index + 1, end);
    out.push('', container(opened[1] ?? '', opened[2] ?? '', inner, from, dialect), '');
    index = end;
  }
  return out;
}

function endOf(lines: readonly string[], start: number): number {
  for (let index = start + 1, depth = 1; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (/^:::\S/.test(line)) depth++;
    if (line === ':::' && --depth === 0) return index;
  }
  throw new Error(`The container "${lines[start]}" is not closed.`);
}

function container(kind: string, rest: string, lines: readonly string[], from: string, dialect: Dialect) {
  const body = (some: readonly string[]): string => blocks(some, from, dialect).join('\n').trim();
  switch (kind) {
    case 'details':
      return dialect.details(rest, body(lines));
    case 'tabs': {
      const starts = lines.flatMap((line, index) => (line.startsWith('== ') ? [index] : []));
      const tabs = starts.map((start, index) => ({
        label: (lines[start] ?? '').slice(3),
        body: body(lines.slice(start + 1, starts[index + 1])),
      }));
      return dialect.tabs(rest, tabs);
    }
    case 'code-group': {
      const found = [...lines.join('\n').matchAll(/^```(\S+) \[(.+)\]\n([\s\S]*?)\n```$/gm)];
      return dialect.codeGroup(
        found.map(([, language = '', label = '', code = '']) => ({ language, label, code })),
      );
    }
    default:
      return dialect.admonition(kind, rest, body(lines));
  }
}

function inline(line: string, from: string, dialect: Dialect): string {
  const linked = line
    .replace(
      /\]\(page:([^)#]+)#?([^)]*)\)/g,
      (_, slug, fragment) => `](${dialect.link(slug, fragment, from)})`,
    )
    .replace(/\]\(image:([^)]+)\)/g, (_, name) => `](${dialect.image(name, from)})`);
  return dialect.text ? dialect.text(linked) : linked;
}

export function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

/** The relative path from one page's file to another file, both without a leading slash. */
export function relativeTo(from: string, to: string): string {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
