import type { Release, ReleaseFile } from './release.ts';

/** What a path of the site is answered with. */
export type Found =
  | Readonly<{ kind: 'file'; file: ReleaseFile }>
  /** To a path of this host. */
  | Readonly<{ kind: 'redirect'; location: string }>
  | Readonly<{ kind: 'none' }>
  /** It is no path that a reader can mean. */
  | Readonly<{ kind: 'malformed' }>;

const NONE = { kind: 'none' } as const;

/**
 * What stands at a path: `/a` is `a.html`, `/d/` is `d/index.html`, `/d` leads to `/d/` and `/a/` to `/a`, since the links of a
 * page are relative to its folder; a page that only leads on is a redirect.
 * @param pathname of the request, from its slash up to the question mark, as it came
 */
export function resolvePath({ record: { basePath }, files }: Release, pathname: string): Found {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return { kind: 'malformed' };
  }
  if (path.includes('\0')) return { kind: 'malformed' };
  if (basePath !== '' && (path === '/' || path === basePath)) return redirectTo(`${basePath}/`);
  if (!path.startsWith(`${basePath}/`)) return NONE;
  const name = path.slice(basePath.length + 1);
  const redirect = (to: string): Found =>
    redirectTo(`${basePath}/${encodeURI(to).replace(/[?#]/g, encodeURIComponent)}`);
  if (name === '' || name.endsWith('/')) {
    const index = files.get(`${name}index.html`);
    if (index) return answer(index);
    const bare = name.slice(0, -1);
    return bare !== '' && !bare.endsWith('/') && (files.has(`${bare}.html`) || files.has(bare))
      ? redirect(bare)
      : NONE;
  }
  const file = files.get(name) ?? files.get(`${name}.html`);
  if (file) return answer(file);
  return files.has(`${name}/index.html`) ? redirect(`${name}/`) : NONE;

  function answer(found: ReleaseFile): Found {
    if (found.location === undefined) return { kind: 'file', file: found };
    const {
      pathname: to,
      search,
      hash,
    } = new URL(found.location, `http://host.invalid${basePath}/${encodeURI(found.path)}`);
    return redirectTo(to + search + hash);
  }
}

function redirectTo(location: string): Found {
  return { kind: 'redirect', location };
}
