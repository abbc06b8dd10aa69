// The addresses from which a key may be used.
import { BlockList, isIP } from 'node:net';

const PREFIX_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** The address and the length of its prefix; undefined if the text is neither an address nor a range. */
export function readNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const most = PREFIX_BITS[family];
  if (most === undefined || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || Number(bits ?? most) > most)
    return undefined;
  return { address, bits: Number(bits ?? most), family: family === 4 ? 'ipv4' : 'ipv6' };
}

/** Without networks, every address may. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks.flatMap((text) => readNetwork(text) ?? [])) list.addSubnet(network.address, network.bits, network.family);
  return isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
