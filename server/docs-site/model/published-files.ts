import path from 'node:path';
import { type FileTree, textOf } from '../file-tree.ts';
import { decoded } from './address.ts';
import type { Site } from './site.ts';
import { SUPPLIED } from './supplied.ts';

/** A file of the tree that is neither published nor used to build anything that is. */
export type LeftOut = Readonly<{
  path: string;
  reason: 'not used by the documentation' | 'ignored by .mintignore';
}>;

/**
 * Returns the files of a tree that are published unchanged: files that pages, docs.json, style sheets or scripts refer
 * to, and all files of types meant for readers. Pages are published as HTML (`isUnlistedPage`).
 * @param named files that the pages of the site refer to
 * @returns sorted paths
 */
export function publishedFiles(
  { tree, files, config }: Pick<Site, 'tree' | 'files' | 'config'>,
  named: ReadonlySet<string>,
): string[] {
  const isFile = (file: string): boolean => files.has(file) && !/\.mdx?$/.test(file);
  const stated = config.texts().map((text) => decoded(text.replace(/[?#].*$/s, '').replace(/^\.?\/+/, '')));
  const own = [...files].filter((file) => !file.startsWith(`${SUPPLIED}/`));
  return withNamedFiles(
    [...stated, ...named, ...(tree.published ?? []), ...own.filter(isForReaders)].filter(isFile),
    tree,
    isFile,
  ).filter((file) => !file.startsWith(`${SUPPLIED}/`) || named.has(file));
}

/**
 * Returns the files of a tree that are left out, and why.
 * @param taken files that pages were built from, besides their own
 */
export function leftOutFiles(
  { tree, files, config, pages }: Pick<Site, 'tree' | 'files' | 'config' | 'pages'>,
  published: ReadonlySet<string>,
  taken: readonly string[],
): LeftOut[] {
  const sources = new Set([...taken, ...config.files()]);
  for (const { file } of pages.values()) if (file !== undefined) sources.add(file);
  return tree.paths.flatMap((path): LeftOut[] => {
    const isSource =
      sources.has(path) || /^snippets\//.test(path) || (/\.mdx?$/.test(path) && !isAboutRepository(path));
    if (published.has(path) || path.startsWith(`${SUPPLIED}/`) || (files.has(path) && isSource)) return [];
    const isIgnored = !files.has(path) && !isNeverPublished(path);
    return path === '.mintignore'
      ? []
      : [{ path, reason: isIgnored ? 'ignored by .mintignore' : 'not used by the documentation' }];
  });
}

/**
 * Whether a Markdown file that the navigation does not list is still a page. Snippets, files with an underscore before
 * their name or that of a folder, and texts about the repository are not.
 */
export function isUnlistedPage(file: string): boolean {
  return !/^snippets\//.test(file) && !/(^|\/)_/.test(file) && !isAboutRepository(file);
}

/**
 * Whether a file is meant for people and agents who work on the repository. Such a file is a page only if the
 * navigation lists it.
 */
function isAboutRepository(path: string): boolean {
  return /(^|\/)(README|AGENTS|CLAUDE)\.md$/.test(path);
}

/** Whether a path is left out regardless of `.mintignore`. */
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

/**
 * Folders and files that are never content (organize/mintignore.mdx). Output folders of tools count only at the top.
 */
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

/** Images, fonts, audio, video and documents for readers, and style sheets, which every page loads. */
const FOR_READERS =
  /\.(?:apng|avif|bmp|cur|gif|ico|jpe?g|jxl|png|svg|tiff?|webp|eot|otf|ttf|woff2?|aac|flac|m4a|mp3|oga|ogg|opus|wav|m4v|mov|mp4|ogv|webm|srt|vtt|pdf|css)$/i;

/** Whether a file is of a type that is published for readers even if no page refers to it. */
export function isForReaders(file: string): boolean {
  return FOR_READERS.test(file) && !/(^|\/)\./.test(file);
}

/** Types of files that may refer to other files. */
const NAMES_FILES = /\.(?:css|x?html?|svg|js)$/i;

/** Returns the files and those they refer to, recursively. */
function withNamedFiles(
  files: Iterable<string>,
  tree: FileTree,
  isFile: (file: string) => boolean,
): string[] {
  const found = new Set(files);
  for (const file of found) {
    if (!NAMES_FILES.test(file)) continue;
    for (const named of namesIn(textOf(tree, file) ?? '', file)) if (isFile(named)) found.add(named);
  }
  return [...found].sort();
}

/** Returns the paths in `url(…)` and between quotes. Ignores bare names in scripts, which may mean anything. */
function namesIn(text: string, file: string): string[] {
  const isScript = file.endsWith('.js');
  return [
    ...text.matchAll(/url\(\s*([^'")\s]{1,500})\s*\)|"([^"\n<>]{1,500})"|'([^'\n<>]{1,500})'/g),
  ].flatMap(([, ...groups]) => {
    const name = decoded((groups.find((group) => group !== undefined) ?? '').replace(/[?#].*$/s, ''));
    if (!/\.\w+$/.test(name) || /^[a-z]+:|^\/\//i.test(name)) return [];
    if (isScript && !/^\.{0,2}\//.test(name)) return [];
    return [
      path.posix.normalize(
        name.startsWith('/') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
      ),
    ];
  });
}
