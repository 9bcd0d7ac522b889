/** Which network addresses requests to addresses that a person typed may go to: those of the public internet. */
import { BlockList, isIP } from 'node:net'

const internal = new BlockList()
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
  ['224.0.0.0', 3],
] as const)
  internal.addSubnet(network, prefix, 'ipv4')

/** Blocks in the global range that lead into an IPv4 network or nowhere. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  internal.addSubnet(network, prefix, 'ipv6')

/** Returns whether an address is one of the public internet; false for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !internal.check(address, 'ipv4')
  // An IPv4 address in the spelling of IPv6 is none of the global ones.
  return family === 6 && global.check(address, 'ipv6') && !internal.check(address, 'ipv6')
}
