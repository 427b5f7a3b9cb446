import { OffprintError } from '../../errors.ts';

/**
 * The token of a forge goes to the address that it was given for.
 * @throws OffprintError `usage`
 */
export function requireOnForge(repository: string, name: string, baseUrl: string): void {
  const { protocol, origin } = new URL(repository);
  if (!/^https?:$/.test(protocol) || !isOtherDestination(baseUrl, origin)) return;
  throw new OffprintError(
    'usage',
    `The repository ${repository} is not on the forge "${name}" (${baseUrl}), so the forge's token must not be sent to the repository's address. Use a repository address on this forge, or choose another forge.`,
  );
}

/** Whether two addresses have different origins: a token goes only to the origin that it was given for. */
export function isOtherDestination(before: string, after: string): boolean {
  return new URL(before).origin !== new URL(after).origin;
}
