/** The user directory over a very large service: how long a crawl takes, what memory it needs, how quick searches are. */

import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createCrawler } from '#lib/domains/users/console/crawl.ts'
import type { DirectoryStore } from '#lib/domains/users/console/store/store.ts'
import { directoryChecks, directoryConnections } from '#lib/domains/users/console/tables.ts'
import { type DirectorySearch, directorySearch } from '#lib/domains/users/directory.ts'
import { connectionSearch } from '#lib/domains/users/directory-connections.ts'
import { type Database, openDatabase } from '#lib/platform/database/database.ts'
import { overHttp } from '#lib/proxy/over-http.ts'
import { createUserSource } from '#lib/proxy/sources.ts'
import { createPostgresConsoleStore } from '#lib/system/console/store-sql.ts'
import { createLog, logReadFailures } from '#lib/system/log/log.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { fakeId, fakeUser } from './fake-users.ts'
import {
  type BenchOptions,
  defer,
  figure,
  overBoth,
  type Place,
  percentile,
  print,
  printTable,
  type Sample,
  takeTurns,
  verdict,
} from './harness.ts'
import type { ProcessorClock } from './processor.ts'
import { startChild } from './servers.ts'

async function checkUsers(db: Database): Promise<void> {
  // One in a hundred is broken in some way, one in fifty isn’t checked yet.
  await db.execute(sql`
    update ${directoryConnections} set state = case abs(hashtext(user_id::text || slug)) % 1000
      when 0 then 'revoked' when 1 then 'failing' when 2 then 'needs_sign_in' when 3 then 'needs_sign_in'
      else case when abs(hashtext(user_id::text)) % 50 = 0 then 'not_checked' else 'connected' end end`)
  await db.execute(sql`
    update ${directoryChecks} set checked_at = now() - (abs(hashtext(user_id::text)) % 86400) * interval '1 second',
      order_at = now() - (abs(hashtext(user_id::text)) % 86400) * interval '1 second'
    where abs(hashtext(user_id::text)) % 50 > 0`)
  await db.execute(sql`vacuum (analyze) ${directoryConnections}, ${directoryChecks}`)
}

const ENVIRONMENT = 'production'
const RUNS = 20
/** Milliseconds of processor time that a search may take at the database. */
const MAX_LISTED = 50
const MEBIBYTE = 2 ** 20

const numbers = new Intl.NumberFormat('en')

/** On the embedded database, then on a PostgreSQL server where the machine has the program. */
export const bench = ({ users = 1_000_000 }: BenchOptions) =>
  overBoth((place, processor) => benchOver(place, users, processor))

async function benchOver(place: Place, users: number, processor: ProcessorClock) {
  const service = await startChild('users', users)
  const { db, close } = await openDatabase(place)
  defer(close)
  const store = createPostgresConsoleStore(db)
  await crawl(store, service.port, 'first crawl')
  await crawl(store, service.port, 'second crawl, nothing new')
  await checkUsers(db)
  const most = show(`${numbers.format(users)} users`, await takeTurns(searches(users, store), RUNS, processor))
  print(`  budget: at most ${MAX_LISTED} ms of processor time a search: ${figure(most)}, ${verdict(most, MAX_LISTED)}`)
  show('no search: all rows, or half of them', await takeTurns(wholeReads(users, store), RUNS, processor))
  print(`  load of the machine during the run: ${figure(loadavg()[0] ?? 0)}`)
}

/** Prints the table; the most processor time that one of them takes. */
function show(title: string, samples: ReadonlyMap<string, Sample>): number {
  const rows = [...samples].map(([name, { taken, used }]) => [
    name,
    percentile(taken, 0.5),
    percentile(taken, 0.95),
    used,
  ])
  printTable([title, 'p50 ms', 'p95 ms', 'processor ms'], rows)
  return Math.max(...[...samples.values()].map(({ used }) => used))
}

/** Reads the whole list as the server does, pauses and all, and says what it took. */
async function crawl(store: DirectoryStore, port: number, name: string) {
  const upstream = { id: ENVIRONMENT, label: 'Bench', api_key: 'bench', upstream: overHttp(`http://127.0.0.1:${port}`) }
  const onError = logReadFailures(createLog('warn'))
  const source = createUserSource({ environments: [upstream], key_header: 'x-key', onError })
  const never = new AbortController().signal
  const crawler = createCrawler({ store, source, now: () => new Date(), interval: 0, pause: (time) => sleep(time) })
  const samples: number[] = []
  const sampler = setInterval(() => samples.push(process.memoryUsage.rss()), 100)
  const begin = performance.now()
  const cpu = process.cpuUsage()
  while (await crawler.work(ENVIRONMENT, never)) await tell(store)
  clearInterval(sampler)
  const { user, system } = process.cpuUsage(cpu)
  const { users, problem } = await store.directoryProgress(ENVIRONMENT)
  if (problem) throw new Error(problem)
  const warm = samples.slice(0, Math.ceil(samples.length / 10))
  const growth = (Math.max(...samples) - percentile(warm, 1)) / MEBIBYTE
  print(
    `  ${name}: ${numbers.format(users)} users in ${figure((performance.now() - begin) / 1000, 0)} s, ` +
      `${figure((user + system) / 1e6, 0)} s of processor time, resident memory at most ` +
      `${figure(Math.max(...samples) / MEBIBYTE, 0)} MiB, ${figure(growth, 0)} MiB more than in its first tenth`,
  )
}

