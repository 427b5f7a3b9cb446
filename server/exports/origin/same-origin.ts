/**
 * Whether what is meant for one address may go to another: the same origin (RFC 6454 §4: scheme, host and port), or
 * the same host by https at the usual port where http at its usual port was asked for. Another port is another server,
 * and http instead of https would carry passwords in clear.
 */
export function isSameOrigin(asked: URL, target: URL): boolean {
  return target.origin === asked.origin || isUpgrade(asked, target);
}

/** From http to https, both at their usual ports. */
export function isUpgrade(asked: URL, target: URL): boolean {
  return (
    canUpgrade(asked) &&
    target.protocol === 'https:' &&
    target.port === '' &&
    target.hostname === asked.hostname
  );
}

export function canUpgrade({ protocol, port }: URL): boolean {
  return protocol === 'http:' && port === '';
}
