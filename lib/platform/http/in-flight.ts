/** Our own: http-terminator stops listening first, and a page under way still asks this server for its data. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createAllowance } from '#lib/kernel/allowance.ts'
import { createTurns } from '#lib/kernel/turns.ts'
import { isLoopLate } from '#lib/platform/loop-delay.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** Milliseconds that requests under way get to finish. */
const DRAIN = 10_000

export interface Drain {
  begun(): boolean
  /** Must be called for every request before its response starts. */
  track(response: ServerResponse): void
  /** From now on the server says that it ends, and answers all as before: load balancers look every few seconds only. */
  leave(): void
  close(): Promise<void>
}

/** Lets shutdown wait for responses under way and drop idle connections. */
export function createDrain(server: Server): Drain {
  const answering = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  const idle = Promise.withResolvers<void>()
  let begun = false
  let isEnding = false

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function settle() {
    if (isEnding && answering.size === 0) idle.resolve()
  }

  /** Asks the client not to reuse the connection. */
  function makeLast(response: ServerResponse) {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }

  return {
    begun: () => begun,

    leave() {
      begun = true
    },

    track(response) {
      answering.add(response)
      if (begun) makeLast(response)
      response.once('close', () => {
        answering.delete(response)
        settle()
      })
    },

    // Until nothing is under way it listens, and leaves idle connections alone: a page still asks this very server for its
    // data, perhaps over one of them.
    async close() {
      begun = true
      isEnding = true
      for (const response of answering) makeLast(response)
      settle()
      const limit = setTimeout(idle.resolve, DRAIN)
      await idle.promise
      clearTimeout(limit)
      const closed = new Promise((resolve) => server.close(resolve))
      // Remaining sockets are idle, over the time limit, or upgraded to another protocol.
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** In one environment: a page, and another one that is fetched ahead. */
const AT_ONCE = 2
/** Milliseconds of everybody's time that a page takes, about. */
const PAGE = 50

/** As it is sent, whatever stands before its name. Who has none gets no page but the one to sign in. */
const SESSION = /(?:^|[;\s])[\w-]+\.session_token=([^;]+)/

/** Makes nothing for a viewer who has left; a slow environment's pages hold up no other's. */
export function createPageTurns(
  environments: ReadonlySet<string>,
): (request: IncomingMessage, response: ServerResponse, make: () => void) => void {
  const turns = createTurns({ each: AT_ONCE })
  const oneByOne = createTurns({ each: 1 })
  const allowance = createAllowance({ now: () => performance.now(), isLate: isLoopLate })
  return ({ headers, url = '' }, response, make) => {
    const session = SESSION.exec(headers.cookie ?? '')?.[1]
    if (session === undefined) return make()
    const [, first = ''] = url.split(/[/?#]/, 2)
    response.once('close', allowance.begin(session))
    void turns(environments.has(first) ? `${session} ${first}` : session, async () => {
      await oneByOne(session, async () => {
        const rest = allowance.wait(session)
        if (rest > 0) await delay(rest)
        allowance.spend(session, PAGE)
      })
      if (response.destroyed) return
      const over = new Promise<void>((resolve) => void response.once('close', resolve))
      make()
      await over
    })
  }
}
