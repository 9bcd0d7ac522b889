/** Finds the client's address: the peer's, or the one that our own proxies in front of the console report. */
import { isIP, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * @param hops how many proxies of ours stand in front; what came before the first of them is anyone's claim.
 */
export function trustedAddress(peer: string | undefined, forwarded: string | undefined, hops: number): string {
  const chain = [...(forwarded ?? '').split(',').map((part) => part.trim()), peer ?? ''].filter((part) => part !== '')
  const address = bare(chain.at(-1 - hops) ?? chain[0] ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : 'unknown'
}

/** Some proxies add the port, and put IPv6 into brackets. */
function bare(address: string): string {
  const [, inside, ipv4] = /^\[([\da-f:.%]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/i.exec(address) ?? []
  return inside ?? ipv4 ?? address
}

/** Returns the /64 prefix of an IPv6 address, which its owner can't vary freely; any other address unchanged. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const [v4] = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff' ? [groups.slice(6)] : []
  if (!v4) return groups.slice(0, 4).join(':')
  return v4.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')
}

/** Returns the /48 of an IPv6 address, which providers give to one customer whole; null for anything else. */
export function siteOf(address: string): string | null {
  return isIPv6(address) ? groupsOf(address).slice(0, 3).join(':') : null
}

/** One address has many spellings: in capitals, with zeros in front, with an IPv4 address at its end, with a zone. */
function groupsOf(spelled: string): string[] {
  const address = new URL(`http://[${spelled.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const [before = '', after = ''] = address.split('::')
  const groups = (part: string) => part.split(':').filter((group) => group !== '')
  const [left, right] = [groups(before), groups(after)]
  const zeros = address.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : []
  return [...left, ...zeros, ...right]
}

/** Returns the network address of the caller, `unknown` where a request came over no network. */
export function callerAddress(c: Context, hops: number): string {
  const peer = c.env ? getConnInfo(c).remote.address : undefined
  return trustedAddress(peer, c.req.header('x-forwarded-for'), hops)
}