async function tell(store: DirectoryStore) {
  const { crawl: under } = await store.directoryProgress(ENVIRONMENT)
  if (under) process.stderr.write(`    ${numbers.format(under.position)} of ${numbers.format(under.total ?? 0)}\r`)
}

type Ask = () => Promise<unknown>

function searches(users: number, store: DirectoryStore): Map<string, Ask> {
  const search = (values: Partial<DirectorySearch>) => () =>
    store.searchDirectory(ENVIRONMENT, directorySearch.parse(values))
  const connections = (values: object) => () =>
    store.searchDirectoryConnections(ENVIRONMENT, connectionSearch.parse(values))
  const middle = Math.floor(users / 2)
  const day = (place: number) => fakeUser(place, users).created_on.slice(0, 10)
  const reference = `member-${10_000 + middle}`
  return new Map<string, Ask>([
    ['everybody, first page', search({})],
    ['everybody, first page of 500', search({ limit: 500 })],
    ['everybody, last page', search({ offset: users - 100 })],
    ['a user id', search({ text: fakeId(middle) })],
    ['an ID as it is shown', search({ text: shortId(fakeId(middle)) })],
    ['the last four of an ID', search({ text: fakeId(middle).slice(-4) })],
    ['the first eight of an ID', search({ text: fakeId(middle).slice(0, 8) })],
    ['an inner part of an ID', search({ text: fakeId(middle).slice(9, 18) })],
    ['four digits of an ID, a rare source', search({ text: fakeId(middle).slice(-4), sources: ['source_39'] })],
    ['a whole reference', search({ text: reference })],
    ['beginning, few', search({ text: reference.slice(0, -2) })],
    ['beginning, many', search({ text: 'member-' })],
    ['two characters', search({ text: 'cl' })],
    ['inner part, few', search({ text: reference.slice(-4) })],
    ['inner part, three digits', search({ text: reference.slice(-3) })],
    ['inner part, many', search({ text: 'ember' })],
    ['inner part, in every tenth', search({ text: 'linic' })],
    ['inner part, nowhere', search({ text: 'zzqx' })],
    ['a common source', search({ sources: ['source_00'] })],
    ['a rare source', search({ sources: ['source_39'] })],
    ['a rare source, reference', search({ sources: ['source_39'], text: 'member-1' })],
    ['no connections', search({ has_connections: false })],
    ['some connections', search({ has_connections: true })],
    ['a week', search({ created_from: day(middle), created_to: day(middle - 5000) })],
    ['a week, a source', search({ created_from: day(middle), created_to: day(middle - 5000), sources: ['source_20'] })],
    ['a walk, in the middle', search({ limit: 500, after: walkedTo(middle, users) })],
    ['a walk, a rare source', search({ limit: 500, after: walkedTo(middle, users), sources: ['source_39'] })],
    ['a walk, inner part, few', search({ limit: 500, after: walkedTo(middle, users), text: reference.slice(-4) })],
    ['a walk, inner part, many', search({ limit: 500, after: walkedTo(middle, users), text: 'ember' })],
    ['nobody in a week', search({ created_from: '2021-01-01', created_to: '2021-01-07' })],
    ['connections, newest', connections({})],
    ['connections of a source', connections({ sources: ['source_20'] })],
    ['connections of three sources', connections({ sources: ['source_20', 'source_31', 'source_39'] })],
    ['connections that need sign-in', connections({ states: ['needs_sign_in'] })],
    ['connections that work', connections({ states: ['connected'] })],
    ['broken connections of a source', connections({ states: ['failing', 'revoked'], sources: ['source_20'] })],
    ['users to check next', () => store.hasDueChecks(ENVIRONMENT, dueAt(Date.now()))],
    ['nobody to check', () => store.hasDueChecks(ENVIRONMENT, dueAt(0))],
    ['connections, a walk', connections({ limit: 500, after: `${day(middle)}T00:00:00.000Z_${fakeId(0)}_source_00` })],
  ])
}

/** They grow with the directory: a page that nobody leafs to, and the chart of the page of all connections. */
function wholeReads(users: number, store: DirectoryStore): Map<string, Ask> {
  const counts = (values: object) => () => store.countDirectorySources(ENVIRONMENT, values, new Date())
  const middle = directorySearch.parse({ offset: Math.floor(users / 2) })
  return new Map<string, Ask>([
    ['everybody, in the middle', () => store.searchDirectory(ENVIRONMENT, middle)],
    ['counts of all sources', counts({})],
    ['how many were checked', () => store.connectionCoverage(ENVIRONMENT, null)],
    ['counts of a year', counts({ created_from: '2023-01-01', created_to: '2023-12-31' })],
  ])
}

function dueAt(time: number) {
  return { now: new Date().toISOString(), checked_before: new Date(time).toISOString() }
}

function walkedTo(place: number, users: number): string {
  const { created_on, user_id } = fakeUser(place, users)
  return `${created_on}_${user_id}`
}
