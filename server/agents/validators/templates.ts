import type { Directive } from './known-directives.ts';
import { lineCounter } from './lines.ts';

/** Liquid and Jinja tags that only format text, in Jekyll, GitBook and Markdoc. */
const TAGS =
  /^\/?(end)?(raw|comment|highlight|hint|tabs?|code|stepper|step|columns?|content-ref|updates?|callout|note|tip|warning|info|table)$/;
const SHORTCODES =
  /^\/?(ref|relref|note|tip|info|warning|danger|caution|alert|hint|callout|admonition|notice|details|expand|highlight|figure|tabs?|tabpane|columns?|steps?|cards?|badge|br)$/;

/**
 * Finds what template languages run before the markup is read, even in code blocks: tags and values of Liquid, Jinja,
 * Nunjucks, Go and Vue, shortcodes of Hugo and Zola, ERB and EJS. Inside code, values that are bare names and
 * expressions of GitHub workflows are allowed, since documentation shows templates this way.
 * @param isMdx whether `={{` is an attribute, which is checked by its parser (jsx.ts)
 */
export function templates(text: string, isMdx = false): Directive[] {
  const lineAt = lineCounter(text);
  const isCode = codeOf(text);
  const found: Directive[] = [];
  const add = (what: Directive['what'], from: number, end: string): void => {
    const part = text.slice(from, from + 2000);
    const to = part.indexOf(end, 2);
    found.push({ what, line: lineAt(from), text: to === -1 ? part : part.slice(0, to + end.length) });
  };
  for (const { index, 1: name = '' } of text.matchAll(/(?<!\{)\{%[-+]?\s{0,500}([\w/-]*)/g)) {
    if (!TAGS.test(name))
      add(
        /^(include|render|import|extends|from|file|embed|snippet)/.test(name) ? 'include' : 'program',
        index,
        '%}',
      );
  }
  for (const { index, 1: name = '' } of text.matchAll(/\{\{[<%]\s{0,500}([\w/.-]*)/g)) {
    if (!SHORTCODES.test(name))
      add(/include|readfile|snippet|code/i.test(name) ? 'include' : 'program', index, '}}');
  }
  for (const { index } of text.matchAll(/<%|<\?(?:php|=)/gi)) {
    if (text[index + 1] === '%' || !isCode(index))
      add('program', index, text[index + 1] === '%' ? '%>' : '?>');
  }
  for (let start = text.indexOf('{{'); start !== -1; ) {
    const end = text.indexOf('}}', start + 2);
    if (end === -1) break;
    const inner = text.slice(start + 2, end);
    const shown =
      isCode(start) && (BARE_NAME.test(inner) || (text[start - 1] === '$' && OF_GITHUB.test(inner)));
    const isAttribute = isMdx && text[start - 1] === '=' && !inner.startsWith('#');
    if (!/^[<%]/.test(inner) && !shown && !isAttribute)
      add(/^\s*#|include/i.test(inner) ? 'include' : 'program', start, '}}');
    start = text.indexOf('{{', end);
  }
  return found;
}

/** Excludes names with double underscores, which give access to language internals (`__class__`). */
const BARE_NAME = /^(?!.*__)\s{0,50}[.$]?\w[\w.-]{0,200}\s{0,50}$/;
const OF_GITHUB =
  /^(?!.*__)\s{0,50}([\w.*-]{1,200}|(hashFiles|format|fromJSON|toJSON|contains|startsWith)\([\w\s'"*./,-]{0,500}\))\s{0,50}$/;

/** Returns a function that checks whether an offset is in a fenced block, or between backticks on one line. */
function codeOf(text: string): (at: number) => boolean {
  const spans: (readonly [number, number])[] = [];
  let at = 0;
  let fence: Readonly<{ mark: string; from: number }> | null = null;
  for (const line of text.split('\n')) {
    const mark = /^[\s>*+\d.)-]{0,40}?(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === null && mark !== undefined) fence = { mark, from: at };
    else if (fence && mark?.startsWith(fence.mark)) {
      spans.push([fence.from, at]);
      fence = null;
    } else if (fence === null) {
      for (const { index, 0: code } of line.matchAll(/`[^`]+`/g))
        spans.push([at + index, at + index + code.length]);
    }
    at += line.length + 1;
  }
  if (fence !== null) spans.push([fence.from, text.length]);
  return (offset) => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.[1] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (spans[low]?.[0] ?? Number.POSITIVE_INFINITY) <= offset;
  };
}
