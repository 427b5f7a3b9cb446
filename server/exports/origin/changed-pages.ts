import fs from 'node:fs';
import path from 'node:path';

export type PageChange = Readonly<{
  /** Address in the site: `/guide/start`. */
  page: string;
  title: string;
  change: 'added' | 'changed' | 'removed';
}>;

/**
 * Returns the pages whose text differs between two docs.json sites. Differences around the text are ignored, because
 * they may be on every page.
 */
export function changedPages(before: string, after: string): PageChange[] {
  const old = pagesOf(before);
  const made = pagesOf(after);
  return [...new Set([...old, ...made])].sort().flatMap((name) => {
    const [was, is] = [
      old.has(name) ? textOf(before, name) : undefined,
      made.has(name) ? textOf(after, name) : undefined,
    ];
    if (was === is) return [];
    const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'changed';
    const page = `/${name.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')}`;
    return [{ page: page.replace(/(.)\/$/, '$1'), title: titleOf(is ?? was ?? ''), change }];
  });
}

function pagesOf(folder: string): Set<string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    names
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => name.endsWith('.html') && name !== '404.html'),
  );
}

/** Returns a page without its surroundings: title, text and examples. Redirect pages have no text. */
function textOf(folder: string, name: string): string {
  const html = fs.readFileSync(path.join(folder, name), 'utf8');
  const part = (pattern: RegExp): string => pattern.exec(html)?.[0] ?? '';
  return [
    part(/<header id="header">[\s\S]*?<\/header>/),
    part(/<div id="content"[\s\S]*?(?=<nav id="pagination"|<\/main>)/),
    part(/<div class="side-examples">[\s\S]*?<\/aside>/),
  ].join('\n');
}

function titleOf(text: string): string {
  const [, title = ''] = /<h1 id="page-title">([\s\S]*?)<\/h1>/.exec(text) ?? [];
  return title
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x26;', '&')
    .replaceAll('&#x3C;', '<')
    .trim();
}
