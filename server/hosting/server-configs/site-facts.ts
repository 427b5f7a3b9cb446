import path from 'node:path';
import mime from 'mime-types';
import { NOT_FOUND_FILE, type Release, rootFolder } from '../release.ts';
import { resolvePath } from '../resolve-path.ts';

/** What another server needs to know about a version to respond like `offprint host`. */
export type SiteFacts = Readonly<{
  domain: string;
  version: string;
  /** Document root. */
  root: string;
  basePath: string;
  /** The not-found page; null if there is none. */
  notFound: Readonly<{ file: string; policy: string | null }> | null;
  /** Redirects from decoded paths to encoded `Location` values. */
  redirects: ReadonlyMap<string, string>;
  /** The policy of most pages; `otherPolicies` has the pages with a different one or none (null). */
  policy: string | null;
  otherPolicies: ReadonlyMap<string, string | null>;
  /** Media types with their file extensions. */
  types: ReadonlyMap<string, readonly string[]>;
  /** Files of the bundle that end in .gz or .br themselves. */
  compressed: readonly string[];
}>;

export function siteFacts(release: Release): SiteFacts {
  const { folder, record } = release;
  const { basePath, domain, version, policies, files } = record;
  const policyOf = (at: number | undefined): string | null =>
    at === undefined ? null : (policies[at] ?? null);
  const pages = files.filter(({ path: name }) => mime.lookup(name) === 'text/html');
  const policy = mostCommon(pages.map((page) => policyOf(page.policy)));
  const redirects = new Map<string, string>();
  if (basePath !== '') for (const place of ['/', basePath]) redirects.set(place, `${basePath}/`);
  const otherPolicies = new Map<string, string | null>();
  for (const page of pages) {
    const own = policyOf(page.policy);
    if (own !== policy) otherPolicies.set(`${basePath}/${page.path}`, own);
    if (page.location === undefined) continue;
    for (const place of placesOf(`${basePath}/${page.path}`)) {
      const found = resolvePath(release, encodeURI(place));
      if (found.kind === 'redirect') redirects.set(place, found.location);
    }
  }
  const types = new Map<string, string[]>();
  for (const end of new Set(files.map(({ path: name }) => path.extname(name).slice(1)))) {
    const type = end === '' ? false : mime.lookup(end);
    if (type !== false) types.set(type, [...(types.get(type) ?? []), end]);
  }
  const notFoundPage = files.find(({ path: name }) => name === '404.html');
  return {
    domain,
    version,
    root: rootFolder(folder),
    basePath,
    notFound: record.hasNotFound
      ? { file: path.join(folder, NOT_FOUND_FILE), policy: policyOf(notFoundPage?.policy) }
      : null,
    redirects,
    policy,
    otherPolicies,
    types,
    compressed: files
      .filter(({ path: name }) => /\.(gz|br)$/.test(name))
      .map(({ path: name }) => `${basePath}/${name}`),
  };
}

/** `/a.html` is also `/a`; `/d/index.html` is also `/d/`. */
function placesOf(place: string): string[] {
  const short = place.replace(/\/index\.html$/, '/').replace(/\.html$/, '');
  return [place, short];
}

function mostCommon(values: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
