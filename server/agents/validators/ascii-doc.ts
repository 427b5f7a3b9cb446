import { startsActive } from './addresses.ts';
import type { Directive } from './known-directives.ts';
import { joined, type Line, linesOf } from './lines.ts';

/**
 * Finds what Asciidoctor and its extensions include, pass through raw or run. Looks beyond line starts: table cells,
 * `ifdef::x[…]` and `{set:…}` accept these elsewhere.
 */
export function asciiDoc(text: string): Directive[] {
  const lines = linesOf(text);
  let isPassed = false;
  return lines.flatMap(({ text: written, line }, index) => {
    if (/^\s*\+{4,}\s*$/.test(written)) isPassed = !isPassed;
    // The end marker of a block belongs to the block.
    const found = !isPassed && /^\s*\+{4,}\s*$/.test(written) ? [] : whatIsIn(written);
    if (written.includes('[') && BREAKS_OUT.test(joined(lines, index, index + 4))) found.push('raw');
    if (found.length === 0) return [];
    const block = blockAt(lines, index);
    return found.map((what) => ({ what, line, text: block }));
  });
}

function whatIsIn(line: string): Directive['what'][] {
  const found = RULES.flatMap(([pattern, what]) => (pattern.test(line) ? [what] : []));
  for (const [, name = '', value = ''] of line.matchAll(ATTRIBUTE)) {
    if (STEERING.test(name.replace(/[^\w-]/g, '').toLowerCase()) || !PLAIN_VALUE.test(value))
      found.push('setting');
  }
  for (const name of blockMacrosIn(line)) {
    if (!BLOCK_MACROS.test(name)) found.push(/^(video|audio)$/.test(name) ? 'raw' : 'unknown');
  }
  for (const [, name = ''] of line.matchAll(INLINE_MACRO))
    if (!INLINE_MACROS.test(name)) found.push('unknown');
  const style = STYLE.exec(line)?.[1];
  if (style !== undefined && !STYLES.test(style)) found.push('unknown');
  if (targetsOf(line).some((target) => !isFixed(target))) found.push('raw');
  return found;
}

/**
 * Within brackets, a quote followed by another attribute without a comma. Asciidoctor does not escape quotes in roles,
 * targets and sizes, so `[role='a" onclick="b']` creates an attribute of its own. The brackets may span lines.
 */
