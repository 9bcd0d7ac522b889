/** An engine over a service in memory: users, their connections, and what was imported, without a network. */

import { vi } from 'vitest'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { PROXY_PREFIX } from '#lib/kernel/wire.ts'
import { createImportEngine, type ImportEngine } from './import-engine.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ORIGIN = 'http://console.test'
export const SETTINGS: Omit<Settings, 'mapping'> = {
  provider: 'marrowfit',
  expiry: 'automatic',
  expired: 'send',
  duplicates: 'first',
}

export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

export interface FakeConsole {
  /** Method and path of each call below the environment, in their order. */
  calls: string[]
  /** Bodies of imports. */
  imports: { provider: string; connections: Record<string, unknown>[]; wait_for_completion: boolean }[]
  /** Ids of users who exist, and whether they have the source. */
  users: Map<string, boolean>
  /** Answers the next call instead, in any of these ways. */
  next: (Answer | Error | null)[]
}

function answerOf({ status = 200, body = null, headers = {} }: Answer): Response {
  return new Response(body === null ? null : JSON.stringify(body), { status, headers })
}

/** Stubs `fetch` until the end of the test. */
export function fakeConsole(users: Map<string, boolean>): FakeConsole {
  const state: FakeConsole = { calls: [], imports: [], users, next: [] }
  const source = (slug: string) => ({ created_on: '2026-01-01T00:00:00Z', source: { name: slug, slug } })
  const list = (search: URLSearchParams) => {
    const [offset, limit] = [Number(search.get('offset')), Number(search.get('limit'))]
    const page = [...state.users].slice(offset, offset + limit).map(([user_id, has]) => ({
      user_id,
      team_id: id(0),
      created_on: '2026-01-01T00:00:00Z',
      connected_sources: has ? [source('marrowfit')] : [],
    }))
    return { users: page, total: state.users.size, offset, limit }
  }
  const providers = (user_id: string): Answer => {
    const has = state.users.get(user_id)
    if (has === undefined) return { status: 404, body: { detail: 'User not found.' } }
    const connection = {
      name: 'M',
      slug: 'marrowfit',
      status: 'connected',
      created_on: '2026-01-01T00:00:00Z',
      resource_availability: {},
    }
    return { body: { providers: has ? [connection] : [] } }
  }
  const take = (text: string): Answer => {
    const body = JSON.parse(text)
    state.imports.push(body)
    const ids: string[] = body.connections.map((connection: { user_id: string }) => connection.user_id)
    for (const user_id of ids) if (state.users.has(user_id)) state.users.set(user_id, true)
    const [imported, failed] = [true, false].map((known) => ids.filter((user_id) => state.users.has(user_id) === known))
    return { body: { user_ids_imported: imported, user_ids_failed: failed } }
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(address, ORIGIN)
    const path = pathname.replace(`${PROXY_PREFIX}/sandbox`, '')
    state.calls.push(`${init.method} ${path}`)
    const next = state.next.shift()
    if (next instanceof Error) throw next
    if (next) return answerOf(next)
    if (path === listUsers.path) return answerOf({ body: list(searchParams) })
    if (path === bulkImportConnections.path) return answerOf(take(String(init.body)))
    return answerOf(providers(path.split('/').at(-1) ?? ''))
  })
  return state
}

export function csvOf(rows: readonly (readonly string[])[]): File {
  const heads = ['user_id', 'access_token', 'refresh_token', 'provider_id', 'expires_at', 'oauth_scopes']
  return new File([[heads, ...rows].map((cells) => cells.join(',')).join('\n')], 'members.csv')
}

export const row = (number: number): string[] => [
  id(number),
  `access-token-number-${number}`,
  `refresh-token-number-${number}`,
  `account-${number}`,
  '1900000000',
  'read',
]

/** An engine that has read and checked the rows. */
export async function engineWith(rows: readonly (readonly string[])[]): Promise<ImportEngine> {
  const engine = createImportEngine(
    { environment: 'sandbox', origin: ORIGIN },
    () => NOW,
    async () => undefined,
  )
  const outcome = await engine.read(csvOf(rows))
  if (!outcome.ok) throw new Error(outcome.problem.title)
  await engine.check({ ...SETTINGS, mapping: outcome.facts.mapping })
  return engine
}
