import { decodeHTML } from 'entities';

/** What a browser would run, load as another page, or obey beyond showing text. */
export type ActiveHtml = Readonly<{
  what: 'script' | 'frame' | 'handler' | 'markup';
  /** Where in the text, in characters. */
  at: number;
  text: string;
}>;

/**
 * Active parts of HTML that stands in a page. Read more strictly than a browser would: what looks like a tag counts,
 * closed or not.
 */
export function activeHtml(html: string): ActiveHtml[] {
  const found: ActiveHtml[] = [];
  for (const { name, attributes, at, text } of tagsIn(html)) {
    if (SCRIPTS.has(name)) found.push({ what: 'script', at, text });
    else if (FRAMES.has(name)) found.push({ what: 'frame', at, text });
    else if (OBEYED.has(name)) found.push({ what: 'markup', at, text });
    for (const [key, value] of attributes) {
      if (LEADS.has(key) && isCode(value)) found.push({ what: 'script', at, text: `${key}=${value}` });
      else if (OBEYED_ATTRIBUTES.has(key) || (key === 'style' && LOADS.test(value))) {
        found.push({ what: 'markup', at, text: `${key}=${value}` });
      }
    }
  }
  for (const match of html.matchAll(HANDLER)) {
    found.push({ what: 'handler', at: match.index, text: match[0].slice(1) });
  }
  return found;
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
  const bare = html.replace(/<!--[\s\S]*?-->/g, (comment) => ' '.repeat(comment.length));
  return [...bare.matchAll(/<([a-z][\w:-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)/gi)].map((match) => ({
    name: (match[1] ?? '').toLowerCase().replace(/^.*:/, ''),
    attributes: [...(match[2] ?? '').matchAll(ATTRIBUTE)].map(([, key = '', double, single, bareValue]) => [
      key.toLowerCase().replace(/^.*:/, ''),
      decodeHTML(double ?? single ?? bareValue ?? ''),
    ]),
    at: match.index,
    text: match[0],
  }));
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
