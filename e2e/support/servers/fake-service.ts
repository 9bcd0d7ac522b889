/** A service that fails in every way a service can: the first part of the address says how. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'

const JSON_TYPE = { 'content-type': 'application/json' }
const USERS = JSON.stringify({ users: [], total: 0, offset: 0, limit: 100 })
const ORDERS = JSON.stringify({ orders: [], total: 0, page: 1, size: 50 })
const GATEWAY = '<!doctype html><title>Bad gateway</title><script>document.title = "run"</script><h1>Oops</h1>'
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x')

function list({ url = '' }: IncomingMessage): string {
  return url.includes('/v3/orders') ? ORDERS : USERS
}

function pour(response: ServerResponse): void {
  if (response.destroyed) return
  if (response.write(MEGABYTE)) setImmediate(pour, response)
  else response.once('drain', () => pour(response))
}

/** Repeats whatever it was sent, key included, the way a careless error page does. */
function repeat({ headers }: IncomingMessage): string {
  return JSON.stringify({ detail: `Not allowed with these headers: ${JSON.stringify(headers)}` })
}

/** Behavior of each environment's service, by environment ID. */
const BEHAVIOURS = {
  elsewhere: (request, response) => response.writeHead(200, JSON_TYPE).end(list(request)),
  slow: () => undefined,
  cut: (_, response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' }).write('{"users": [')
    setImmediate(() => response.destroy())
  },
  wrong: (_, response) => response.writeHead(200, JSON_TYPE).end('{"users": "none", "orders": 7}'),
  garbled: (_, response) => response.writeHead(200, JSON_TYPE).end('{"users": ['),
  busy: (_, response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after': '60' }).end('{"detail": "Too many."}'),
  unavailable: (_, response) => response.writeHead(503).end(),
  huge: (_, response) => pour(response.writeHead(200, JSON_TYPE)),
  html: (_, response) => response.writeHead(500, { 'content-type': 'text/html' }).end(GATEWAY),
  redirect: (_, response) => response.writeHead(302, { location: '/elsewhere/v2/user/' }).end(),
  leaky: (request, response) => response.writeHead(403, JSON_TYPE).end(repeat(request)),
} as const satisfies Record<string, RequestListener>

export type Behaviour = keyof typeof BEHAVIOURS
export const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS).filter((name): name is Behaviour => name in BEHAVIOURS)

const BACKGROUND = /\/v2\/user\/\?offset=\d+&limit=500$/

export interface FakeService {
  origin: string
  /** Address and headers of every call that came through. */
  /** Those that somebody made: the directory reads the list of users whenever it is due. */
  calls: { method: string; url: string; headers: IncomingMessage['headers'] }[]
  close(): void
}

export async function startFakeService(): Promise<FakeService> {
  const calls: FakeService['calls'] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    if (!BACKGROUND.test(url)) calls.push({ method, url, headers })
    const name = BEHAVIOUR_NAMES.find((known) => url.startsWith(`/${known}/`))
    if (name) BEHAVIOURS[name](request, response)
    else response.writeHead(404, JSON_TYPE).end('{"detail": "nothing"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake service has no port.')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${address.port}`, calls, close }
}
