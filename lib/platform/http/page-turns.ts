/** Pages that one session has made at once: what makes them is the one thread that everybody shares. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAllowance } from '#lib/kernel/allowance.ts'
import { createTurns } from '#lib/kernel/turns.ts'
import { isLoopLate } from '#lib/platform/loop-delay.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** In one environment: a page, and another one that is fetched ahead. */
const AT_ONCE = 2
/** Milliseconds of everybody's time that a page takes, about. */
const PAGE = 50

/** As it is sent, whatever stands before its name. Who has none gets no page but the one to sign in. */
const SESSION = /(?:^|[;\s])[\w-]+\.session_token=([^;]+)/

/**
 * Returns what begins to make a page when it is the session's turn; nothing is made for a viewer who has left by then. Pages of
 * an environment whose service is slow keep nobody from those of another.
 */
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
