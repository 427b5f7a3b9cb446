import { escapeUTF8 } from 'entities';
import { type ByteText, decodePart } from '../parse/charset.ts';
import { readHtml } from '../parse/html.ts';
import type { Span } from '../parse/page.ts';

/** An element of an SVG file as markup for a page. */
export type InlinedSymbol = Readonly<{ id: string; markup: string }>;

/**
 * Extracts an element from an SVG file, with everything in the file that it refers to, for a page that shows it with
 * `use` (SVG 2 §5.5): on `file://`, Chromium refuses symbols from other files.
 * @param fragment id of the element; empty for the whole file
 * @param prefix prefix for its ids in the page
 * @returns undefined if the file has no such element
 */
export function inlinedSymbol(svg: ByteText, fragment: string, prefix: string): InlinedSymbol | undefined {
  const { elements, styles, root } = readElements(svg);
  const wanted = fragment === '' ? root : elements.get(fragment);
  if (!wanted) return undefined;
  const characters = (span: Span): string => decodePart(svg.text.slice(span.start, span.end), svg.encoding);
  const taken = new Map<string, Span>();
  const take = (span: Span, name: string): void => {
    taken.set(name, span);
    for (const [, id = ''] of characters(span).matchAll(REFERENCE)) {
      const referred = elements.get(id);
      if (referred && !taken.has(id) && taken.size < ELEMENTS_MAX) take(referred, id);
    }
  };
  take(wanted, fragment);
  const renamed = (text: string): string =>
    text
      .replace(ID, (whole, before: string, quote: string, id: string) =>
        elements.has(id) ? `${before}${quote}${prefix}${id}${quote}` : whole,
      )
      .replace(REFERENCE, (whole, id: string) =>
        elements.has(id) ? `${whole.slice(0, -id.length)}${prefix}${id}` : whole,
      );
  const id = fragment === '' ? `${prefix}file` : prefix + fragment;
  const parts = [...taken].filter(
    ([name, span]) =>
      name === fragment || ![...taken.values()].some((other) => other !== span && contains(other, span)),
  );
  const markup = parts.map(([name, span]) => {
    const text = renamed(characters(span));
    return name === ''
      ? text.replace(/(?:\sid\s*=\s*(?:"[^"]*"|'[^']*'))?(?=[\s/>])/, ` id="${escapeUTF8(id)}"`)
      : text;
  });
  // Limit the file's own style sheets to the element.
  const style = styles
    .map(characters)
    .join('\n')
    .replace(/<!\[CDATA\[|\]\]>/g, '');
  if (style.trim() !== '') markup.push(`<style>#${cssName(id)}{${renamed(style)}}</style>`);
  return { id, markup: markup.join('').replace(/[\u0080-\u{10ffff}]/gu, reference) };
}

const ELEMENTS_MAX = 200;
const REFERENCE = /(?:url\(\s*["']?|href\s*=\s*["'])#([^"')\s]+)/g;
const ID = /(\sid\s*=\s*)(["'])([^"']*)\2/g;

function cssName(id: string): string {
  return id.replace(/[^\w-]/g, (sign) => `\\${sign}`);
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Returns the elements of a file that have an id, its root, and the contents of its style elements. */
function readElements({ text, encoding }: ByteText): {
  elements: Map<string, Span>;
  styles: Span[];
  root: Span | undefined;
} {
  const elements = new Map<string, Span>();
  const styles: Span[] = [];
  const open: { name: string; start: number; inside: number; id: string | undefined }[] = [];
  let root: Span | undefined;
  const end = (element: Omit<(typeof open)[number], 'inside'>, at: number): void => {
    const span = { start: element.start, end: at };
    if (element.id !== undefined && !elements.has(element.id)) elements.set(element.id, span);
    if (open.length === 0) root ??= span;
  };
  readHtml(
    text,
    {
      open: ({ name, start, end: inside, selfClosing, attributes }) => {
        const own = attributes.find((attribute) => attribute.name === 'id');
        const id = own && decodePart(text.slice(own.valueStart, own.valueEnd), encoding);
        if (selfClosing) end({ name, start, id }, inside);
        else open.push({ name, start, inside, id });
      },
      close: (name, start, at) => {
        const element = open.at(-1);
        if (element?.name !== name) return;
        open.pop();
        if (name === 'style') styles.push({ start: element.inside, end: start });
        end(element, at);
      },
    },
    true,
  );
  return { elements, styles, root };
}
