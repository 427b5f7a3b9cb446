import { OffprintError } from '../../errors.ts';

/**
 * Whether data for one address may be sent to another: to the same origin (RFC 6454 §4: scheme, host and port), or to
 * the same host and port by https instead of http. Another port is another server, and http instead of https would
 * send passwords unencrypted.
 */
export function isSameOrigin(asked: URL, target: URL): boolean {
  return target.origin === asked.origin || isUpgrade(asked, target);
}

/**
 * Whether http changes to https on the same port, or from one default port to the other (neither appears in a URL).
 */
export function isUpgrade(asked: URL, target: URL): boolean {
  return asked.protocol === 'http:' && target.protocol === 'https:' && target.host === asked.host;
}

/**
 * Checks that a redirect of a start address stays within its origin.
 * @throws OffprintError `origin-unreadable` that names the target
 */
export function requireSameOrigin(url: URL, target: URL): void {
  if (isSameOrigin(url, target)) return;
  const where =
    target.hostname !== url.hostname
      ? 'another host'
      : target.port === url.port
        ? `${target.protocol.slice(0, -1)}, where passwords would be sent unencrypted`
        : 'another port';
  const address = target.origin + target.pathname + target.search;
  throw new OffprintError(
    'origin-unreadable',
    `${url.href} redirects to ${where}. The redirect was not followed. If it leads to the right site, set ${address} as the project's origin and export again.`,
  );
}
