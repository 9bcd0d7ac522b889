/** The engine itself: reads a file, checks it, and speaks to the service about its rows. Runs in the worker, and in tests. */

import { ABSENT, CONNECTED, expiryFacts, NO_USER } from '#components/connections/import/desk/rows/check-table.ts'
import { FIELDS, guessMapping, sampleOf } from '#components/connections/import/desk/rows/columns.ts'
import { sizeProblem } from '#components/connections/import/desk/rows/decode.ts'
import { readTable } from '#components/connections/import/desk/rows/read-table.ts'
import type { AskOutcome, Presence, SendOutcome } from '#components/connections/import/desk/run/port.ts'
import { bulkImportConnections, type ConnectionRecipe } from '#lib/domains/connections/connection.ts'
import { request } from '#lib/kernel/client/request.ts'
import { type AskOptions, askUsers, TooManyCalls } from './ask-users.ts'
import type { DeskContext, Engine, FileFacts, Hooks, LookUpOutcome, Preview } from './engine.ts'
import { createPace } from './pace.ts'
import { Sheet } from './sheet.ts'
import { refusedRows, troubleOf } from './trouble.ts'

const CODES: Readonly<Record<Presence, number>> = { absent: ABSENT, connected: CONNECTED, no_user: NO_USER }
/** Calls that a look at the users may take without being asked for. */
const UNASKED = 250
/** More tell no more. */
const MOST_WITNESSES = 20
/** Asked about just before a batch, where nobody asked about all. */
const FEW_WITNESSES = 3

export function createDesk(context: DeskContext, now: () => number = () => Date.now(), pace = createPace()): Engine {
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
    await pace()
    const answer = await request(bulkImportConnections, { body }, context, { onStatus })
    return { status, answer }
  }
  const askAbout = (rows: readonly number[], { onProgress, signal }: Hooks, most?: number) => {
    const { provider } = sheet().settings
    const options: AskOptions = { context, provider, pace, onProgress, signal, most }
    return askUsers(new Set(rows.map((row) => sheet().userId(row))), options)
  }
  const ask = async (rows: readonly number[], hooks: Hooks = {}): Promise<AskOutcome> => {
    try {
      const known = await askAbout(rows, hooks)
      return { kind: 'answers', answers: new Map(rows.map((row) => [row, known.get(sheet().userId(row)) ?? 'absent'])) }
    } catch (error) {
      return troubleOf(error)
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
        return troubleOf(error)
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
        return refused.length > 0 ? { kind: 'rows_refused', status: 422, rows: refused } : troubleOf(error)
      }
    },

    ask,

    async witnesses(rows) {
      const known = rows.filter((row) => sheet().presence[row] === ABSENT)
      const wasAsked = rows.some((row) => sheet().presence[row] !== 0)
      if (known.length > 0 || wasAsked) return { kind: 'witnesses', rows: known.slice(0, MOST_WITNESSES) }
      const outcome = await ask(rows.slice(0, FEW_WITNESSES))
      if (outcome.kind !== 'answers') return outcome
      return { kind: 'witnesses', rows: [...outcome.answers].flatMap(([row, is]) => (is === 'absent' ? [row] : [])) }
    },

    async probe() {
      try {
        const { status } = await submit([], true)
        return { kind: status === 200 ? 'drained' : 'working' }
      } catch (error) {
        return troubleOf(error)
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
