/** A demo under test: its journal in memory, and time in the hands of the test. */
import { z } from 'zod'
import type { DemoSnapshot } from '#lib/demo/control.ts'
import type { DemoRequest } from '#lib/demo/wire.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { CONSOLE_PREFIX, PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { type JournalStore, memoryJournal } from '#lib/sandbox/demo/journal/journal.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { type Engine, openEngine } from './engine.ts'

const ORIGIN = 'http://demo.test'
const START = Date.parse('2026-11-22T15:42:00Z')

/** Calls an endpoint of the console or of the service; `environment` is the demo's. */
export type Send = <E extends Endpoint>(endpoint: E, values?: CallValues<E>) => Promise<Response>
/** As `Send`, and reads the answer. @throws when it has another form. */
export type Read = <E extends Endpoint>(endpoint: E, values?: CallValues<E>) => Promise<EndpointOutput<E>>
export type DemoTab = Awaited<ReturnType<ReturnType<typeof testBrowser>['openTab']>>

/** A browser: what its tabs share. `start` is the present instant, in milliseconds since 1970. */
export function testBrowser(journal: JournalStore = memoryJournal(), start = START) {
  let wall = start
  let turn: Promise<unknown> = Promise.resolve()
  const tabs: { follow: () => Promise<void> }[] = []
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function openTab({ scenario = null, past = false }: Partial<DemoRequest> = {}) {
    const snapshots: DemoSnapshot[] = []
    const seen = { snapshots, data: 0 }
    const errors: unknown[] = []
    const engine: Engine = await openEngine({
      journal,
      origin: ORIGIN,
      asked: { scenario, past },
      exclusively,
      wall: () => wall,
      sleep: async () => undefined,
      after: () => () => undefined,
      onSnapshot: (snapshot) => seen.snapshots.push(snapshot),
      onData: () => {
        seen.data += 1
      },
      broadcastToTabs: () => undefined,
      onError: (error) => errors.push(error),
    })
    tabs.push(engine)
    const ask = async (path: string, init: RequestInit = {}) => engine.answer(new Request(`${ORIGIN}${path}`, init))
    const send: Send = (endpoint: Endpoint, { params, ...values } = {}) => {
      const prefix = endpoint.section === 'console' ? CONSOLE_PREFIX : `${PROXY_PREFIX}/${DEMO_ID}`
      const [path, init] = callOf(endpoint, { params: { environment: DEMO_ID, ...params }, ...values })
      return ask(`${prefix}${path}`, init)
    }
    const read: Read = async <E extends Endpoint>(endpoint: E, values?: CallValues<E>) =>
      z.parse<E['response']>(endpoint.response, await (await send(endpoint, values)).json())
    return { engine, seen, errors, ask, read, send }
  }

  return {
    journal,
    openTab,
    pass: (milliseconds: number) => {
      wall += milliseconds
    },
  }
}

export async function firstUser({ read }: Pick<DemoTab, 'read'>) {
  const [user] = (await read(listUsers, { query: { limit: 3 } })).users
  if (!user) throw new Error('The demo has users.')
  return user
}
