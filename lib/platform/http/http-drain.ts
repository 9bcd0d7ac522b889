/**
 * How a server ends: what is under way is answered, each answer the last one of its connection, then all is closed. Our
 * own: http-terminator and its like stop listening first, and a page under way still asks this server for its data.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds that requests under way get to finish. */
const DRAIN = 10_000

export interface Drain {
  /** Whether the end has begun. */
  begun(): boolean
  /** Must be called for every request before its response starts. */
  track(response: ServerResponse): void
  /** From now on the server says that it ends, and answers all as before: load balancers look every few seconds only. */
  leave(): void
  close(): Promise<void>
}

/**
 * Tracks a server's open responses and sockets, so that shutdown can wait for responses under way and drop idle
 * connections.
 */
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
