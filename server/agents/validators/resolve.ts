import path from 'node:path';
import { pageName } from '../../docs-site/model/navigation.ts';
import { redirectFrom } from '../../docs-site/model/redirects.ts';
import { trimTrailing } from '../../trim-trailing.ts';
import type { SiteModel } from '../docs-config/site-model.ts';
import { pageKind } from './page.ts';
import { isIgnored, joined, type SiteView } from './site-view.ts';

export type Resolution =
  | Readonly<{ kind: 'file'; path: string; hash: string | null }>
  /** Points outside the repository, or cannot be checked within it. */
  | Readonly<{ kind: 'elsewhere' }>
  | Readonly<{ kind: 'nothing' }>;

const ELSEWHERE: Resolution = { kind: 'elsewhere' };

/**
 * Resolves a link on a page. Addresses that begin with a slash are relative to the site's folder, others to the page's.
 * Tries a file, a page without extension, and a folder with an index.
 */
export function resolve(view: SiteView, config: SiteModel | null, from: string, target: string): Resolution {
  const given = target.trim();
  if (given === '' || /^[a-z][a-z0-9+.-]*:|^\/\/|[{}]/i.test(given)) return ELSEWHERE;
  const [address = '', fragment] = splitOnce(given, '#');
  const hash = fragment === undefined || fragment === '' ? null : decoded(fragment);
  const plain = decoded(splitOnce(address, '?')[0]);
  if (plain === '') return { kind: 'file', path: from, hash };
  const places = plain.startsWith('/')
    ? [joined(view.root.folder, plain.slice(1))]
    : [path.posix.join(path.posix.dirname(from), plain)];
  for (const place of places) {
    const found = fileAt(view, trimTrailing(place, '/'));
    if (found && !(pageKind(found) && isIgnored(view, config, found)))
      return { kind: 'file', path: found, hash };
  }
  if (config && plain.startsWith('/')) {
    const name = pageName(plain);
    if (redirectFrom(config.redirects, plain) !== undefined) return ELSEWHERE;
    if (isGenerated(config, name)) return ELSEWHERE;
  }
  return { kind: 'nothing' };
}

function fileAt(view: SiteView, place: string): string | null {
  if (place.startsWith('../') || place === '..') return null;
  const clean = place === '.' ? '' : place;
  const bare = clean.replace(/\.html?$/, '');
  const folder = bare === '' ? '' : `${bare}/`;
  const candidates = [
    clean,
    ...['.mdx', '.md', '.markdown', '.rst', '.adoc'].map((extension) => `${bare}${extension}`),
    ...['index.mdx', 'index.md', 'README.md', '_index.md', 'index.rst', 'index.html'].map(
      (name) => `${folder}${name}`,
    ),
  ];
  return candidates.find((candidate) => candidate !== '' && view.has(candidate)) ?? null;
}

/**
 * Whether a page may be generated from an OpenAPI document. Such pages have no file, so links into their folders are
 * not checked.
 */
function isGenerated(config: SiteModel, name: string): boolean {
  const operations = config.openapi.length > 0 || config.listed.some(({ kind }) => kind === 'operation');
  return operations && /(^|\/)(api|api-reference|reference|endpoints?)(\/|-|$)/i.test(name);
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
