const PICTURE_OR_VIDEO = /\.(avif|gif|jpe?g|png|svg|webp|mp4|webm)$/i;

/** Finds the image or video of the repository that a page refers to by a web address; undefined if it is not there. */
export function repositoryFileFor(address: string, has: (path: string) => boolean): string | undefined {
  if (!PICTURE_OR_VIDEO.test(URL.parse(address)?.pathname ?? '')) return undefined;
  return repositoryPaths(address).find(has);
}

/**
 * Returns the repository paths that a web address may refer to.
 * `https://raw.githubusercontent.com/owner/repository/main/docs/a/b.png` is `docs/a/b.png`, or `a/b.png` if the site is
 * in a folder. On other hosts, it is the whole path, with or without `/docs`, of a file at least two folders deep.
 */
function repositoryPaths(address: string): string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const parts = url.pathname.split('/').slice(1).map(decodedPart);
  const inRepository = gitHubPath(url.host.replace(/^www\./, ''), parts);
  if (inRepository)
    return inRepository.slice(0, -1).map((_part, index) => inRepository.slice(index).join('/'));
  const own = parts[0] === 'docs' ? [parts.slice(1), parts] : [parts];
  return own.filter(({ length }) => length > 2).map((path) => path.join('/'));
}

/** Returns the part of a GitHub path after the branch. */
function gitHubPath(host: string, parts: readonly string[]): string[] | undefined {
  const rest = parts.slice(2);
  if (host === 'raw.githubusercontent.com') return rest.slice(rest[0] === 'refs' ? 3 : 1);
  return host === 'github.com' && /^(blob|raw)$/.test(rest[0] ?? '') ? rest.slice(2) : undefined;
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
