/** A demo under test: its journal in memory, and time in the hands of the test. */
import type { DemoSnapshot } from '#lib/demo/control.ts'
import type { DemoRequest } from '#lib/demo/wire.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { type JournalStore, memoryJournal } from '#lib/sandbox/demo/journal/journal.ts'
import { type Engine, openEngine } from './engine.ts'

const ORIGIN = 'http://demo.test'
export const USERS = '/api/service/demo/v2/user/?limit=3'
const START = Date.parse('2026-11-22T15:42:00Z')

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
    const read = async (path: string) => (await ask(path)).json()
    const send = (method: string, path: string, body: object, headers: Record<string, string> = {}) =>
      ask(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
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

export async function firstUser(read: (path: string) => Promise<unknown>) {
  const [user] = listUsers.response.parse(await read(USERS)).users
  if (!user) throw new Error('The demo has users.')
  return user
}
