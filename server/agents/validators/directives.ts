import { activeHtml } from './raw-html.ts';

/** Something in a source that a build obeys instead of showing it. */
export type Directive = Readonly<{
  what: 'include' | 'raw' | 'program' | 'unknown' | 'html';
  /** Counted from 1. */
  line: number;
  text: string;
}>;

/**
 * What the sources of a page take in from other files, hand to the reader's browser as they are, or have a build run:
 * by the markup of the file, and by the template languages that generators run over every page, blocks of code
 * included. Of directives, macros and template tags those are known that only shape a text; every other one counts.
 * Raw HTML of Markdown is found by its parser (page.ts).
 */
export function directivesIn(path: string, text: string): Directive[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  if (/\.(mdx?|markdown)$/i.test(path)) return [...markdown(lines), ...templates(lines)];
  if (/\.rst$/i.test(path)) return [...reStructuredText(lines), ...templates(lines)];
  if (/\.(adoc|asciidoc)$/i.test(path)) return [...asciiDoc(lines), ...templates(lines)];
  if (/\.txt$/i.test(path)) {
    return [...reStructuredText(lines), ...asciiDoc(lines), ...templates(lines), ...html(text)];
  }
  return /\.(json|ya?ml)$/i.test(path) ? [...data(lines, /\.ya?ml$/i.test(path)), ...html(text)] : [];
}

type Rule = readonly [RegExp, Directive['what']];

function matching(lines: readonly string[], rules: readonly Rule[]): Directive[] {
  return lines.flatMap((line, index) =>
    rules.flatMap(([pattern, what]) =>
      pattern.test(line) ? [{ what, line: index + 1, text: line.trim().slice(0, 200) }] : [],
    ),
  );
}

/** Directives of docutils, Sphinx and MyST that only shape a text, and those that describe an API by hand. */
const SHAPING = new Set(
  (
    'admonition attention caution danger error hint important note tip warning seealso todo deprecated versionadded ' +
    'versionchanged versionremoved sidebar topic epigraph highlights pull-quote compound container rubric centered ' +
    'table list-table csv-table image figure code code-block sourcecode code-cell-output parsed-literal highlight math ' +
    'glossary toctree contents sectnum section-numbering header footer class productionlist index only replace ' +
    'unicode date target-notes footnotes tabs tab tab-set tab-item group-tab code-tab dropdown grid grid-item ' +
    'grid-item-card card card-carousel button-link button-ref div aside line-block block-quote default-domain ' +
    'function method classmethod staticmethod attribute data exception property module currentmodule option program ' +
    'envvar confval describe object cmdoption option-list namespace type macro struct union enum enumerator member var'
  ).split(' '),
);
const IN_DOMAIN = /^(py|c|cpp|js|rst|std|http|cmake|java|rb|php|go|dotnet|bash):[\w-]+$/;
const INCLUDING = /^(include|literalinclude|rli|remoteliteralinclude|download|mdinclude|import|embed)$/;
const RAW = /^(raw|raw-html|role|default-role|only-html|html|meta|iframe|video|audio|youtube)$/;

/** @returns null for a directive that only shapes a text */
function directive(name: string): Directive['what'] | null {
  const plain = name.toLowerCase();
  if (SHAPING.has(plain) || IN_DOMAIN.test(plain)) return null;
  if (INCLUDING.test(plain)) return 'include';
  return RAW.test(plain) ? 'raw' : 'unknown';
}

