/** The least a proxy can do: node:http in, node:http out, bytes through, connections kept. */
import { Agent, createServer, request } from 'node:http'
import { z } from 'zod'
import { childOptions } from '#tools/bench/child.ts'
import { listenAndServe } from '#tools/bench/listen-and-serve.ts'

const { upstream } = childOptions(z.object({ upstream: z.coerce.number() }))
const agent = new Agent({ keepAlive: true })

listenAndServe(
  createServer((incoming, outgoing) => {
    const headers = { accept: 'application/json', 'x-service-api-key': 'bench-key-with-at-least-32-characters' }
    const call = request({
      agent,
      port: upstream,
      host: '127.0.0.1',
      method: incoming.method,
      path: incoming.url,
      headers,
    })
    call.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    call.on('error', () => outgoing.writeHead(502).end())
    call.end()
  }),
)
