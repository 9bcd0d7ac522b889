/** Everything of an import that needs its file: reads it, checks it, asks and sends. Runs in the worker, and in tests. */

import pMap from 'p-map'
import type {
  CallFailure,
  CallResult,
  OnProgress,
  Presence,
  RefusedRow,
  SendResult,
} from '#components/connections/import/rows/batch.ts'
import type { Settings } from '#components/connections/import/rows/check-row.ts'
import { type ExpiryFacts, expiryFacts } from '#components/connections/import/rows/check-table.ts'
import {
  FIELDS,
  guessMapping,
  type Mapping,
  type RecipeField,
  type Sample,
  sampleOf,
} from '#components/connections/import/rows/columns.ts'
import { readTable, sizeProblem } from '#components/connections/import/rows/read-table.ts'
import type { FileProblem, Table } from '#components/connections/import/rows/table.ts'
import { bulkImportConnections, type ConnectionRecipe, listUserProviders } from '#lib/domains/connections/connection.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { type RequestContext, request } from '#lib/kernel/client/request.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { LoadedFile, type ResultRow, type RowFilter } from './loaded-file.ts'
import { createThrottle } from './throttle.ts'

/** The most users a page may have (spec, endpoint 5). */
const PAGE_SIZE = 500
/** Up to here users are asked about one by one, without finding out how many there are. */
const MAX_DIRECT = 4
const CONCURRENCY = 4

interface PresenceOptions {
  context: RequestContext
  provider: string
  throttle: () => Promise<void>
  onProgress?: OnProgress | undefined
  signal?: AbortSignal | undefined
  maxCalls?: number | undefined
}

/** The question takes more calls than `maxCalls`; nothing was found out. */
class TooManyCalls extends Error {
  readonly calls: number

  constructor(calls: number) {
    super(`${calls} calls`)
    this.calls = calls
  }
}

/** @throws RequestError of the call that failed; TooManyCalls. */
async function fetchPresence(ids: ReadonlySet<string>, options: PresenceOptions): Promise<Map<string, Presence>> {
  if (ids.size <= MAX_DIRECT) return askOneByOne([...ids], options)
  const first = await fetchPage(0, options)
  const calls = Math.min(Math.ceil(first.total / PAGE_SIZE), ids.size)
  if (options.maxCalls !== undefined && calls > options.maxCalls) throw new TooManyCalls(calls)
  if (calls === ids.size) return askOneByOne([...ids], options)
  return askByPages(ids, first, options)
}

async function askByPages(
  ids: ReadonlySet<string>,
  first: Awaited<ReturnType<typeof fetchPage>>,
  options: PresenceOptions,
): Promise<Map<string, Presence>> {
  const { provider, onProgress } = options
  const { total } = first
  const found = new Map<string, Presence>()
  let page = first
  for (let offset = PAGE_SIZE; ; offset += PAGE_SIZE) {
    for (const { user_id, connected_sources } of page.users.filter((user) => ids.has(user.user_id)))
      found.set(user_id, connected_sources.some(({ source }) => source.slug === provider) ? 'connected' : 'absent')
    if (offset >= total || found.size === ids.size || page.users.length === 0) break
    onProgress?.(offset, total)
    page = await fetchPage(offset, options)
  }
  onProgress?.(total, total)
  const missing = [...ids].filter((id) => !found.has(id))
  // While users come and go, pages shift, and somebody may have slipped between two of them.
  if (page.total !== total) return new Map([...found, ...(await askOneByOne(missing, options))])
  return new Map([...found, ...missing.map((id): [string, Presence] => [id, 'no_user'])])
}

async function fetchPage(offset: number, { context, throttle, signal }: PresenceOptions) {
  await throttle()
  return request(listUsers, { query: { offset, limit: PAGE_SIZE } }, context, signal && { signal })
}

async function askOneByOne(ids: readonly string[], options: PresenceOptions): Promise<Map<string, Presence>> {
  let done = 0
  let isOver = false
  const answer = async (id: string) => {
    const presence = await askAboutUser(id, options)
    done += 1
    // Calls that were under way when one failed still end.
    if (!isOver) options.onProgress?.(done, ids.length)
    return [id, presence] as const
  }
  const answers = pMap(ids, answer, { concurrency: CONCURRENCY }).finally(() => {
    isOver = true
  })
  return new Map(await answers)
}

async function askAboutUser(
  user_id: string,
  { context, provider, throttle, signal }: PresenceOptions,
): Promise<Presence> {
  await throttle()
  try {
    const { providers } = await request(listUserProviders, { params: { user_id } }, context, signal && { signal })
    return providers.some(({ slug }) => slug === provider) ? 'connected' : 'absent'
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return 'no_user'
    throw error
  }
}

