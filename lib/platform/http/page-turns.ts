/** Pages that one session has made at once: what makes them is the one thread that everybody shares. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createTurns } from '#lib/kernel/turns.ts'

/** A page, and another one that is fetched ahead. */
const AT_ONCE = 2

/** As it is sent, whatever stands before its name. Who has none gets no page but the one to sign in. */
const SESSION = /(?:^|[;\s])[\w-]+\.session_token=([^;]+)/

/** Returns what begins to make a page when it is the session's turn; nothing is made for whoever has left meanwhile. */
export function createPageTurns(): (request: IncomingMessage, response: ServerResponse, make: () => void) => void {
  const turns = createTurns({ each: AT_ONCE })
  return ({ headers }, response, make) => {
    const session = SESSION.exec(headers.cookie ?? '')?.[1]
    if (session === undefined) return make()
    void turns(session, () => {
      if (response.destroyed) return Promise.resolve()
      const over = new Promise<void>((resolve) => void response.once('close', resolve))
      make()
      return over
    })
  }
}
