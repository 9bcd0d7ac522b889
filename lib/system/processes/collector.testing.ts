/** A collector of traces for tests: keeps what is sent to it, as it was sent. */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: attributes.default({}),
  status: z.object({ code: z.int().optional() }),
})
export type CollectedSpan = z.infer<typeof span>

const body = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

export interface Collector {
  url: string
  spans: () => CollectedSpan[]
  /** Resource of the last message. */
  resource: () => Record<string, unknown>
  /** All that was sent, head and body. */
  text: () => string
  close: () => void
}

/** `status` is what it answers. */
export async function startCollector(status = 200): Promise<Collector> {
  const received: { head: string; path: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    received.push({ head: JSON.stringify(request.headers), path: request.url ?? '', body: await json(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const messages = () =>
    received.filter(({ path }) => path === '/v1/traces').flatMap((message) => body.parse(message.body).resourceSpans)
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    spans: () => messages().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: () => messages().at(-1)?.resource.attributes ?? {},
    text: () => JSON.stringify(received),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
