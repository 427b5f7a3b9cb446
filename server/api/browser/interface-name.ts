import { randomBytes } from 'node:crypto';

/**
 * Returns a host name for the interface on this computer: 128 random bits below `localhost`, which browsers resolve to
 * this computer (RFC 6761 §6.3). Cookies are shared by all ports (RFC 6265 §8.5), so a cookie for 127.0.0.1 would be
 * sent to every program that listens there. Each start of the server uses a new name: while the server was stopped,
 * another program could have answered at the old one and left a service worker that intercepts all later requests.
 */
export function newInterfaceName(): string {
  return `${randomBytes(16).toString('hex')}.localhost`;
}
