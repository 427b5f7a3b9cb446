import { randomBytes } from 'node:crypto';

/**
 * A host name under which a browser of this computer is given the interface: 128 random bits below `localhost`, which
 * browsers take for this computer (RFC 6761 §6.3). Cookies know no ports (RFC 6265 §8.5): one of 127.0.0.1 would be sent
 * to every program that listens there. Each start of the server has a new one: while the server was away, another program
 * could have answered at the old one, and have left a service worker there that hears all that follows.
 */
export function newInterfaceName(): string {
  return `${randomBytes(16).toString('hex')}.localhost`;
}