const BREAKS_OUT = /^[^\n]*\[[^\]]{0,500}?["'][\s/]*[\w@:.#-]{1,50}\s*=/;

const RULES: readonly (readonly [RegExp, Directive['what']])[] = [
  [/(?<![\w])include1?::/, 'include'],
  // Passthroughs: a block, `+++text+++`, the macro, and substitutions turned off or on.
  [/\+\+\+|\bpass:[\w,]{0,50}\[|\[\s*"?pass\b|\bsubs\s*=|\$\$/, 'raw'],
  // Asciidoctor passes the attributes of a block through unchanged.
  [/^\s*\[.*<[a-z/!]/i, 'raw'],
  [/\{\s*set:/, 'setting'],
  [/\{\s*(sys[23]?|eval|include1?|template|counter2?:sys)\s*[:}]/, 'program'],
  [/(?<!\w)(eval|sys2?|template)::/, 'program'],
  // Diagrams run a program; inline and interactive images are embedded in the page with their scripts.
  [
    /^(?!\s*\[\s*source).*\[[^\][]{0,300}\b(plantuml|salt|graphviz|ditaa|mermaid|a2s|blockdiag|gnuplot|vega|vegalite|svgbob|tikz|d2|wavedrom|diagram|kroki)\b/,
    'program',
  ],
  [/\b(opts|options)\s*=[^\]]{0,300}\b(inline|interactive)\b|\[[^\][]{0,300}%(inline|interactive)/, 'raw'],
];

/** Start of a line, of a table cell with any separator, or of the content of an `ifdef`. */
const BEGINS = '(?:^|[|!¦,;\\[])\\s*';

/** `:name: value`. Asciidoctor removes non-word characters from names and converts them to lower case. */
const ATTRIBUTE = new RegExp(`${BEGINS}:(!?\\w[^:|]{0,100}):(?:[ \\t]+([^\\n|!¦\\]]*)|$|(?=[\\]|!¦]))`, 'g');

const STEERING =
  /^(allow-uri-read|docinfo[\w-]*|stylesheet|stylesdir|linkcss|copycss|scriptsdir|data-uri|backend|safe[\w-]*|kroki[\w-]*|plantuml[\w-]*|diagram[\w-]*|mermaid[\w-]*|source-highlighter|highlightjs[\w-]*|prettify[\w-]*|webfonts|stem|icons[\w-]*|iconfont[\w-]*|imagesdir|includedir|attribute-missing|attribute-undefined|page-(layout|template|liquid|role)|jbake-[\w-]*|awestruct-[\w-]*|skip-front-matter|eqnums|mathjax[\w-]*|asset-uri-scheme|cache-uri|max-include-depth|relfile[\w-]*|outfile[\w-]*|template[\w-]*|favicon|noheader|nofooter|basebackend|doctype|experimental-[\w-]+|max-attribute-value-size)$/;

/**
 * Value that cannot form a macro or an address together with the text next to it: plain text, or one complete address.
 */
const PLAIN_VALUE = /^(?:https?:\/\/[^\s[\]{}<>]+|(?=.*[\w])(?:[^[\]{}<>:+"]|:\s){0,2000}|)\s*$/;

const BLOCK_MACRO = new RegExp(`${BEGINS}([\\w-]+)::`, 'g');
/**
 * Known block macros (`name::target[…]`): those that show an image or a table of contents, those that decide what is
 * shown, and those that RULES covers.
 */
const BLOCK_MACROS = /^(image|toc|ifdef|ifndef|ifeval|endif|include|eval|sys2?|template)$/;

const INLINE_MACRO = /(?<![\w:/{.-])([a-z][\w-]*):(?![:\s\d])[^\s[\]:]{0,300}\[/gi;
const INLINE_MACROS =
  /^(link|image|icon|xref|kbd|btn|menu|footnote|footnoteref|anchor|stem|latexmath|asciimath|mailto|indexterm2?|https?|ftp|irc|pass|tel)$/i;

/** The style of a block: `[name]`, `[name,…]`, `[name#id.role%option]`. */
const STYLE = /^\s*\[\s*([a-z][\w-]*)\s*(?:[,#.%][^=\]]*(?:=[^\]]*)?)?\]\s*$/i;
const STYLES =
  /^(source|listing|literal|verse|quote|example|sidebar|abstract|partintro|comment|open|normal|note|tip|important|warning|caution|horizontal|qanda|glossary|bibliography|appendix|colophon|dedication|preface|acknowledgments|index|discrete|float|square|circle|disc|none|no-bullet|unstyled|unordered|ordered|arabic|decimal|loweralpha|upperalpha|lowerroman|upperroman|lowergreek|stem|latexmath|asciimath|tabs|cols|lead|part|chapter|fields|console|stretch|%?header|%?autowidth|%?hardbreaks|%?collapsible|pass)$/i;

/**
 * Returns the names of block macros, whose targets end at a `[`. Scans the rest of the line once, not again for each
 * name.
 */
function blockMacrosIn(line: string): string[] {
  const names: string[] = [];
  const begin = new RegExp(BLOCK_MACRO);
  const end = /[\s[]/g;
  let stop = -1;
  for (let match = begin.exec(line); match !== null; match = begin.exec(line)) {
    if (stop < begin.lastIndex) {
      end.lastIndex = begin.lastIndex;
      stop = end.exec(line)?.index ?? line.length;
    }
    if (line[stop] !== '[') continue;
    names.push(match[1] ?? '');
    begin.lastIndex = stop + 1;
  }
  return names;
}

/** Returns the targets of macros that link or load, of links on images, and of cross-references. */
function targetsOf(line: string): string[] {
  return [
    ...[...line.matchAll(/(?<!\w)(?:link|image|icon|xref|mailto|video|audio)::?([^[\n]{0,2000})\[/gi)].map(
      (match) => match[1] ?? '',
    ),
    // `{name}[text]` may become any macro.
    ...line
      .split('[')
      .slice(0, -1)
      .map((part) => /[^\s\]|(]*$/.exec(part.slice(-500))?.[0] ?? '')
      .filter((target) => /\{[\w-]+\}/.test(target))
      .map((target) => target.replace(/^(?:link|image|icon|xref|mailto|video|audio)::?/i, '')),
    ...[...line.matchAll(/\b(?:link|xlink|fallback|poster)\s*=\s*("[^"]*"|'[^']*'|[^\s,\]]*)/g)].map(
      (match) => (match[1] ?? '').replace(/^["']|["']$/g, ''),
    ),
    ...[...line.matchAll(/<<([^<>,\n]{1,500})(?:,[^<>\n]{0,500})?>>/g)].map((match) => match[1] ?? ''),
  ];
}

/**
 * Whether the scheme and host of a target are written out, so that they cannot be assembled from attributes,
 * passthroughs or entities: a web address up to its path, or a path up to its first slash.
 */
function isFixed(target: string): boolean {
  return !startsActive(target) && !/["<>`]/.test(target) && FIXED.test(target);
}

const FIXED =
  /^(?:(?:https?|ftp|irc):\/\/[\w.-]+(?::\d+)?(?=[/?#]|$)|#|\.{1,2}\/|\/(?=[\w.-])|(?:[\w .@$%()~,-]+:){0,3}[\w .@$%()~,-]+(?=[/#?^]|$)|$)/;

/** Returns a line with the block that it belongs to, up to the closing delimiter or the next empty line. */
function blockAt(lines: readonly Line[], index: number): string {
  const text = lines[index]?.text.trim() ?? '';
  let at = index;
  // Attribute lines may precede the block.
  while (/^\s*[[.].*\S/.test(lines[at]?.text ?? '') && at < index + 5) at += 1;
  const mark = /^\s*(\+{4,}|-{2,}|={4,}|\.{4,}|\*{4,}|_{4,}|`{3,})\s*$/.exec(lines[at]?.text ?? '')?.[1];
  const end =
    mark === undefined
      ? lines.findIndex((line, place) => place > index && line.text.trim() === '')
      : lines.findIndex((line, place) => place > at && line.text.trim() === mark) + 1 || -1;
  if (mark === undefined && !/\+\+\+|\$\$|pass:|^\s*\[/.test(text)) return text;
  return joined(lines, index, end === -1 ? lines.length : end);
}
