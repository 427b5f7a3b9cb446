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
