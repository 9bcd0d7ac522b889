/** The demo's own handlers as the network of component tests: answers are those of the real console and service. */
import { afterEach, beforeEach } from 'vitest'
import { demoHandlers } from '#lib/demo/page.ts'
import { formatScenario, type Scenario } from '#lib/demo/scenario.ts'
import { type Read, type Send, testBrowser } from '#lib/sandbox/demo/engine.testing.ts'
import type { Engine } from '#lib/sandbox/demo/engine.ts'
import { memoryJournal } from '#lib/sandbox/demo/journal/journal.ts'
import { NOW } from './render.tsx'
import { server } from './server.ts'

/** A request of the component under test. */
interface Asked {
  method: string
  /** With its query. */
  path: string
  /** As it was sent. */
  body: string
}

export interface DemoServer {
  /** The engine whose role and scenario a test may change. */
  engine: Engine
  /** Requests of the component, oldest first. */
  asked: readonly Asked[]
  /** Calls an endpoint as somebody else's page would: it is not among `asked`. */
  send: Send
  read: Read
}

/** The endpoint does not exist: no demo answers it, and no server would. */
const NOT_THERE = 501

/**
 * Every test of the file gets a demo of its own, begun at `NOW`; the environment is `demo`. What a test states by
 * `server.use(…)` goes before it. A request that neither answers fails the test.
 */
export function demoServer(scenario: Partial<Scenario> = {}): () => DemoServer {
  let current: DemoServer | null = null
  let unanswered: string[] = []
  const note = ({ request }: { request: Request }) => unanswered.push(`${request.method} ${request.url}`)

  beforeEach(async () => {
    unanswered = []
    const asked: Asked[] = []
    const { base = 'normal', modifiers = [], booking = null } = scenario
    const browser = testBrowser(memoryJournal(), NOW)
    const tab = await browser.openTab({ scenario: formatScenario({ base, modifiers, booking }) })
    const answer = async (request: Request) => {
      const { pathname, search } = new URL(request.url)
      asked.push({ method: request.method, path: `${pathname}${search}`, body: await request.clone().text() })
      const response = await tab.engine.answer(request)
      if (response.status === NOT_THERE) note({ request })
      return response
    }
    server.use(...demoHandlers(answer, window.location.origin))
    server.events.on('request:unhandled', note)
    current = { engine: tab.engine, asked, send: tab.send, read: tab.read }
  })

  afterEach(() => {
    server.events.removeListener('request:unhandled', note)
    if (unanswered.length > 0) throw new Error(`Nothing answers these requests:\n${unanswered.join('\n')}`)
  })

  return () => {
    if (!current) throw new Error('A demo server is there while a test runs.')
    return current
  }
}
