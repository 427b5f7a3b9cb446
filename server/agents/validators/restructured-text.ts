import { type Address, addressesIn, startsActive } from './addresses.ts';
import { type Directive, directive } from './known-directives.ts';
import { type Line, linesOf, withIndented } from './lines.ts';

/**
 * Finds docutils directives wherever they are accepted: at the start of a line, in lists and table cells, and in
 * substitution definitions. Also finds roles that include or pass through raw text, and files and addresses in options.
 */
export function reStructuredText(text: string): Directive[] {
  const lines = linesOf(text);
  return lines.flatMap((line, index) => {
    const found = whatIsIn(lines, index);
    if (found.length === 0) return [];
    const block = withIndented(lines, index);
    return found.map((what) => ({ what, line: line.line, text: block }));
  });
}

function whatIsIn(lines: readonly Line[], index: number): Directive['what'][] {
  const { text } = lines[index] ?? { text: '' };
  const found: Directive['what'][] = [];
  if (OPTION.test(text) || ROLE.test(text)) found.push('include');
  if (METADATA.test(text)) found.push('setting');
  for (const [, name = ''] of text.matchAll(DIRECTIVE)) {
    const what = directive(name);
    if (what !== null) found.push(what);
  }
  if (SUBSTITUTION.test(text)) {
    // The name may span several lines, so the directive may be on a later one.
    const block = withIndented(lines, index).slice(0, 2000).replace(/\s+/g, ' ');
    const name = EMBEDDED.exec(block)?.[1];
    const what = name === undefined ? 'unknown' : directive(name);
    if (what !== null) found.push(what);
  }
  return found;
}

/** docutils allows names in any script, and white space before `::`. */
const DIRECTIVE = /\.\.\s+([\p{L}\p{N}_.:+-]+?)\s?::(?=[\s|]|$)/gu;
const SUBSTITUTION = /\.\.\s+\|/;
const EMBEDDED = /\|\s*([\p{L}\p{N}_.:+-]+?)\s?::(?=\s|$)/u;
const OPTION = /:(file|url|include|literal-?include):\s*[^\s`]/i;
const ROLE = /:(download|raw[\w-]*|eval|include|program|command):`/i;
/** Metadata that Pelican and Nikola read at the top of a page. */
const METADATA = /^\s*(?::|\.\.\s+)(template|layout|status|save_as|url|slug|path|hyperlinks?)\s*:(?!:)/i;

/**
 * Finds the addresses in a text. Targets may span lines; docutils removes all white space and backslashes from them.
 */
export function addressesOfReStructuredText(text: string): Address[] {
  const lines = linesOf(text);
  const found = addressesIn(text);
  const add = (part: string, line: number): void => {
    const target = part.replace(/[\s\\]+/g, '');
    if (startsActive(target) || /^(https?:|\/\/[^/])/i.test(target)) found.push({ target, line });
  };
  for (const [index, { text: written, line }] of lines.entries()) {
    const block = [written, ...lines.slice(index + 1, index + 4).map((one) => one.text)].join('\n');
    // The argument of a directive, the value of an option, the target of a name.
    for (const { index: at, 0: mark } of written.matchAll(/(?:::?|__)(?=\s|$)/g)) {
      add(block.slice(at + mark.length, at + 500), line);
    }
    for (const { index: at } of written.matchAll(/</g)) {
      add(/^[^<>]{0,500}/.exec(block.slice(at + 1))?.[0] ?? '', line);
    }
  }
  return found;
}
