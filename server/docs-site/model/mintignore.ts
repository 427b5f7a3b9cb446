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
    let ignored = false;
    for (const { pattern, negated } of rules) if (pattern.test(path)) ignored = !negated;
    return ignored;
  };
}

function ruleOf(line: string): { pattern: RegExp; negated: boolean }[] {
  const text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#') || text.length > 1000) return [];
  const negated = text.startsWith('!');
  const body = (negated ? text.slice(1) : text).replace(/^\\/, '').replace(/\/$/, '');
  const anchored = body.replace(/^\//, '').includes('/') || body.startsWith('/');
  const source = body.replace(/^\//, '').replace(/\*\*\/|\/\*\*|\*+|\?|[^*?/]+|\//g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '/**') return '/.*';
    if (part.startsWith('*')) return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  // A pattern without a slash matches at any depth, and a folder includes everything below it.
  return [{ pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}(?:/.*)?$`), negated }];
}
