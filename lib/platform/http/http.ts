/** One HTTP server: our own apps first, Next for every page. Drains before it closes. */
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import compression from 'compression'
import type { Hono } from 'hono'
import type { ErrorCode } from '#lib/kernel/api-error.ts'
import { bodyAtHand } from '#lib/kernel/body/sent-body.ts'
import { isDemoPath } from '#lib/utils/browser/demo-path.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { commonHeaders, DATA_POLICY, type HeaderOptions, pagePolicy, scriptPolicy } from './headers.ts'
import { createDrain, createPageTurns } from './in-flight.ts'

/** Response until startup completes: before it, the first administrator would get "wrong password". */
const REFUSAL = {
  detail: 'The console is starting. Try again in a moment.',
  code: 'unavailable',
  retry_after_ms: 1000,
} as const

/** It loads the page that was asked for as soon as there is one. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>Vialdesk is starting</title>
</head>
<body><h1>Vialdesk is starting</h1><p>This page opens by itself in a few seconds.</p></body>
</html>
`

/** Answers 503: a page that loads again to a browser, JSON to everything else. */
export function refuseYet(request: IncomingMessage, response: ServerResponse): void {
  // The router of an open page waits for a connection and tries again; any answer would take that page away.
  if (request.headers.rsc !== undefined) {
    response.destroy()
    return
  }
  const isPage = request.headers.accept?.includes('text/html') ?? false
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json'
  response.writeHead(503, { 'retry-after': '1', 'content-type': type })
  response.end(isPage ? PAGE : JSON.stringify(REFUSAL))
}

/** A site may point its own name at this machine (DNS rebinding), so an unknown name gets 421 before it is read. */
interface ServedHosts {
  /** Listening address. */
  host: string
  public_url?: string | null
  /** Further names, such as the one a reverse proxy inside a private network asks for. */
  allowed_hosts?: readonly string[]
}

/** Localhost, an IP address, the listening host, `public_url`'s and `allowed_hosts` are ours; ports don't count. */
export function hostChecker({ host, public_url, allowed_hosts = [] }: ServedHosts): (header?: string) => boolean {
  const names = new Set(
    ['localhost', host, public_url ? new URL(public_url).hostname : '', ...allowed_hosts]
      .map((name) => name.toLowerCase())
      .filter((name) => name !== ''),
  )
  return (header) => {
    const [, name = '', bracketed = ''] = HOST_HEADER.exec(header ?? '') ?? []
    return isIP(bracketed || name) !== 0 || names.has(name.toLowerCase().replace(/\.$/, ''))
  }
}

/** A name or IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const HOST_HEADER = /^(?:([\w.-]+)|\[([\da-f:.]+)\])(?::\d{1,5})?$/i

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** The port is taken, or the address is not this machine's; the message is one line that says what to do. */
export class CannotListen extends Error {}

/** Set on every request a page gets, so that it can reach its own server; see lib/pages/context.ts. */
const LOOPBACK_HEADER = 'x-console-loopback'
/** The address as the browser asked for it; see lib/pages/viewer.ts. */
const PATH_HEADER = 'x-console-path'
/** The newest event before the page reads anything; see lib/pages/context.ts. */
const NEWEST_HEADER = 'x-console-newest-event'
/** Whether the demo is offered; see lib/pages/demo.ts. */
const DEMO_HEADER = 'x-console-demo'
const OURS = /^\/(?:api|docs|v1|v2|v3|link|portal)(?:[/?]|$)|^\/(?:openapi\.json|healthz|readyz)(?:\?|$)/
/** Scripts that may run as a worker: chunks, and the map library's own file. */
const SCRIPTS = /^\/_next\/static\/(?:chunks\/|media\/[\w.-]+\.mjs(?:\?|$))/
const READY = /^\/readyz(?:\?|$)/
/** A load balancer asks for these by whatever name it has. */
const HEALTH = /^\/(?:healthz|readyz)(?:\?|$)/

/** The whole of a request is the largest body at 3 Mbit/s: a byte now and then holds a connection no longer. */
const TIMEOUTS_MS = { headersTimeout: 10_000, requestTimeout: 120_000, connectionsCheckingInterval: 2_000 }

