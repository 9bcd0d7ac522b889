/** A receiver of webhooks on this machine, which answers as a test says. */
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

const signed = z.object({ 'webhook-id': z.string(), 'webhook-timestamp': z.string(), 'webhook-signature': z.string() })

export interface Receiver {
  url: string
  /** Messages received, oldest first. */
  readonly messages: readonly { id: string; event_type: string; isSignedBy: (secret: string) => boolean }[]
  /** The status of answers from now on. */
  answerWith(status: number): void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const messages: Receiver['messages'][number][] = []
  let status = 200
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(Buffer.from(piece)))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      const headers = signed.parse(request.headers)
      const isSignedBy = (secret: string) => {
        try {
          new Webhook(secret).verify(body, headers)
          return true
        } catch {
          return false
        }
      }
      const { event_type } = z.object({ event_type: z.string() }).parse(JSON.parse(body))
      messages.push({ id: headers['webhook-id'], event_type, isSignedBy })
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`The receiver says ${status}.`)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    answerWith(next) {
      status = next
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
