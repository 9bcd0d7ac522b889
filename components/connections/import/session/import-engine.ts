/** The engine itself: reads a file, checks it, and speaks to the service about its rows. Runs in the worker, and in tests. */

import { ABSENT, CONNECTED, expiryFacts, NO_USER } from '#components/connections/import/rows/check-table.ts'
import { FIELDS, guessMapping, sampleOf } from '#components/connections/import/rows/columns.ts'
import { sizeProblem } from '#components/connections/import/rows/decode.ts'
import { readTable } from '#components/connections/import/rows/read-table.ts'
import type { AskOutcome, Presence, SendOutcome } from '#components/connections/import/run/run-port.ts'
import { bulkImportConnections, type ConnectionRecipe } from '#lib/domains/connections/connection.ts'
import { request } from '#lib/kernel/client/request.ts'
import { callFailure, refusedRows } from './call-failure.ts'
import type { Engine, EngineContext, FileFacts, Hooks, LookUpOutcome, Preview } from './engine.ts'
import { Sheet } from './loaded-file.ts'
import { createThrottle } from './throttle.ts'
import { type AskOptions, askUsers, TooManyCalls } from './user-presence.ts'

const CODES: Readonly<Record<Presence, number>> = { absent: ABSENT, connected: CONNECTED, no_user: NO_USER }
/** Calls that a look at the users may take without being asked for. */
const UNASKED = 250
/** More tell no more. */
const MAX_SAMPLE_ROWS = 20
/** Asked about just before a batch, where nobody asked about all. */
const QUICK_SAMPLE_ROWS = 3

export function createImportEngine(
  context: EngineContext,
  now: () => number = () => Date.now(),
  throttle = createThrottle(),
): Engine {
  let current: Sheet | null = null
  const sheet = () => {
    if (!current) throw new Error('No file has been read.')
    return current
  }
  const submit = async (connections: ConnectionRecipe[], wait_for_completion: boolean) => {
    const body = { provider: sheet().settings.provider, connections, wait_for_completion }
    let status = 0
    const onStatus = (answered: number) => {
      status = answered
    }
    await throttle()
    const answer = await request(bulkImportConnections, { body }, context, { onStatus })
    return { status, answer }
  }
  const askAbout = (rows: readonly number[], { onProgress, signal }: Hooks, most?: number) => {
    const { provider } = sheet().settings
    const options: AskOptions = { context, provider, throttle, onProgress, signal, most }
    return askUsers(new Set(rows.map((row) => sheet().userId(row))), options)
  }
  const ask = async (rows: readonly number[], hooks: Hooks = {}): Promise<AskOutcome> => {
    try {
      const known = await askAbout(rows, hooks)
      return { kind: 'answers', answers: new Map(rows.map((row) => [row, known.get(sheet().userId(row)) ?? 'absent'])) }
    } catch (error) {
      return callFailure(error)
    }
  }

  return {
    async read(file) {
      const unfit = sizeProblem(file.size)
      if (unfit) return { ok: false, problem: unfit }
      const bytes = new Uint8Array(await file.arrayBuffer())
      const table = readTable(bytes)
      if (!table.ok) return table
      current = new Sheet(table.value, now)
      const { format, unit, rows, columns, provider } = table.value
      const facts: FileFacts = {
        name: file.name,
        size: file.size,
        format,
        unit,
        rows: rows.length,
        columns,
        mapping: guessMapping(table.value),
        provider,
        fingerprint: await fingerprintOf(bytes),
      }
      return { ok: true, facts }
    },

    async preview({ mapping, expiry }) {
      const { table } = sheet()
      const samples: Preview['samples'] = {}
      for (const field of FIELDS) {
        const column = mapping[field]
        if (column !== null) samples[field] = sampleOf(field, table.rows, column)
      }
      return { samples, expiry: expiryFacts(table, { mapping, expiry }) }
    },

    check: async (settings) => sheet().check(settings),

    async shown({ filter, from, count }) {
      const rows = sheet()
        .filtered(filter)
        .slice(from, from + count)
      return rows.map((row) => sheet().show(row))
    },

    shownRows: async (rows) => rows.map((row) => sheet().show(row)),

    async lookUp({ anyway }, hooks = {}): Promise<LookUpOutcome> {
      const rows = sheet().sendable()
      try {
        const known = await askAbout(rows, hooks, anyway ? undefined : UNASKED)
        const facts = { connected: 0, no_user: 0 }
        for (const row of rows) {
          const presence = known.get(sheet().userId(row)) ?? 'absent'
          sheet().presence[row] = CODES[presence]
          if (presence !== 'absent') facts[presence] += 1
        }
        return { kind: 'done', facts }
      } catch (error) {
        if (error instanceof TooManyCalls) return { kind: 'costly', calls: error.calls }
        return callFailure(error)
      }
    },

    plan: async (most) => sheet().plan(most),

    async send({ rows, wait }): Promise<SendOutcome> {
      const connections = rows.map((row) => sheet().recipe(row))
      try {
        const { status, answer } = await submit(connections, wait)
        const [imported, failed] = [new Set(answer?.user_ids_imported), new Set(answer?.user_ids_failed)]
        const among = (ids: ReadonlySet<string>) => rows.filter((_, at) => ids.has(connections[at]?.user_id ?? ''))
        return { kind: 'taken', status, imported: among(imported), failed: among(failed) }
      } catch (error) {
        const refused = refusedRows(error, rows)
        return refused.length > 0 ? { kind: 'rows_refused', status: 422, rows: refused } : callFailure(error)
      }
    },

    ask,

    async sampleRows(rows) {
      const known = rows.filter((row) => sheet().presence[row] === ABSENT)
      const wasAsked = rows.some((row) => sheet().presence[row] !== 0)
      if (known.length > 0 || wasAsked) return { kind: 'sampleRows', rows: known.slice(0, MAX_SAMPLE_ROWS) }
      const outcome = await ask(rows.slice(0, QUICK_SAMPLE_ROWS))
      if (outcome.kind !== 'answers') return outcome
      return { kind: 'sampleRows', rows: [...outcome.answers].flatMap(([row, is]) => (is === 'absent' ? [row] : [])) }
    },

    async isQueueIdle() {
      try {
        const { status } = await submit([], true)
        return { kind: status === 200 ? 'drained' : 'working' }
      } catch (error) {
        return callFailure(error)
      }
    },

    problemFile: async () => sheet().problemFile(),
    resultFile: async ({ results, with_left_out }) => sheet().resultFile(results, with_left_out),

    async forget() {
      sheet().forget()
      return null
    },
  }
}

/** Null where the page is not from a secure address: then the browser has no digests. */
async function fingerprintOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  if (typeof crypto === 'undefined' || !crypto.subtle) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
