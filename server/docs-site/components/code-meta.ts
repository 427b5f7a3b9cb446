import type { CodeOptions } from './rendering.ts';

const WORDS = /(?:([\w-]+)=)?(?:"([^"]*)"|'([^']*)'|\{([^}]*)\}|(\[[^\]]*\])|([^\s"'{]+))/g;
const FLAGS = new Set([
  'lines',
  'wrap',
  'expandable',
  'shownumbers',
  'showlinenumbers',
  'nocopy',
  'twoslash',
  'test',
  'runnable',
  'live',
]);

/** Parses the text after a code block's language: title, lines to highlight, and flags. */
export function codeOptions(meta: string): CodeOptions {
  const title: string[] = [];
  const named = new Map<string, string>();
  const flags = new Set<string>();
  let highlighted: ReadonlySet<number> = new Set();
  for (const [whole, key, double, single, braced, bracketed, plain] of meta.slice(0, 2000).matchAll(WORDS)) {
    const value = double ?? single ?? braced ?? bracketed ?? plain ?? '';
    if (key !== undefined) named.set(key.toLowerCase(), value);
    else if (braced !== undefined) highlighted = lineNumbers(braced);
    else if (FLAGS.has(value.toLowerCase())) flags.add(value.toLowerCase());
    else title.push(double ?? single ?? whole);
  }
  const is = (flag: string): boolean => flags.has(flag) || (named.has(flag) && named.get(flag) !== 'false');
  const own = named.get('title') ?? named.get('filename');
  return {
    title: own ?? (title.length > 0 ? title.join(' ') : undefined),
    icon: named.get('icon'),
    lines: is('lines') || is('shownumbers') || is('showlinenumbers'),
    wrap: is('wrap'),
    expandable: is('expandable'),
    highlighted: named.has('highlight') ? lineNumbers(named.get('highlight') ?? '') : highlighted,
    focused: lineNumbers(named.get('focus') ?? ''),
  };
}

/** Parses a list of line numbers such as `1,3-5`. */
function lineNumbers(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const [, from, to] of text.matchAll(/(\d{1,6})(?:\s*-\s*(\d{1,6}))?/g)) {
    const end = Math.min(Number(to ?? from), Number(from) + 10_000);
    for (let line = Number(from); line <= end; line++) lines.add(line);
  }
  return lines;
}
