import { OffprintError } from '../../errors.ts';

/**
 * Ensures that a forge's token is sent only to the forge that it was stored for.
 * @throws OffprintError `usage` if the repository is on another origin
 */
export function requireOnForge(repository: string, name: string, baseUrl: string): void {
  const { protocol, origin } = new URL(repository);
  if (!/^https?:$/.test(protocol) || !isOtherDestination(baseUrl, origin)) return;
  throw new OffprintError(
    'usage',
    `The repository ${repository} is not on the forge "${name}" (${baseUrl}), so the forge's token must not be sent to the repository's address. Use a repository address on this forge, or choose another forge.`,
  );
}

/** Whether two addresses have different origins. A token may be sent only to the origin that it was stored for. */
export function isOtherDestination(before: string, after: string): boolean {
  return new URL(before).origin !== new URL(after).origin;
}
