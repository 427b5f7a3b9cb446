import { OffprintError } from '../../errors.ts';

/**
 * Whether what is meant for one address may go to another: the same origin (RFC 6454 §4: scheme, host and port), or
 * the same host and port by https where http was asked for. Another port is another server, and http instead of https
 * would carry passwords in clear.
 */
export function isSameOrigin(asked: URL, target: URL): boolean {
  return target.origin === asked.origin || isUpgrade(asked, target);
}

/** From http to https: of one port, or from the usual one to the usual one (a URL names neither). */
export function isUpgrade(asked: URL, target: URL): boolean {
  return asked.protocol === 'http:' && target.protocol === 'https:' && target.host === asked.host;
}

/**
 * A redirect of a start address is followed within its origin only.
 * @throws OffprintError `origin-unreadable` that says where it leads
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
