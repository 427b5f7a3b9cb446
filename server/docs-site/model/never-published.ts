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
export function isNeverPublished(path: string): boolean {
  const parts = path.split('/');
  return (
    (parts.length > 1 && ALWAYS_AT_TOP.includes(parts[0] ?? '')) ||
    parts.some(
      (part) =>
        ALWAYS.includes(part) && (part !== parts.at(-1) || parts.length === 1 || !part.endsWith('.md')),
    )
  );
}
