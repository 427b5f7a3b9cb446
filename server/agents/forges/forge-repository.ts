import { OffprintError } from '../../errors.ts';

/** `https://git.example/scm/DOCS/site.git` below `https://git.example` is `DOCS/site`. */
export function nameOnForge(repository: string, baseUrl: string): string {
  const { pathname } = new URL(repository);
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const within = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  return decodeURIComponent(within)
    .replace(/^\/+/, '')
    .replace(/^scm\//, '')
    .replace(/\.git\/?$/, '');
}

/**
 * The token of a forge goes to the address that it was given for.
 * @throws OffprintError `usage`
 */
export function requireOnForge(repository: string, name: string, baseUrl: string): void {
  const { protocol, origin } = new URL(repository);
  if (!/^https?:$/.test(protocol) || origin === new URL(baseUrl).origin) return;
  throw new OffprintError(
    'usage',
    `The repository ${repository} is not on the forge "${name}" (${baseUrl}), so the forge's token must not be sent to the repository's address. Use a repository address on this forge, or choose another forge.`,
  );
}
