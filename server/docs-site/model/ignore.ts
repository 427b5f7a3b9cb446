import { type FileTree, textOf } from '../file-tree.ts';

/** Folders and files that are never content (organize/mintignore.mdx); those of tools only at the top. */
const ALWAYS = [
  '.git',
  '.github',
  '.claude',
  '.agents',
  '.idea',
  '.vscode',
  'node_modules',
  'README.md',
  'LICENSE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
];
const ALWAYS_AT_TOP = ['build', 'dist', 'coverage', 'tmp', 'temp'];

/** Texts for people and agents who work on the repository: pages only where the navigation lists them. */
export function isAboutRepository(path: string): boolean {
  return /(^|\/)(README|AGENTS|CLAUDE)\.md$/.test(path);
}

/** Whether a path is left out whatever `.mintignore` says. */
export function isNeverContent(path: string): boolean {
  const parts = path.split('/');
  return (
    (parts.length > 1 && ALWAYS_AT_TOP.includes(parts[0] ?? '')) ||
    parts.some(
      (part) =>
        ALWAYS.includes(part) && (part !== parts.at(-1) || parts.length === 1 || !part.endsWith('.md')),
    )
  );
}

/**
 * Whether a path is left out: by what the format never publishes, and by `.mintignore`, which has the syntax of
 * `.gitignore` (gitignore(5)).
 */
export function ignoredPaths(tree: FileTree): (path: string) => boolean {
  const rules = (textOf(tree, '.mintignore') ?? '').split(/\r?\n/).flatMap(ruleOf);
  return (path) => {
    if (isNeverContent(path)) return true;
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
  // A name without a folder fits at any depth, and what a folder holds goes with it.
  return [{ pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}(?:/.*)?$`), negated }];
}
