import { type Address, addressesOf } from './addresses.ts';
import { activeHtml } from './html-allow-list.ts';
import type { Directive } from './known-directives.ts';
import { templates } from './templates.ts';
import { readYaml, type YamlText } from './yaml-source.ts';

/** Separates the front matter from the body, and leaves empty lines in its place to keep line numbers correct. */
export function splitFrontMatter(text: string): { yaml: string | null; body: string } {
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { yaml: null, body: text };
  const blank = '\n'.repeat(match[0].split('\n').length - 1);
  return { yaml: match[1] ?? '', body: blank + text.slice(match[0].length) };
}

/**
 * Keys that describe a page, such as its title, place in the navigation or authors. Any other key may add code to the
 * page, choose its template, or enable something that a generator runs.
 */
const DESCRIBES = new Set(
  (
    'title description summary subtitle excerpt keywords tags tag categories category topics topic date lastmod ' +
    'lastupdated last_updated updated modified author authors draft published publishdate expirydate weight order ' +
    'position rank sidebar_position sidebar_label sidebar_class_name sidebar_custom_props sidebartitle sidebar ' +
    'nav_order nav_title navtitle nav parent grand_parent has_children has_toc nav_exclude search_exclude id slug ' +
    'permalink url uri route icon icontype image cover thumbnail logo mode hide_title hide_table_of_contents ' +
    'toc_max_heading_level toc_min_heading_level toc toc_depth toc_sticky outline pagination_label pagination_next ' +
    'pagination_prev prev next version versions status state stage deprecated beta lang language locale translations ' +
    'lastupdated editlink edit_url custom_edit_url navbar footer aside search comments openapi api asyncapi ' +
    'groups public noindex robots canonical aliases redirect_from redirects difficulty duration audience product ' +
    'products platform platforms applies_to linktitle label labels name hidden visible unlisted visibility badge ' +
    'display_sidebar featured series type kind level number-sections hide myst github'
  ).split(' '),
);

/** Keys whose values define where a page is published: a path within the site. */
const PLACES = /^(permalink|slug|url|uri|route|aliases|redirect_from|redirects|type|kind)$/;

/** Finds directives and addresses in the front matter of a page, in any of the formats that generators read. */
export function frontMatterIn(
  source: string,
  isMarkdown: boolean,
): { directives: Directive[]; addresses: Address[] } {
  const text = source.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const before = /^\s*/.exec(text)?.[0] ?? '';
  const rest = text.slice(before.length);
  const line = before.split('\n').length;
  const found = (what: Directive['what'], part: string): ReturnType<typeof frontMatterIn> => ({
    directives: [{ what, line, text: part }],
    addresses: [],
  });
  // Not YAML: TOML and JSON for Hugo and Zola, JavaScript for gray-matter. None is parsed here, so each counts as one
  // directive.
  const other = /^(?:\+{3}|;{3}|-{3,9}[ \t]{0,99}[a-z])([^\n]*)\n[\s\S]*?(?:\n(?:\+{3}|;{3}|-{3})|$)/i.exec(
    rest,
  );
  if (other) return found(rest.startsWith('-') ? 'program' : 'setting', other[0]);
  if (isMarkdown && /^\{\s*("|\n|\})/.test(rest))
    return found('setting', /^[\s\S]*?\n\}|^.*/.exec(rest)?.[0] ?? '');
  const lines = rest.split('\n');
  const block = yamlBlock(lines);
  if (block !== null) return fromYaml(block, line + 1, isMarkdown);
  if (!isMarkdown) return { directives: [], addresses: [] };
  // MultiMarkdown metadata, which MkDocs and Pelican also read: from the first line to the first empty one.
  const end = lines.findIndex((one) => one.trim() === '');
  const head = lines.slice(0, end === -1 ? lines.length : end);
  return {
    directives: head.flatMap((one, index) =>
      METADATA.test(one) ? [{ what: 'setting' as const, line: line + index, text: one.trim() }] : [],
    ),
    addresses: [],
  };
}

/** Without fences, metadata keys cannot be told apart from words of the text, so only these count. */
const METADATA =
  /^ {0,3}(template|layout|head|header|html[ -]?header|xhtml[ -]?header|css|javascript|scripts?|extra_\w+|hooks|plugins|save_as|url|slug|permalink|render_macros|engine|filters?|execute|jupyter|transclude ?base)\s*:/i;

/**
 * Returns the YAML block, or null. Tools end it at `---` or at `...`; the longest block that one of them reads is
 * checked.
 */
function yamlBlock(lines: readonly string[]): string | null {
  if (!/^---\s*$/.test(lines[0] ?? '')) return null;
  const ends = (mark: RegExp): number => lines.findIndex((line, index) => index > 0 && mark.test(line));
  const end = ends(/^---/);
  const last = end === -1 ? ends(/^\.\.\./) : end;
  return last === -1 ? null : lines.slice(1, last).join('\n');
}

function fromYaml(
  yaml: string,
  offset: number,
  isMarkdown: boolean,
): { directives: Directive[]; addresses: Address[] } {
  if (yaml.length > MAX_YAML) {
    return { directives: [{ what: 'setting', line: offset, text: yaml }], addresses: [] };
  }
  const { fault, texts, pairs, tags } = readYaml(yaml);
  // In other markup languages, the line may belong to a title.
  if (!isMarkdown && pairs.length === 0) return { directives: [], addresses: [] };
  const directives: Directive[] = [];
  const add = (what: Directive['what'], at: YamlText): void => {
    directives.push({ what, line: at.line + offset - 1, text: at.text });
  };
  // For Markdown, the page checks report this.
  if (fault !== null && !isMarkdown) add('setting', { text: yaml, line: fault.line });
  for (const tag of tags) add('program', tag);
  for (const { path, key, source, line } of pairs) {
    const name = key.toLowerCase();
    if (path.length === 0 && !isDescribing(name)) add('setting', { text: source, line });
    else if (PLACES.test(path[0]?.toLowerCase() ?? name) && LEADS_OUT.test(source))
      add('setting', { text: source, line });
  }
  for (const one of texts) for (const text of obeyedIn(one.text)) add('html', { text, line: one.line });
  // A generator that does not support front matter treats it as part of the page, including comments.
  for (const { text, line } of activeHtml(yaml)) add('html', { text, line });
  return {
    directives,
    addresses: texts.flatMap(({ text, line }) => addressesOf(text, line + offset - 1)),
  };
}

/** Larger front matter counts as one directive. */
const MAX_YAML = 64 * 1024;

const LEADS_OUT = /\.\.|\\|\{/;

function isDescribing(name: string): boolean {
  return DESCRIBES.has(name) || /^(og|twitter|article):[\w:-]+$/.test(name);
}

/** Finds HTML and templates in a value whose JSON or YAML escapes have been resolved. */
export function obeyedIn(value: string): string[] {
  return [...activeHtml(value), ...templates(value)].map(({ text }) => text);
}
