import { attributeFault } from './html-allow-list.ts';
import { type Directive, directive, isContainer } from './known-directives.ts';
import { joined, type Line, linesOf } from './lines.ts';

/**
 * Finds what Markdown extensions include, pass through raw or run: MyST, PyMdown, mdBook, DocFX, VitePress, Docsify,
 * Pandoc, R Markdown, Quarto, kramdown, Markdown Preview Enhanced, GitLab, and commands in comments.
 */
export function markdownExtensions(text: string): Directive[] {
  const lines = linesOf(text);
  return [
    ...lines.flatMap(({ text: line, line: number }) =>
      RULES.flatMap(([pattern, what]) =>
        pattern.test(line) ? [{ what, line: number, text: line.trim() }] : [],
      ),
    ),
    ...fences(lines),
  ];
}

const RULES: readonly (readonly [RegExp, Directive['what']])[] = [
  [
    /-8<-|\{!\s*\S[^{}]*!\}|\[!(INCLUDE|code(-\w+)?)\s*\[|!\[\[|@\[\w+\]\(|(?:^|\s):\[[^\][]*\]\(/i,
    'include',
  ],
  [
    /^\s*<<<\s*\S|\]\([^)\]]*[\s'"]:include|^\s*::include\b|^\s*@(@?include\w*|import|extends|inject|component|livewire|php|eval)\b|!{1,3}include\b|\[\[\s*include/i,
    'include',
  ],
  [/^\s{0,3}:(file|url):\s*\S/i, 'include'],
  // Comments with instructions for a tool: `<!-- @include: x -->`, `<!-- [[[cog`, `<!-- embedme x -->`.
  [
    /<!--+\s*([@#[{(:!$%&]|(include|embed\w*|import|exec\w*|eval|cog|snippet|auto-?generated|doc-?gen|md-magic|transclude)\b)/i,
    'include',
  ],
  // Kramdown, raw parts of Pandoc, roles of MyST.
  [/\{::\s*(?!\/?comment)\w|`\{=\w+\}|\{(raw[\w-]*|eval[\w-]*|download|include)\}`/i, 'raw'],
  [/(?<!`)`\{\w+\}\s+[^`]+`/, 'program'],
  // mkdocstrings, which inspects modules; leaf directives of remark; blocks of PyMdown.
  [/^\s*:{3,}\s*[\w]+(\.[\w]+)+/, 'program'],
  [/^\s*::[a-z][\w-]*\s*[[{]/i, 'unknown'],
  [/^\s*\/{3,}\s*(?!note|tip|warning|info|danger|admonition|details|tab|caption|define)[a-z]/i, 'unknown'],
  [/^\s*click\s+\S+\s+(?:call|href|")/, 'program'],
];

const FENCE = /^[\s>*+\d.)-]{0,60}?(`{3,}|~{3,}|:{3,})([^\n]*)$/;

/**
 * Checks fenced blocks by their info string. A closing fence has none. Fences within other blocks are checked too,
 * since parsers disagree on where a block ends.
 */
function fences(lines: readonly Line[]): Directive[] {
  const found: Directive[] = [];
  for (const [index, { text, line }] of lines.entries()) {
    const [, mark = '', info = ''] = FENCE.exec(text) ?? [];
    if (mark === '') continue;
    const what = mark.startsWith(':') ? containerFault(info) : fenceFault(info);
    if (what !== null) found.push({ what, line, text: blockFrom(lines, index, mark) });
  }
  return found;
}

/** Returns the text from a fence to its closing fence. */
function blockFrom(lines: readonly Line[], index: number, mark: string): string {
  for (let at = index + 1; at < lines.length; at += 1) {
    const [, next = '', info = ''] = FENCE.exec(lines[at]?.text ?? '') ?? [];
    if (next.startsWith(mark) && info.trim() === '') return joined(lines, index, at + 1);
  }
  return joined(lines, index, lines.length);
}

/** `::: name`, `:::{name}`, `:::name[label]{key=value}`. */
function containerFault(info: string): Directive['what'] | null {
  const braced = /^\s*\{\s*=?([\w:+-][\w:.+-]*)\s*\}?/.exec(info)?.[1];
  if (braced !== undefined && !/^[:.#]|^[\w:-]+\s*=/.test(braced)) return directive(braced);
  const name = /^\s*([a-z][\w-]*)/i.exec(info)?.[1];
  if (name !== undefined && !isContainer(name)) return 'unknown';
  const attributes = /\{([^{}]*)\}\s*$/.exec(info)?.[1];
  return attributes === undefined || isAttributeList(attributes) ? null : 'unknown';
}

/**
 * Checks the info string of a fence: a language, line numbers, a title. Options that run the code, or read it from a
 * file, count.
 */
function fenceFault(info: string): Directive['what'] | null {
  if (info.length > 1000) return 'program';
  const [, equals, name] = /^\s*\{\s*(=?)([\w:+-][\w:.+-]*)/.exec(info) ?? [];
  if (equals === '=') return 'raw';
  if (name !== undefined && !/^[:#]|^\d/.test(name) && !/^\s*\{\s*[\w-]+\s*=/.test(info)) {
    const what = directive(name);
    return what === 'unknown' ? 'program' : what;
  }
  if (DIAGRAM.test(info)) return 'program';
  let rest = info;
  for (const [option, key = ''] of info.matchAll(/([\w-]+)\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s,}]+)/g)) {
    if (!OPTIONS.test(key)) return /^(file|src|path|include)$/.test(key) ? 'include' : 'program';
    rest = rest.replace(option, ' ');
  }
  const [language = '', ...words] = rest
    .split(/[\s,:_{}[\]-]+/)
    .map((word) => word.replace(/^[.#]+/, ''))
    .filter(Boolean);
  return RUNS.test(language) || words.some((word) => word === 'cmd' || RUNS.test(word)) ? 'program' : null;
}

const OPTIONS =
  /^(title|name|caption|filename|label|hl_lines|linenums|linenostart|lineno-start|startfrom|start|from|to|lines?|highlight|numbers?|shownumbers?|showlinenumbers|linenumbers?|icon|icontype|theme|wrap|expandable|focus|diff|tab|tabs|group|groupid|id|class|ins|del|mark|collapse|frame|lang|header|width|height|number|emphasize-lines|meta|tag|twoslash|copy|nocopy|dropdown)$/i;
const RUNS =
  /^(live|exec|execute|executable|run|runnable|eval|interactive|playground|editable|preview|demo|sandbox|render|repl|include|embed)$/;
/** Blocks that are passed to a program, which may include files itself. */
const DIAGRAM =
  /^\s*\{?\.?(plantuml|puml|c4plantuml|ditaa|graphviz|dot|kroki[\w-]*|a2s|blockdiag|seqdiag|gnuplot|vega(-?lite)?|svgbob|nomnoml|d2|tikz|wavedrom|eval_rst|exec[\w-]*)\b/i;

/** Whether `{: key=value .class #id }` contains only attributes on the allow-list (html-allow-list.ts). */
export function isAttributeList(list: string): boolean {
  if (list.length > 1000) return false;
  let rest = list.replace(/^\s*:?\s*(?:[\w-]+:(?=\s|$))?/, ' ');
  for (const [option, key = '', double, single, plain] of rest.matchAll(
    /([^\s="'{}.#]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w%.#:/@+-]+))/g,
  )) {
    if (attributeFault(key.toLowerCase(), double ?? single ?? plain ?? '') !== null) return false;
    rest = rest.replace(option, ' ');
  }
  return rest.split(/\s+/).every((word) => /^([\w-]+|[.#]+[\w-][\w:.-]*)?$/.test(word));
}
