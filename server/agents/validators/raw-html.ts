import { decodeHTML } from 'entities';

/** What a browser would run, load as another page, or obey beyond showing text. */
export type ActiveHtml = Readonly<{
  what: 'script' | 'frame' | 'handler' | 'markup';
  /** Counted from 1. */
  line: number;
  text: string;
}>;

/**
 * Active parts of HTML that stands in a page. Read more strictly than a browser would: what looks like a tag counts,
 * closed or not.
 */
export function activeHtml(html: string): ActiveHtml[] {
  const found: ActiveHtml[] = [];
  const lineAt = lineCounter(html);
  for (const { name, attributes, at, text } of tagsIn(html)) {
    const add = (what: ActiveHtml['what'], part: string): void => {
      found.push({ what, line: lineAt(at), text: part });
    };
    if (SCRIPTS.has(name)) add('script', text);
    else if (FRAMES.has(name)) add('frame', text);
    else if (OBEYED.has(name)) add('markup', text);
    for (const [key, value] of attributes) {
      if (LEADS.has(key) && isCode(value)) add('script', `${key}=${value}`);
      else if (OBEYED_ATTRIBUTES.has(key) || (key === 'style' && LOADS.test(value))) {
        add('markup', `${key}=${value}`);
      }
    }
  }
  for (const match of html.matchAll(HANDLER)) {
    found.push({ what: 'handler', line: lineAt(match.index), text: match[0].slice(1) });
  }
  return found;
}

function lineCounter(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map((match) => match.index);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

type Tag = Readonly<{
  /** In small letters, without the prefix of a namespace. */
  name: string;
  attributes: readonly (readonly [string, string])[];
  at: number;
  text: string;
}>;

/** Tags as WHATWG HTML reads them (13.2.5.8 and following), comments left out. */
export function tagsIn(html: string): Tag[] {
  return [...withoutComments(html).matchAll(/<([a-z][\w:-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)/gi)].map(
    (match) => ({
      name: (match[1] ?? '').toLowerCase().replace(/^.*:/, ''),
      attributes: [...(match[2] ?? '').matchAll(ATTRIBUTE)].map(([, key = '', double, single, bareValue]) => [
        key.toLowerCase().replace(/^.*:/, ''),
        decodeHTML(double ?? single ?? bareValue ?? ''),
      ]),
      at: match.index,
      text: match[0],
    }),
  );
}

/** Blanks instead, so that places stay. A comment that is never closed is taken for text. */
function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', start + 4);
    if (end === -1) break;
    parts.push(html.slice(from, start), ' '.repeat(end + 3 - start));
    from = end + 3;
  }
  return parts.join('') + html.slice(from);
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

const SCRIPTS = new Set(['script', 'applet', 'animate', 'set', 'animatetransform', 'animatemotion']);
const FRAMES = new Set([
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'portal',
  'fencedframe',
  'foreignobject',
]);
/** What changes the rest of the page, where it leads, or where what a reader writes is sent. */
const OBEYED = new Set(['base', 'meta', 'link', 'style', 'form', 'plaintext', 'xmp', 'noscript', 'template']);
const OBEYED_ATTRIBUTES = new Set(['srcdoc', 'formaction', 'ping']);
const LEADS = new Set([
  'href',
  'src',
  'action',
  'data',
  'poster',
  'srcset',
  'background',
  'to',
  'from',
  'values',
]);
const LOADS =
  /url\s*\(|expression\s*\(|@import|image-set\s*\(|-moz-binding|behavior\s*:|position\s*:\s*(fixed|absolute)|\\/i;
const HANDLER = /[\s"'/]on[a-z]{3,}\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;

/** Browsers leave out white space and control characters within the name of a protocol (WHATWG URL, 4.4). */
function isCode(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  return /^(javascript:|vbscript:|data:text\/html)/i.test(value.replace(/[\u0000-\u0020]/g, ''));
}