/** Whether pages offer the demo; `only`: they show nothing else. */
export type DemoOffer = 'on' | 'off' | 'only'

/** Sees every request before its answer begins; calls `handle` once, and throws nothing of its own. */
export type Watch = (request: IncomingMessage, response: ServerResponse, handle: () => void) => void

export interface HttpServer {
  /** As the machine itself reaches the server. */
  origin: string
  server: Server
  /** From now on `/readyz` says that the server ends; all else is answered as before. */
  leave(): void
  close(): Promise<void>
}

/** Answers 503 with `Retry-After` until `pages` is ready. @throws CannotListen */
export async function listen(
  app: Hono,
  pages: (server: Server, origin: string) => Promise<NodeHandler>,
  place: {
    port: number
    demo?: DemoOffer
    hidden?: ReadonlySet<string>
    environment_ids?: ReadonlySet<string>
    /** Milliseconds that whoever asks for a page must wait; nobody unless set. */
    waitOf?: (request: Request) => Promise<number>
    /** Number of the newest event; what arrives later is news to the page. */
    newestEvent?: () => number
  } & ServedHosts &
    HeaderOptions,
  watch: Watch = (_request, _response, handle) => handle(),
): Promise<HttpServer> {
  const common = Object.entries(commonHeaders(place))
  const ofScripts = scriptPolicy(place)
  const isOurHost = hostChecker(place)
  // Two names in one request: a proxy in front may go by the other one.
  const isOurs = ({ headers, headersDistinct }: IncomingMessage) =>
    (headersDistinct.host?.length ?? 0) <= 1 && isOurHost(headers.host)
  const ours = getRequestListener(
    async (request, bindings) => {
      const { outgoing } = bindings
      const response = await app.fetch(request, bindings)
      return outgoing instanceof ServerResponse ? sendAtOnce(response, outgoing) : response
    },
    { overrideGlobalObjects: false },
  )
  // Brotli where the browser takes it: the styles that stand in a page and again in its data cost it nothing twice.
  const compressed = compression()
  const compressedAnswer = compression({ threshold: COMPRESSED_FROM, filter: isCompressible })
  let origin = ''
  const inTurn = createPageTurns(place.environment_ids ?? new Set())
  let toPages: NodeHandler | null = null

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? ''
    const path = decodedPath(url)
    if (toPages === null) refuseYet(request, response)
    else if (!HEALTH.test(url) && !isOurs(request)) misdirect(response)
    else if (drain.begun() && READY.test(url)) turnAway(response)
    else if (OURS.test(url)) compressedAnswer(request, response, () => void ours(request, response))
    else if (path === null) response.writeHead(400).end()
    else if (place.hidden?.has(path.replace(/\/+$/, '').split('/').at(-1) ?? '')) response.writeHead(404).end()
    else page(request, response, toPages)
  }

  function page(request: IncomingMessage, response: ServerResponse, make: NodeHandler) {
    // Pages are only ever read; hot reload alone posts to them.
    const isForPages = request.method === 'GET' || request.method === 'HEAD' || place.dev === true
    const answered = () => compressed(request, response, () => void make(request, response))
    if (!isForPages) refuseMethod(response)
    else if (isStatic(request.url)) answered()
    else inTurn(request, response, () => void unlessTooSoon(request, response, answered))
  }

  /** Every call of a page would be refused one by one, and the page would fail. */
  async function unlessTooSoon(
    { headers: { cookie = '' } }: IncomingMessage,
    response: ServerResponse,
    make: () => void,
  ) {
    const asked = new Request(origin, { headers: { cookie } })
    const waitMs = (await place.waitOf?.(asked).catch(() => 0)) ?? 0
    if (waitMs > 0) refuseTooSoon(response, Math.ceil(waitMs / SECOND))
    else make()
  }

  const server = createServer(TIMEOUTS_MS, (request, response) => {
    const url = request.url ?? ''
    const isOurs = OURS.test(url)
    const demoHost = isDemoPath(url) ? hostOf(place.public_url, request) : null
    const policy = isOurs || isStatic(url) ? DATA_POLICY : pagePolicy({ ...place, demoHost })
    for (const [name, value] of common) response.setHeader(name, value)
    // Unless the answer says otherwise; redirects of pages say nothing.
    if (!isStatic(url)) response.setHeader('cache-control', 'no-store')
    response.setHeader('content-security-policy', policy)
    request.headers[LOOPBACK_HEADER] = origin
    request.headers[PATH_HEADER] = url
    request.headers[DEMO_HEADER] = place.demo ?? 'off'
    request.headers[NEWEST_HEADER] = String(place.newestEvent?.() ?? '')
    // Next takes the nonce of its scripts from the policy of the request.
    request.headers['content-security-policy'] = policy
    if (SCRIPTS.test(url)) response.setHeader('content-security-policy', ofScripts)
    drain.track(response)
    watch(request, response, () => answer(request, response))
  })
  const drain = createDrain(server)
  const { port } = await bind(server, place)
  origin = `http://${loopbackHost(place.host)}:${port}`
  toPages = await pages(server, origin)
  return { origin, server, leave: drain.leave, close: drain.close }
}

