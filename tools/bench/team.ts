/** A team at work: list, detail, back, search, palette, and a save now and then; how long each waits, and within which memory. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pMap from 'p-map'
import { z } from 'zod'
import { ask } from '#e2e/support/http.ts'
import { cookieHeader, type SignedIn } from '#e2e/support/session.ts'
import { addColleague } from '#e2e/support/staff.ts'
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { SECRET } from './events.ts'
import { defer, part, percentile, print, printRows, type Row, scratch } from './harness.ts'
import { AS_STARTED } from './servers.ts'
import { startSite } from './site.ts'

const SECONDS = 60
/** Milliseconds between two clicks of a person, at least and at most. */
const THINKS = [2_000, 6_000] as const
const WITHIN = 300
const SEARCHES = ['hor', 'nikhil', 'okafor', 'mar', 'delacroix']
/** Megabytes that Node holds before it enters a group, which count elsewhere. */
const BEFORE = 40
/** Memory groups of Linux, version 1. */
const GROUPS = '/sys/fs/cgroup/memory'

export async function bench(): Promise<void> {
  const rows = [
    ...(await part(() => work('PGlite', 50, {}))),
    ...(await part(() => work('PGlite', 10, { megabytes: 384 }))),
    ...(await part(async () => {
      const postgres = await startPostgres()
      defer(postgres.stop)
      const settings = { DATA_DIR: scratch(), DATABASE_URL: postgres.url, WEBHOOK_SECRET: SECRET }
      return work('PostgreSQL', 10, { megabytes: 256, settings })
    })),
  ]
  printRows(rows)
}

/** Has a server put itself into a group that may hold so many megabytes; no limit where this account may make none. */
function limited(megabytes: number) {
  if (!existsSync(join(GROUPS, 'memory.limit_in_bytes'))) return null
  const group = join(GROUPS, `bench-${process.pid}`)
  mkdirSync(group)
  defer(() => rmdirSync(group))
  writeFileSync(join(group, 'memory.limit_in_bytes'), String((megabytes - BEFORE) * 2 ** 20))
  const enter = `import{writeFileSync}from'node:fs';writeFileSync('${group}/cgroup.procs',String(process.pid))`
  const NODE_OPTIONS = `${AS_STARTED.NODE_OPTIONS} --import=data:text/javascript,${encodeURIComponent(enter)}`
  const most = () => Number(readFileSync(join(group, 'memory.max_usage_in_bytes'), 'utf8')) / 2 ** 20 + BEFORE
  return { settings: { NODE_OPTIONS }, most }
}

interface Limits {
  megabytes?: number
  settings?: Record<string, string>
}

async function work(database: string, people: number, { megabytes = 0, settings = {} }: Limits): Promise<Row[]> {
  const group = megabytes > 0 ? limited(megabytes) : null
  const { server, session } = await startSite({ ...AS_STARTED, LOG_LEVEL: 'warn', ...settings, ...group?.settings })
  const { baseURL } = server
  const team = await pMap(
    Array.from({ length: people }, (_, at) => `person-${at}@clinic.test`),
    (email) => addColleague(baseURL, session, { email, role: 'support' }),
    { concurrency: 2 },
  )
  print(`  ${people} people over ${database}${group ? `, in ${megabytes} MB` : ''}, ${SECONDS} s`)
  const taken: Record<'page' | 'call', number[]> = { page: [], call: [] }
  let refused = 0
  const end = performance.now() + SECONDS * 1000
  const click = async (of: keyof typeof taken, path: string, person: SignedIn, json?: unknown) => {
    const began = performance.now()
    const headers = of === 'page' ? { cookie: cookieHeader(person), accept: 'text/html' } : {}
    const asked = {
      headers,
      ...(of === 'call' && { session: person }),
      ...(json !== undefined && { method: 'POST', json }),
    }
    const answer = await ask(baseURL, path, asked).catch(() => null)
    if (answer === null || answer.status > 201) refused += 1
    else taken[of].push(performance.now() - began)
    const [least, most] = THINKS
    await sleep(least + Math.random() * (most - least))
    return answer
  }
  const list = '/api/service/sandbox/v3/orders?page=1&size=50'
  const turn = async (person: SignedIn, number: number) => {
    await click('page', '/sandbox/orders', person)
    const found = orders.safeParse((await click('call', list, person))?.json).data?.orders ?? []
    await click('page', `/sandbox/orders/${found[number % 50]?.id}`, person)
    await click('call', list, person)
    const text = SEARCHES[number % SEARCHES.length] ?? ''
    await click('call', `${list}&search_input=${text}`, person)
    await click('call', '/api/console/directory/sandbox/search', person, { text, limit: 5 })
    if (number % 5 > 0) return
    const view = { name: `View ${number}`, shared: false, filter: { is_critical: true }, look: {} }
    await click('call', '/api/console/views/sandbox/orders', person, view)
  }
  await Promise.all(
    team.map(async (person, at) => {
      // They don't all come at once.
      await sleep(Math.random() * THINKS[1])
      for (let number = at; performance.now() < end; number += 1) await turn(person.session, number)
    }),
  )
  const name = `${people} people, ${database}${megabytes ? ` in ${megabytes} MB` : ''}`
  return [
    { measure: `${name}: HTML of a page, p95, ms`, value: percentile(taken.page, 0.95), target: WITHIN },
    { measure: `${name}: call, p95, ms`, value: percentile(taken.call, 0.95), target: WITHIN },
    { measure: `${name}: clicks refused, of ${taken.page.length + taken.call.length}`, value: refused, target: 0 },
    ...(group ? [{ measure: `${name}: most held, MB`, value: group.most(), target: megabytes }] : []),
  ]
}

const orders = z.object({ orders: z.array(z.object({ id: z.string() })) })