/** Wait when the service names no time. */
const DEFAULT_WAIT_MS = 5_000

/** @throws whatever is not a RequestError. */
function callFailure(error: unknown): CallFailure {
  if (!(error instanceof RequestError)) throw error
  const { kind, status = null, message: detail, retry_after_ms } = error
  if (kind === 'network' || kind === 'shape' || status === null) return { kind: 'lost', status, detail }
  if (status === 429) return { kind: 'busy', waitMs: retry_after_ms ?? DEFAULT_WAIT_MS, detail }
  // A gateway or a failing service may have passed on or taken what it could not answer.
  if (status >= 500 || status === 408) return { kind: 'lost', status, detail }
  return { kind: 'refused', status, detail }
}

/** Returns the rows that a 422 names, or the check before sending; none when the call as a whole was wrong. */
function refusedRows(error: unknown, rows: readonly number[]): RefusedRow[] {
  if (!(error instanceof RequestError) || !(error.status === 422 || error.kind === 'input')) return []
  const reasons = new Map<number, string[]>()
  for (const { loc, msg } of error.issues) {
    const [, list, at, ...field] = loc
    const row = list === 'connections' && typeof at === 'number' ? rows[at] : undefined
    if (row === undefined) return []
    reasons.set(row, [...(reasons.get(row) ?? []), `${field.join('.')}: ${msg}`])
  }
  return [...reasons].map(([row, texts]) => ({ row, reason: texts.join(' ') }))
}

export interface EngineContext {
  environment: string
  /** Origin of the page: a worker's own may differ. */
  origin: string
}

export interface FileFacts extends Pick<Table, 'format' | 'unit' | 'columns' | 'provider'> {
  name: string
  /** Bytes. */
  size: number
  rows: number
  mapping: Mapping
  /** SHA-256 of the bytes, by which the same file is known again; null where the browser offers none (plain http). */
  fingerprint: string | null
}

type ReadResult = { ok: true; facts: FileFacts } | { ok: false; problem: FileProblem }

export interface Preview {
  samples: Partial<Record<RecipeField, Sample>>
  expiry: ExpiryFacts
}

export interface LookUpFacts {
  connected: number
  no_user: number
}

/** `costly`: so many calls that a person should agree first. */
type LookUpResult = CallResult<LookUpFacts> | { kind: 'costly'; calls: number }

export type ImportEngine = ReturnType<typeof createImportEngine>

/** Calls that looking up the users may take without being asked for. */
const MAX_LOOK_UP_CALLS = 250
/** More rows tell no more. */
const MAX_SAMPLE_ROWS = 20
/** Looked up just before a batch, where the users were not looked up before. */
const QUICK_SAMPLE_ROWS = 3

