import { parseSrcset } from './srcset.ts';

/**
 * An address in a place that HTML does not define as one: `data-src`, `data-bg`, event handlers. It may be something
 * else, so it counts only if the site has such a file.
 */
export type LikelyAddress = Readonly<{
  role: 'choice' | 'guess';
  syntax: 'url' | 'srcset' | 'css' | 'script';
}>;

/**
 * @param name attribute name, in lower case
 * @param value decoded value
 */
export function likelyAddress(name: string, value: string): LikelyAddress | undefined {
  if (NEVER.test(name) || value === '' || value.length > LENGTH_MAX) return undefined;
  if (name.startsWith('on')) {
    return addressLiterals(value).length > 0 ? { role: 'choice', syntax: 'script' } : undefined;
  }
  const text = value.trim();
  // Options of a script, as JSON.
  if (/^[[{]/.test(text)) {
    return addressLiterals(value).length > 0 ? { role: 'guess', syntax: 'script' } : undefined;
  }
  if (SOURCE_SETS.test(name) && /[\s,]/.test(text)) {
    const isSet = parseSrcset(text).every(({ url }) => looksLikeAddress(url));
    return isSet ? { role: 'guess', syntax: 'srcset' } : undefined;
  }
  if (/^(?:[\w-]+\()?.*url\(/i.test(text)) return name.startsWith('data-') ? CSS : undefined;
  if (/\s/.test(text)) return undefined;
  if (PAGES.test(name) && looksLikeAddress(text)) return PAGE;
  if (IS_PAGE.test(text)) return PAGE;
  return IS_FILE.test(text) || (FILES.test(name) && looksLikeAddress(text)) ? FILE : undefined;
}

const CSS = { role: 'guess', syntax: 'css' } as const;
const FILE = { role: 'guess', syntax: 'url' } as const;
const PAGE = { role: 'choice', syntax: 'url' } as const;

const LENGTH_MAX = 20_000;
/** Text that readers see, names of other things, and attributes with rules of their own. */
const NEVER =
  /^(?:(?:xml)?ns|xmlns:.*|xml:.*|aria-.*|class|id|style|title|alt|name|content|value|label|placeholder|summary|download|lang|type|rel|for|role|d|points|integrity|is|slot|part|item(?:type|id|prop)|itemscope|srcdoc|ping|data-offprint.*|data-(?:.*-)?(?:title|label|text|name|filename|lang|language|caption|clipboard|copy|code|content|tooltip|description|id))$/;
/** Attribute names used by loaders for addresses with any file extension. */
const FILES =
  /^data-(?:lazy-?|orig(?:inal)?-?|hi-?res-?|retina-?|full-?|large-?|small-?|thumb-?|zoom-?|dark-?|light-?|mobile-?|desktop-?|flickity-lazyload-?)*(?:src|bg|background(?:-image)?|image|img|poster|thumb|zoom|original|lazy|lazyload|full|large|video|audio)$/;
const SOURCE_SETS = /^data-(?:[\w-]*-)?(?:src-?set|bg-?set)$/;
const PAGES = /^data-(?:[\w-]*-)?(?:href|link|url|target-url)$/;
const IS_FILE =
  /^[^\s<>"'`{}|\\^]*[^\s<>"'`{}|\\^./]\.(?:avif|bmp|css|gif|ico|jpe?g|jpe|js|json|m4a|m4v|mjs|mp3|mp4|ogg|ogv|otf|pdf|png|svg|tiff?|ttf|txt|vtt|wav|wasm|webm|webp|woff2?|xml|yaml|yml|zip)(?:[?#]\S*)?$/i;
const IS_PAGE = /^[^\s<>"'`{}|\\^]*[^\s<>"'`{}|\\^./]\.x?html?(?:[?#]\S*)?$/i;

/** Whether a text looks like a path, a file name or a web address, without characters that are invalid in these. */
function looksLikeAddress(text: string): boolean {
  return (
    /^(?:https?:\/\/|\.{0,2}\/)[^\s<>"'`{}|\\^]+$/.test(text) || IS_FILE.test(text) || IS_PAGE.test(text)
  );
}

/** A string in a script that contains an address, with the offsets of the text between its quotes. */
export type AddressLiteral = Readonly<{ start: number; end: number; value: string }>;

/**
 * Finds addresses in the script of an event handler: navigation targets (`location = '…'`, `location.assign('…')`,
 * `open('…')`), and other complete strings that name a page or a file. Ignores strings that are only part of an address
 * (`'/docs/' + name`).
 */
export function addressLiterals(script: string): AddressLiteral[] {
  const found: AddressLiteral[] = [];
  for (const match of script.matchAll(/(["'`])((?:(?!\1)[^\\\n])*)\1/g)) {
    const [whole, , value = ''] = match;
    const before = script.slice(Math.max(0, match.index - 100), match.index);
    const after = script.slice(match.index + whole.length, match.index + whole.length + 20);
    if (/\+\s*$/.test(before) || /^\s*\+/.test(after) || value.includes('${') || /\s/.test(value)) continue;
    const isDestination = SENDS.test(before) && /[./]/.test(value) && !value.startsWith('#');
    // Only compared with.
    const isCompared = /[=!]=\s*$/.test(before) || /^\s*[=!]=/.test(after);
    const isNamed = !isCompared && (IS_PAGE.test(value) || IS_FILE.test(value) || ROOTED.test(value));
    if (isDestination || isNamed) {
      found.push({ start: match.index + 1, end: match.index + 1 + value.length, value });
    }
  }
  return found;
}

const SENDS =
  /(?:(?<![\w$])location(?:\s*\.\s*href)?\s*=|(?<![\w$])location\s*\.\s*(?:assign|replace)\s*\(|(?<![\w$])(?:open|navigate|go(?:To)?)\s*\(|\.(?:href|src)\s*=)\s*$/i;
/** More than a lone slash, which scripts use to split paths. */
const ROOTED = /^\/(?!\/)[^\s<>"'`{}|\\^]*[^\s<>"'`{}|\\^/][^\s<>"'`{}|\\^]*\/$/;
