import type { Nodes, Root } from 'mdast';
import { type ActivePart, faultsOf, tagsIn } from './html-allow-list.ts';
import { lineCounter } from './lines.ts';
import { isAttributeList } from './markdown-extensions.ts';

/**
 * Finds what a browser or build would act on in a Markdown page: raw HTML, and code for generators that read every page
 * as MDX (Docusaurus, Mintlify, Rspress). Searches the source, since more tolerant parsers than this one may find it
 * there. Skips fenced code, code spans and `<https://…>`.
 */
export function activeSource(body: string, tree: Root): ActivePart[] {
  const { source, isHtml } = withoutCode(body, tree);
  const lineAt = lineCounter(source);
  const found: ActivePart[] = [];
  for (const tag of tagsIn(source)) {
    // Within text, count only what looks like an element with attributes, or one that does something, and is closed in
    // its block.
    const counts =
      isHtml(tag.at) ||
      (tag.closed && !/\n[ \t]*\n/.test(tag.text) && (/=/.test(tag.text) || DOES_SOMETHING.test(tag.name)));
    if (!counts) continue;
    for (const { what, text } of faultsOf(tag)) found.push({ what, line: lineAt(tag.at), text });
  }
  for (const { at, text } of codeIn(source)) found.push({ what: 'expression', line: lineAt(at), text });
  for (const { index, 0: line } of source.matchAll(MODULE)) {
    found.push({ what: 'module', line: lineAt(index), text: line });
  }
  return found;
}

const DOES_SOMETHING =
  /^(script|style|iframe|frame|frameset|object|embed|applet|svg|math|base|meta|link|form|input|button|template|portal|noscript|xmp|plaintext)$/;

const MODULE =
  /^(?:import\s*(?:["'{*]|[\w$]+\s*(?:,|from\b))|export\s+(?:default|const|let|var|function|class|async|\{|\*))(?:.+\n?)*/gm;

/** Returns the source of a page with code blocks and code spans blanked out. */
export function textWithoutCode(body: string, tree: Root): string {
  return withoutCode(body, tree).source;
}

/** Blanks out code in the source, which keeps offsets correct, and locates raw HTML in it. */
function withoutCode(body: string, tree: Root): { source: string; isHtml: (at: number) => boolean } {
  const blank: { from: number; to: number; by: (text: string) => string }[] = [];
  const html: (readonly [number, number])[] = [];
  const visit = (node: Nodes): void => {
    const from = node.position?.start.offset ?? 0;
    const to = node.position?.end.offset ?? 0;
    if (node.type === 'html') html.push([from, to]);
    else if (node.type === 'inlineCode') blank.push({ from, to, by: (text) => text.replace(/[^\n]/g, '`') });
    else if (node.type === 'code' && isFenced(body.slice(from, to))) {
      blank.push({ from, to, by: blanks });
    } else if (node.type === 'link' && body[from] === '<') blank.push({ from, to, by: blanks });
    else if (node.type === 'text') {
      blank.push({ from, to, by: (text) => text.replace(/\\[^\n]/g, '  ') });
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, by } of blank.sort((a, b) => a.from - b.from)) {
    if (from < done) continue;
    parts.push(body.slice(done, from), by(body.slice(from, to)));
    done = to;
  }
  parts.push(body.slice(done));
  let at = 0;
  return {
    source: parts.join(''),
    // Must be called with ascending offsets.
    isHtml: (place) => {
      while (at < html.length && (html[at]?.[1] ?? 0) <= place) at += 1;
      return (html[at]?.[0] ?? Number.POSITIVE_INFINITY) <= place;
    },
  };
}

/** Excludes indented code: other parsers count its indentation differently and treat it as text. */
function isFenced(source: string): boolean {
  return /^(`{3,}|~{3,})/.test(source);
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Finds braces that contain code. Of nested ones, returns only the outermost. */
function codeIn(source: string): { at: number; text: string }[] {
  const open: number[] = [];
  const found: { at: number; text: string }[] = [];
  for (const { index, 0: brace } of source.matchAll(/(?<!\\)[{}]/g)) {
    if (brace === '{') {
      open.push(index);
      continue;
    }
    const at = open.pop();
    if (at === undefined) continue;
    const text = source.slice(at, index + 1);
    if (!isCode(text)) continue;
    while (found.length > 0 && (found.at(-1)?.at ?? 0) > at) found.pop();
    found.push({ at, text });
  }
  return found;
}

/** Whether braces in Markdown contain more than a name, a number, an anchor or harmless attributes. */
function isCode(braces: string): boolean {
  const inner = braces.slice(1, -1);
  // Templates and directives are found elsewhere (templates.ts, markdown-extensions.ts).
  if (/^[{%<!]/.test(inner)) return false;
  return RUNS.test(inner) || !(WORDS.test(inner) || isAttributeList(inner));
}

/** Names, numbers and strings, with nothing between them that would call a name or access its members. */
const WORDS = /^(?!\s*@)(?:[\p{L}\p{N}_\s,|/:*+"'<>&%$€~@?!#-]|\d\.(?=\d))*$/u;
const RUNS = /\b(new|await|yield|delete|throw|void|typeof|import)\b/;