/** `now`: milliseconds since 1970. Every function can be called through a worker. */
export function createImportEngine(context: EngineContext, now = clockNow, throttle = createThrottle()) {
  let loaded: LoadedFile | null = null
  let lookUpAbort = new AbortController()

  function file(): LoadedFile {
    if (!loaded) throw new Error('No file has been read.')
    return loaded
  }

  async function submit(connections: ConnectionRecipe[], wait_for_completion: boolean) {
    const body = { provider: file().settings.provider, connections, wait_for_completion }
    let status = 0
    const onStatus = (answered: number) => {
      status = answered
    }
    await throttle()
    const answer = await request(bulkImportConnections, { body }, context, { onStatus })
    return { status, answer }
  }

  async function presenceOf(
    rows: readonly number[],
    options: Pick<PresenceOptions, 'onProgress' | 'signal' | 'maxCalls'>,
  ) {
    const { provider } = file().settings
    const ids = new Set(rows.map((row) => file().userId(row)))
    const known = await fetchPresence(ids, { context, provider, throttle, ...options })
    return new Map(rows.map((row): [number, Presence] => [row, known.get(file().userId(row)) ?? 'absent']))
  }

  async function askPresence(
    rows: readonly number[],
    onProgress?: OnProgress,
  ): Promise<CallResult<ReadonlyMap<number, Presence>>> {
    try {
      return { kind: 'ok', value: await presenceOf(rows, { onProgress }) }
    } catch (error) {
      return callFailure(error)
    }
  }

  return {
    async read(source: File): Promise<ReadResult> {
      const problem = sizeProblem(source.size)
      if (problem) return { ok: false, problem }
      const bytes = new Uint8Array(await source.arrayBuffer())
      const table = readTable(bytes)
      if (!table.ok) return table
      loaded = new LoadedFile(table.value, now)
      const { format, unit, rows, columns, provider } = table.value
      const mapping = guessMapping(table.value)
      const fingerprint = await fingerprintOf(bytes)
      const { name, size } = source
      return {
        ok: true,
        facts: { name, size, format, unit, rows: rows.length, columns, mapping, provider, fingerprint },
      }
    },

    async preview(mapping: Mapping, expiry: Settings['expiry']): Promise<Preview> {
      const { table } = file()
      const samples: Preview['samples'] = {}
      for (const field of FIELDS) {
        const column = mapping[field]
        if (column !== null) samples[field] = sampleOf(field, table.rows, column)
      }
      return { samples, expiry: expiryFacts(table, { mapping, expiry }) }
    },

    check: async (settings: Settings) => file().check(settings),

    /** Returns how many rows of a filter show such a text. */
    countFound: async (filter: RowFilter, text: string) => file().filtered(filter, text).length,
    showFiltered: async (filter: RowFilter, from: number, count: number, text = '') =>
      file()
        .filtered(filter, text)
        .slice(from, from + count)
        .map((row) => file().show(row)),
    showRows: async (rows: readonly number[]) => rows.map((row) => file().show(row)),

    /** Looks up the users of the rows that can be sent; the next check counts what was found. */
    async lookUp(isAgreed: boolean, onProgress?: OnProgress): Promise<LookUpResult> {
      lookUpAbort = new AbortController()
      const { signal } = lookUpAbort
      const maxCalls = isAgreed ? undefined : MAX_LOOK_UP_CALLS
      try {
        const presence = await presenceOf(file().sendable(), { onProgress, signal, maxCalls })
        const facts = { connected: 0, no_user: 0 }
        for (const [row, found] of presence) {
          file().presence.set(row, found)
          if (found !== 'absent') facts[found] += 1
        }
        return { kind: 'ok', value: facts }
      } catch (error) {
        if (error instanceof TooManyCalls) return { kind: 'costly', calls: error.calls }
        return callFailure(error)
      }
    },
    cancelLookUp: async () => lookUpAbort.abort(),

    /** Returns the rows that can be sent in batches of at most `maxRows`, each within what one call may hold. */
    plan: async (maxRows: number) => file().plan(maxRows),

    async send(rows: readonly number[], waitForResults: boolean): Promise<SendResult> {
      const connections = rows.map((row) => file().recipe(row))
      try {
        const { status, answer } = await submit(connections, waitForResults)
        const rowsOf = (ids: readonly string[] = []) => {
          const users = new Set(ids)
          return rows.filter((_, at) => users.has(connections[at]?.user_id ?? ''))
        }
        const [imported, failed] = [rowsOf(answer?.user_ids_imported), rowsOf(answer?.user_ids_failed)]
        return { kind: 'taken', status, imported, failed }
      } catch (error) {
        const refused = refusedRows(error, rows)
        return refused.length > 0 ? { kind: 'rows_refused', status: 422, rows: refused } : callFailure(error)
      }
    },

    askPresence,

    /** Returns rows whose users do not have the source yet: if they have it later, the batch arrived. */
    async sampleRows(rows: readonly number[]): Promise<CallResult<number[]>> {
      const { presence } = file()
      const absent = (known: ReadonlyMap<number, Presence>) => rows.filter((row) => known.get(row) === 'absent')
      if (rows.some((row) => presence.has(row)))
        return { kind: 'ok', value: absent(presence).slice(0, MAX_SAMPLE_ROWS) }
      const answer = await askPresence(rows.slice(0, QUICK_SAMPLE_ROWS))
      return answer.kind === 'ok' ? { kind: 'ok', value: absent(answer.value) } : answer
    },

    /** Imports an empty list and waits for it: whether what was submitted before is done. */
    async isQueueIdle(): Promise<CallResult<boolean>> {
      try {
        const { status } = await submit([], true)
        return { kind: 'ok', value: status === 200 }
      } catch (error) {
        return callFailure(error)
      }
    },

    problemFile: async () => file().problemFile(),
    resultFile: async (results: readonly ResultRow[], withLeftOut: boolean) => file().resultFile(results, withLeftOut),
    /** Removes the tokens from memory; everything else stays for the results. */
    wipeTokens: async () => file().wipeTokens(),
  }
}

/** Null where the page is not from a secure address: then the browser has no digests. */
async function fingerprintOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (typeof crypto === 'undefined' || !crypto.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