/** Bytes: below this compressing isn't worth its time. */
const COMPRESSED_FROM = 4096

/** A live stream would wait in the compressor until more has come. */
const isCompressible = (request: IncomingMessage, response: ServerResponse) =>
  !String(response.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(request, response)

/** Sends a body that is at hand: read back from its stream it would cost as much as all the rest. */
function sendAtOnce(response: Response, outgoing: ServerResponse): Response {
  const body = bodyAtHand(response)
  if (!body) return response
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') outgoing.appendHeader(name, value)
    else outgoing.setHeader(name, value)
  }
  outgoing.setHeader('content-length', body.length)
  outgoing.writeHead(response.status).end(body)
  return RESPONSE_ALREADY_SENT
}

function bind(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const words: Record<string, string> = {
        EADDRINUSE: `Port ${port} is in use. Stop what uses it, or set PORT to another.`,
        EACCES: `Port ${port} may not be used by this account. Set PORT to one above 1023.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine. Check HOST.`,
      }
      reject(
        new CannotListen(
          words[error.code ?? ''] ?? `Cannot listen on ${host}:${port} (${error.code}). Check HOST and PORT.`,
        ),
      )
    })
    server.listen(port, host, () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address)
    })
  })
}

function loopbackHost(host: string) {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:\/|$)|\\/
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i

/** The path as the pages will read it; null where it climbs out of itself, which no browser sends. */
function decodedPath(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '')
    return DOT_SEGMENT.test(path) ? null : path
  } catch {
    return null
  }
}

/** The host by which browsers reach the pages; null when the request doesn't show it. */
function hostOf(public_url: string | null | undefined, { headers }: IncomingMessage): string | null {
  const host = public_url ? new URL(public_url).host : headers.host
  return host && HOST.test(host) ? host : null
}

/** Whatever is there to answer, nothing new is to come here. */
function turnAway(response: ServerResponse) {
  response.writeHead(503, { 'content-type': 'application/json' }).end('{"status":"stopping","checks":{}}')
}

const PUBLIC_FILES: ReadonlySet<string> = new Set(
  readdirSync('public', { recursive: true, encoding: 'utf8' }).map((path) => `/${path.replaceAll('\\', '/')}`),
)

/** Files of the build and of `public` are no documents: a policy with its own nonce would only be weight. */
function isStatic(url = ''): boolean {
  return url.startsWith('/_next/static/') || PUBLIC_FILES.has(url.split('?', 1)[0] ?? '')
}

function refuseTooSoon(response: ServerResponse, seconds: number) {
  response.writeHead(429, { 'content-type': 'text/html; charset=utf-8', 'retry-after': String(seconds) })
  response.end(
    `<!doctype html><html lang="en"><title>Too many requests</title><p>Too many requests from you. Try again in ${seconds} s.</p></html>`,
  )
}

function refuseMethod(response: ServerResponse) {
  response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'application/json' })
  response.end('{"detail":"Pages can only be read."}')
}

const MISDIRECTED: { code: ErrorCode; detail: string } = {
  code: 'unknown_host',
  detail: 'Unknown host name. Administrator: set PUBLIC_URL, or add the name to ALLOWED_HOSTS.',
}

function misdirect(response: ServerResponse) {
  response.writeHead(421, { 'content-type': 'application/json' }).end(JSON.stringify(MISDIRECTED))
}
