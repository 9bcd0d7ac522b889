/** Finds the client's address of a request handled by Hono. */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { trustedAddress } from './client-address.ts'

/** Returns the network address of the caller, `unknown` where a request came over no network. */
export function callerAddress(c: Context, hops: number): string {
  const peer = c.env ? getConnInfo(c).remote.address : undefined
  return trustedAddress(peer, c.req.header('x-forwarded-for'), hops)
}
