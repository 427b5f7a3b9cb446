import { type BuildOptions, buildSite } from './build-site.ts';
import type { FileTree } from './file-tree.ts';
import type { Finding } from './findings.ts';

export type MadeSite = Readonly<{
  files: ReadonlyMap<string, string>;
  copied: readonly string[];
  findings: readonly Finding[];
  leftOut: readonly string[];
  /** Returns the inner HTML of a page's content. */
  content: (file: string) => string;
}>;

export function treeOf(files: Readonly<Record<string, string>>): FileTree {
  return {
    paths: Object.keys(files).sort(),
    has: (path) => Object.hasOwn(files, path),
    read: (path) => Buffer.from(files[path] ?? ''),
  };
}

/** Builds a site from texts. Without a docs.json, one that lists every page is used. */
export async function makeSite(
  files: Readonly<Record<string, string>>,
  { leadingOut, published, ...options }: BuildOptions & Pick<FileTree, 'leadingOut' | 'published'> = {},
): Promise<MadeSite> {
  const pages = Object.keys(files).filter((file) => file.endsWith('.mdx') && !file.startsWith('snippets/'));
  const config = {
    name: 'Example',
    navigation: { groups: [{ group: 'Start', pages: pages.map((page) => page.slice(0, -4)) }] },
  };
  const written = new Map<string, string>();
  const copied: string[] = [];
  const { findings, leftOut } = await buildSite(
    {
      ...treeOf({ ...(!files['mint.json'] && { 'docs.json': JSON.stringify(config) }), ...files }),
      ...(leadingOut && { leadingOut }),
      ...(published && { published }),
    },
    { write: (path, content) => written.set(path, content.toString()), copy: (path) => copied.push(path) },
    options,
  );
  return {
    files: written,
    copied,
    findings,
    leftOut: leftOut.map(({ path }) => path),
    content: (file) =>
      /<div id="content"[^>]*>([\s\S]*?)<\/div>(?=<nav id="pagination"|<\/main>)/.exec(
        written.get(file) ?? '',
      )?.[1] ?? '',
  };
}
