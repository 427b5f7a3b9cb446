import { type FileTree, textOf } from '../file-tree.ts';
import { isNeverPublished } from './published-files.ts';

/**
 * Whether a path is left out: by what the format never publishes, and by `.mintignore`, which has the syntax of
 * `.gitignore` (gitignore(5)).
 */
export function ignoredPaths(tree: FileTree): (path: string) => boolean {
  const rules = (textOf(tree, '.mintignore') ?? '').split(/\r?\n/).flatMap(ruleOf);
  return (path) => {
    if (isNeverPublished(path)) return true;
    const parts = path.split('/');
    let ignored = false;
    for (const { segments, negated } of rules)
      if (matches(segments, parts, '**', isSegment)) ignored = !negated;
    return ignored;
  };
}

/** Segments of a pattern: `**` is any number of segments; in others, `*` and `?` are wildcards. */
type Rule = Readonly<{ segments: readonly string[]; negated: boolean }>;

function ruleOf(line: string): Rule[] {
  const text = withoutTrailingSpace(line);
  if (text === '' || text.startsWith('#') || text.length > 1000) return [];
  const negated = text.startsWith('!');
  const body = (negated ? text.slice(1) : text).replace(/^\\/, '').replace(/\/$/, '');
  const stated = body.replace(/^\//, '').split('/');
  const anchored = stated.length > 1 || body.startsWith('/');
  // A name without a folder fits at any depth, and what a folder holds goes with it; `a/**` is not `a` itself.
  const segments = [...(anchored ? [] : ['**']), ...stated, ...(stated.at(-1) === '**' ? ['*'] : []), '**'];
  return [{ segments, negated }];
}

/** Without the blanks at the end, but for one after a backslash. */
function withoutTrailingSpace(line: string): string {
  const text = line.trimEnd();
  return text.endsWith('\\') ? line.slice(0, text.length + 1) : text;
}

function isSegment(pattern: string, segment: string): boolean {
  return /[*?]/.test(pattern)
    ? matches(pattern, segment, '*', (expected, found) => expected === '?' || expected === found)
    : pattern === segment;
}

/**
 * Whether a list fits a pattern with a wildcard for any number of items. Repositories of strangers state the patterns:
 * only the last wildcard is ever tried again, so the time is at most the product of both lengths.
 */
function matches(
  pattern: ArrayLike<string>,
  given: ArrayLike<string>,
  wildcard: string,
  fits: (expected: string, found: string) => boolean,
): boolean {
  let at = 0;
  let last: Readonly<{ next: number; from: number }> | undefined;
  for (let index = 0; index < given.length; ) {
    const expected = pattern[at];
    if (expected === wildcard) last = { next: ++at, from: index };
    else if (expected !== undefined && fits(expected, given[index] ?? '')) {
      at++;
      index++;
    } else if (last) {
      index = last.from + 1;
      last = { next: last.next, from: index };
      at = last.next;
    } else return false;
  }
  while (pattern[at] === wildcard) at++;
  return at === pattern.length;
}
