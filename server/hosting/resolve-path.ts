import type { Release, ReleaseFile } from './release.ts';

/** Result of resolving a path of the site. */
export type Found =
  | Readonly<{ kind: 'file'; file: ReleaseFile }>
  /** Redirect to a path on this host. */
  | Readonly<{ kind: 'redirect'; location: string }>
  | Readonly<{ kind: 'none' }>
  /** Not a valid path. */
  | Readonly<{ kind: 'malformed' }>;

const NONE = { kind: 'none' } as const;

/**
 * Resolves a path: `/a` is `a.html`, `/d/` is `d/index.html`. Because links are relative to a page's folder, `/d`
 * redirects to `/d/`, and `/a/` to `/a`. A redirect page becomes a redirect.
 * @param pathname raw path of the request, from its first slash up to the question mark
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
