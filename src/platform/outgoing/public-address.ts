// Which IP addresses are on the public internet. Everything else could be a service of our own network that
// trusts its callers.
import { BlockList, isIP } from 'node:net';

/** Special-purpose IPv4 networks: https://www.iana.org/assignments/iana-ipv4-special-registry */
const notPublic4: readonly (readonly [string, number])[] = [
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
  ['224.0.0.0', 3],
];

/** Parts of 2000::/3 that are special, or contain an IPv4 address that could be private. */
const notPublic6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refusedNetworks = new BlockList();
for (const [network, prefix] of notPublic4) refusedNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of notPublic6) refusedNetworks.addSubnet(network, prefix, 'ipv6');
/** All global IPv6 addresses; the rest is local, mapped or reserved. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refusedNetworks.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !refusedNetworks.check(address, 'ipv6');
}
