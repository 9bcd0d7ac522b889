/** The service at its configured address: node:http with kept connections, at a third of the cost of a fetch. */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { type Upstream, UpstreamError, type UpstreamResponse } from './upstream.ts'

/** `base_url` never ends with a slash; nothing of a call can change where it goes, only the path below. */
export function overHttp(base_url: string): Upstream {
  const { protocol, hostname, port, path: base } = urlToHttpOptions(new URL(base_url))
  const { request: open } = protocol === 'https:' ? https : http
  const below = (base ?? '').replace(/\/$/, '')

  return ({ method, path, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = { ...headers, 'accept-encoding': 'identity' }
      const call = open({ protocol, hostname, port, method, path: `${below}${path}`, headers: sent, signal })
      call.on('response', (answer) => resolve(responseOf(answer)))
      call.on('error', (error: NodeJS.ErrnoException) => {
        // A malformed response still means the host is reachable.
        reject(error.code?.startsWith('HPE_') ? new UpstreamError('broken', error) : error)
      })
      // No upgrade was requested; without this handler such a response would settle as neither of the two above.
      call.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new UpstreamError('broken'))
      })
      call.end(body ?? undefined)
    })
}

function responseOf(answer: IncomingMessage): UpstreamResponse {
  return {
    status: answer.statusCode ?? 0,
    header(name) {
      const value = answer.headers[name]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    },
    body: answer,
  }
}
