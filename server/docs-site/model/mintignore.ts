import { type FileTree, textOf } from '../file-tree.ts';
import { isNeverPublished } from './published-files.ts';

/**
 * Returns whether a path is ignored, either because the format never publishes it or by `.mintignore`, which has the
 * syntax of `.gitignore` (gitignore(5)).
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

/** A pattern, split at its slashes. The segment `**` matches any number of segments. */
type Rule = Readonly<{ segments: readonly string[]; negated: boolean }>;

function ruleOf(line: string): Rule[] {
  const text = withoutTrailingSpace(line);
  if (text === '' || text.startsWith('#') || text.length > 1000) return [];
  const negated = text.startsWith('!');
  const body = (negated ? text.slice(1) : text).replace(/^\\/, '').replace(/\/$/, '');
  const stated = body.replace(/^\//, '').split('/');
  const anchored = stated.length > 1 || body.startsWith('/');
  // A pattern without a slash matches at any depth, and a folder includes everything below it. `a/**` does not match `a`.
  const segments = [...(anchored ? [] : ['**']), ...stated, ...(stated.at(-1) === '**' ? ['*'] : []), '**'];
  return [{ segments, negated }];
}

/** Removes trailing spaces, except one after a backslash. */
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
 * Matches a list against a pattern in which `wildcard` stands for any number of items. Patterns are untrusted, so only
 * the last wildcard is ever retried: the time is at most proportional to the product of both lengths.
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
