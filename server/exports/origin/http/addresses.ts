import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Whether an address is not on the public internet: loopback, private, link-local, shared, multicast, reserved (IANA
 * special-purpose address registries). Such an address may be a router, a neighbour or a cloud's metadata service.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$|%.*$/g, '');
  const embedded = embeddedIPv4(bare);
  if (embedded !== undefined) return isPrivateAddress(embedded);
  return PRIVATE.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
}

/** Returns the address in a host name; undefined if it is a name for DNS. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : undefined;
}

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96], // unspecified, loopback, IPv4-compatible (RFC 4291 §2.5.5.1)
  ['::ffff:0:0:0', 96], // IPv4-translated (RFC 2765 §2.1)
  ['64:ff9b:1::', 48], // translated within a network (RFC 8215)
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/**
 * Returns the IPv4 address in an IPv6 address: mapped (RFC 4291 §2.5.5.2), translated (RFC 6052 §2.1), 6to4 (RFC 3056
 * §2).
 */
function embeddedIPv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = expand(address);
  const quad = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const [a = 0, b = 0, c = 0, , , f = 0, g = 0, h = 0] = groups;
  const startsEmpty = groups.slice(0, 5).every((group) => group === 0);
  if (startsEmpty && f === 0xffff) return quad(g, h);
  if (a === 0x64 && b === 0xff9b && groups.slice(2, 6).every((group) => group === 0)) return quad(g, h);
  if (a === 0x2002) return quad(b, c);
  return undefined;
}

function expand(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted
    ? address.slice(0, dotted.index) +
      [0, 2].map((at) => ((Number(dotted[at + 1]) << 8) | Number(dotted[at + 2])).toString(16)).join(':')
    : address;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string | undefined): number[] =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const before = groups(head);
  const after = groups(tail);
  return tail === undefined
    ? before
    : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** Whether the host of a URL resolves to an address that is not public. Unknown names do not. */
export async function leadsToPrivate(url: URL): Promise<boolean> {
  const literal = literalAddress(url.hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  const addresses = await dns.lookup(url.hostname, { all: true }).catch((): LookupAddress[] => []);
  return addresses.some(({ address }) => isPrivateAddress(address));
}
