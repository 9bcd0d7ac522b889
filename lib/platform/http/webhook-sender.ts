/** Resolves a name once and connects to the address that was checked: a name that changes later changes nothing. */
import { lookup as resolve } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Which network addresses requests to addresses that a person typed may go to: those of the public internet. */
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

interface Address {
  address: string
  family: number
}

export interface SenderOptions {
  /** All addresses of a name; those of the system unless set. */
  addressesOf?: (hostname: string) => Promise<Address[]>
  /** Returns whether an address is on this machine by its own words, which is allowed. */
  isLoopback: (url: URL) => boolean
}

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Bytes of the response that are read. */
  maxBytes: number
  /** Aborts the request: the process stops. */
  signal: AbortSignal
}

type Failure = 'timeout' | 'name' | 'address' | 'connection' | 'tls'

export type SendResult = { ms: number } & (
  | {
      kind: 'response'
      status: number
      content_type: string | null
      retry_after: string | null
      text: string
      is_cut: boolean
    }
  | { kind: 'failed'; failure: Failure }
)

class SendError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

/** Returns the function that sends one request. It follows no redirect and never throws. */
export function createWebhookSender({ addressesOf = systemAddresses, isLoopback }: SenderOptions) {
  async function addressOf(url: URL): Promise<Address> {
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(hostname)
    const addresses = family ? [{ address: hostname, family }] : await addressesOf(hostname).catch(() => [])
    const [first] = addresses
    if (!first) throw new SendError('name')
    if (!isLoopback(url) && !addresses.every(({ address }) => isPublicAddress(address))) throw new SendError('address')
    return first
  }

  return async ({ url: target, headers, body, timeoutMs, maxBytes, signal }: WebhookRequest): Promise<SendResult> => {
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const late = Promise.withResolvers<never>()
    let sent: ClientRequest | null = null
    const timer = setTimeout(() => late.reject(new SendError('timeout')), timeoutMs)
    const stop = () => late.reject(new SendError('connection'))
    signal.addEventListener('abort', stop)
    try {
      const url = new URL(target)
      const address = await Promise.race([addressOf(url), late.promise])
      const { request, response } = send(url, address, headers, body)
      sent = request
      const answer = await Promise.race([response, late.promise])
      // Its status is an answer: a receiver that keeps its body open is cut off, and has not failed.
      late.promise.catch(() => answer.destroy())
      const { text, is_cut } = await firstBytes(answer, maxBytes)
      const { statusCode: status = 0, headers: given } = answer
      return {
        kind: 'response',
        status,
        content_type: given['content-type'] ?? null,
        retry_after: given['retry-after'] ?? null,
        text,
        is_cut,
        ms: elapsed(),
      }
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error), ms: elapsed() }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      sent?.destroy()
    }
  }
}

const systemAddresses = (hostname: string) => resolve(hostname, { all: true, verbatim: true })

function send(url: URL, { address, family }: Address, headers: Record<string, string>, body: string) {
  const { promise: response, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
  // Whatever asks for the name gets the address that was checked, in the form that it asks for.
  const lookup: LookupFunction = (_, options, done) =>
    options.all ? done(null, [{ address, family }]) : done(null, address, family)
  const options = {
    method: 'POST',
    agent: false,
    lookup,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), 'user-agent': 'Vialdesk-Webhooks/1' },
  }
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, answer)
  request.on('error', reject)
  // Another protocol was not asked for: the status is the whole answer.
  request.on('upgrade', (switched, socket) => {
    socket.destroy()
    answer(switched)
  })
  request.end(body)
  return { request, response }
}

/** Reads the beginning of a response; what is longer is cut, and never read to its end. */
async function firstBytes(response: IncomingMessage, maxBytes: number) {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response) {
      const bytes = Buffer.from(piece)
      pieces.push(bytes)
      size += bytes.length
      if (size > maxBytes) break
    }
  } catch {
    // A receiver that breaks off has answered with its status.
  }
  return { text: Buffer.concat(pieces).subarray(0, maxBytes).toString('utf8'), is_cut: size > maxBytes }
}

const TLS = /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|ERR_SSL|HOSTNAME_MISMATCH)/

function failureOf(error: unknown): Failure {
  if (error instanceof SendError) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return TLS.test(code) ? 'tls' : 'connection'
}