/** docutils: `.. name::`, also as the definition of a substitution; files and addresses as options of a table. */
function reStructuredText(lines: readonly string[]): Directive[] {
  const found = matching(lines, [
    [/^\s*:(file|url):\s*\S/i, 'include'],
    [/:(download|raw[\w-]*|eval):`/i, 'include'],
  ]);
  for (const [index, line] of lines.entries()) {
    for (const match of line.matchAll(/(?:^|\s)\.\.\s+(?:\|[^|]*\|\s+)?([\w:.+-]+?)\s?::(?=\s|$)/g)) {
      const what = directive(match[1] ?? '');
      if (what !== null) found.push({ what, line: index + 1, text: line.trim().slice(0, 200) });
    }
  }
  return found;
}

const ASCIIDOC_RULES: readonly Rule[] = [
  [/^\s*include1?::/, 'include'],
  // Passthroughs: a block, `+++text+++`, the macro, and substitutions turned off.
  [/^\s*\+{4,}\s*$|\+\+\+|\bpass:[a-z,]*\[|^\s*\[\s*pass\b|\bsubs\s*=/, 'raw'],
  [/\{(sys[23]?|eval|include1?|template|counter2?:sys)[:}]/, 'program'],
  [/^\s*\[\s*(plantuml|graphviz|ditaa|mermaid|a2s|blockdiag|gnuplot|vega|svgbob|diagram|kroki)\b/, 'program'],
  [
    /^:!?(allow-uri-read|docinfo[\w-]*|stylesheet|stylesdir|linkcss|scriptsdir|data-uri|backend|safe[\w-]*|kroki[\w-]*|plantuml[\w-]*|source-highlighter|webfonts|stem|icons[\w-]*|imagesdir|includedir|attribute-missing)!?:/,
    'raw',
  ],
];

/** Block macros (`name::target[…]`) that show a picture or a table of contents, or decide what is shown. */
const ASCIIDOC_MACROS = /^(image|toc|ifdef|ifndef|ifeval|endif|include)$/;

function asciiDoc(lines: readonly string[]): Directive[] {
  const found = matching(lines, ASCIIDOC_RULES);
  for (const [index, line] of lines.entries()) {
    const name = /^\s*([\w-]+)::\S*\[/.exec(line)?.[1];
    if (name === undefined || ASCIIDOC_MACROS.test(name)) continue;
    const what = /^(video|audio)$/.test(name)
      ? 'raw'
      : /^(eval|sys2?|template)$/.test(name)
        ? 'program'
        : 'unknown';
    found.push({ what, line: index + 1, text: line.trim().slice(0, 200) });
  }
  return found;
}

const MARKDOWN_RULES: readonly Rule[] = [
  // PyMdown snippets, markdown-include, mdBook, DocFX, VitePress, Docsify, GitLab, Markdown Preview Enhanced.
  [/^\s*;?-{1,}8<-{1,}|\{!\s*\S[^{}]*!\}|\{\{#\w+|\[!(INCLUDE|code(-\w+)?)\s*\[/i, 'include'],
  [
    /^\s*<<<\s*\S|<!--\s*@?#?include\b|\]\([^)\]]*[\s'"]:include|^\s*::include\b|^\s*@(import|include)\b/i,
    'include',
  ],
  // Kramdown, attributes of Python-Markdown, raw blocks of Pandoc.
  [/\{::\s*(options|nomarkdown)|\{(?![%{<])[^{}]*\b(on[a-z]{3,}|srcdoc|formaction|style)\s*=/i, 'raw'],
  [/`\{=\w+\}/, 'raw'],
  // Front matter that gray-matter runs.
  [/^---+\s*(js|javascript|coffee|cson|ts)\w*\s*$/i, 'program'],
];

/** MyST writes directives as fences, R Markdown and Quarto programs: ```` ```{name} ````, `:::{name}`. */
function markdown(lines: readonly string[]): Directive[] {
  const found = matching(lines, MARKDOWN_RULES);
  for (const [index, line] of lines.entries()) {
    const add = (what: Directive['what']): void => {
      found.push({ what, line: index + 1, text: line.trim().slice(0, 200) });
    };
    const [, fence = '', name] = /^[\s>*+\d.)-]*(`{3,}|~{3,}|:{3,})\s*\{\s*=?([\w:.+-]+)/.exec(line) ?? [];
    if (name !== undefined && !/^[.#:]/.test(name)) {
      const what = directive(name);
      if (what !== null) add(what === 'unknown' && !fence.startsWith(':') ? 'program' : what);
    }
    if (/\{(raw[\w-]*|eval[\w-]*|download|include)\}`/i.test(line)) add('raw');
  }
  return [...found, ...frontMatter(lines)];
}

/** Keys of front matter that put code into a page or choose the template around it (VitePress, MkDocs, Quarto, …). */
function frontMatter(lines: readonly string[]): Directive[] {
  if (!/^---\s*$/.test(lines[0]?.replace(/^\uFEFF/, '') ?? '')) return [];
  const end = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  return matching(lines.slice(0, Math.max(0, end)), [
    [
      /^["']?(head|scripts?|js|css|styles?|stylesheets?|template|engine|extra_\w+|hooks|include-\w+|header-includes|format|filters|execute|jupyter|engines)["']?\s*:/i,
      'raw',
    ],
    [CUSTOM_TAG, 'program'],
  ]);
}

/** Liquid and Jinja tags that only shape a text: in Jekyll itself, and those of GitBook and Markdoc. */
const TEMPLATE_TAGS =
  /^\/?(end)?(raw|comment|highlight|hint|tabs?|code|stepper|step|columns?|content-ref|updates?|callout|note|tip|warning|info|table)$/;
const SHORTCODES =
  /^\/?(ref|relref|note|tip|info|warning|danger|caution|alert|hint|callout|admonition|notice|details|expand|highlight|figure|tabs?|tabpane|columns?|steps?|cards?|badge|br)$/;

/** Run before the markup is read, in blocks of code too: Liquid, Jinja, Nunjucks; shortcodes of Hugo and Zola. */
function templates(lines: readonly string[]): Directive[] {
  return lines.flatMap((line, index) => {
    const found: Directive[] = [];
    const add = (what: Directive['what']): void => {
      found.push({ what, line: index + 1, text: line.trim().slice(0, 200) });
    };
    for (const [, name = ''] of line.matchAll(/(?<!\{)\{%[-+]?\s*([\w/-]*)/g)) {
      if (!TEMPLATE_TAGS.test(name))
        add(/^(include|render|import|extends|from|file|embed|snippet)/.test(name) ? 'include' : 'program');
    }
    for (const [, name = ''] of line.matchAll(/\{\{[<%]\s*([\w/.-]*)/g)) {
      if (!SHORTCODES.test(name)) add(/include|readfile|snippet|code/i.test(name) ? 'include' : 'program');
    }
    // A call within `{{ }}` is run by mkdocs-macros, Vue and Liquid's filters; `${{ }}` is none of theirs.
    if (callsWithin(line.replace(/`[^`]*`/g, ''))) add('program');
    return found;
  });
}

function callsWithin(line: string): boolean {
  for (let start = line.indexOf('{{'); start !== -1; ) {
    const end = line.indexOf('}}', start);
    if (end === -1) return false;
    const inner = line.slice(start + 2, end);
    if (line[start - 1] !== '$' && !/^[<%#{]/.test(inner) && /\(|\binclude\b/.test(inner)) return true;
    start = line.indexOf('{{', end);
  }
  return false;
}

/** A tag that is none of YAML's own names a class, a file or a variable (`!!python/name:`, `!include`, `!ENV`). */
const CUSTOM_TAG =
  /(?:^|:\s|-\s|\[|,)\s*!(?!!(?:str|int|float|bool|null|map|seq|set|omap|binary|timestamp)\b)[!\w<]/;

function data(lines: readonly string[], isYaml: boolean): Directive[] {
  return matching(lines, [
    [/["']?\$ref["']?\s*:\s*["']?(?!["'#\s])/, 'include'],
    ...(isYaml ? [[CUSTOM_TAG, 'program'] as const] : []),
  ]);
}

function html(text: string): Directive[] {
  return activeHtml(text).map(({ line, text: found }) => ({ what: 'html', line, text: found.slice(0, 200) }));
}
