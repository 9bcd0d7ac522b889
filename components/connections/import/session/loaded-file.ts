/** One file in memory: its rows, how they are read, what is wrong with them. The only place that holds tokens. */

import type { Presence } from '#components/connections/import/rows/batch.ts'
import { checkRow, type ProblemCode, type Settings } from '#components/connections/import/rows/check-row.ts'
import {
  type CheckSummary,
  checkTable,
  type Problems,
  type RowStatus,
  statusOf,
  summarize,
} from '#components/connections/import/rows/check-table.ts'
import {
  FIELDS,
  looksSecret,
  type RecipeField,
  readExpiry,
  readScopes,
  type Sample,
  SECRET_FIELDS,
  shownValue,
  tokenEnd,
} from '#components/connections/import/rows/columns.ts'
import { type Cell, cellText, type Table } from '#components/connections/import/rows/table.ts'
import { bulkImportConnections, type ConnectionRecipe } from '#lib/domains/connections/connection.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { csvFile } from '#lib/utils/text/csv.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'

export type RowFilter = 'all' | RowStatus

/** A row as it may be shown: of its tokens no more than the end. */
export interface ShownRow {
  /** Counts from 0, as the run does. */
  index: number
  /** By which the person finds it in the file. */
  number: number
  user_id: string
  account: string
  /** The account reads like a token: the wrong column, perhaps. */
  isAccountSecret: boolean
  tokenEnd: string
  /** Unix seconds. */
  expires_at: number | null
  scopes: number
  status: RowStatus
  problems: ShownProblem[]
}

/** A row's problem and its value in the file; tokens show only their last characters. */
export interface ShownProblem {
  text: string
  /** Null where the problem isn't about one value, and for a value that is missing. */
  found: (Sample & { column: string }) | null
}

/** Which value a problem is about, where it isn't named after its field. */
const FIELD_OF: Partial<Record<ProblemCode, RecipeField>> = { expired: 'expires_at', odd_expiry: 'expires_at' }

/** `replaces`: users who have the source already and whose tokens the import replaces; null where that isn't known. */
export interface FileSummary extends CheckSummary {
  replaces: number | null
}

export interface ResultRow {
  row: number
  result: string
  reason: string
}

/** Bytes of the recipes of one call; the rest is for what is around them. */
const MAX_BATCH_BYTES = bulkImportConnections.maxBodyBytes - 64 * 1024

export class LoadedFile {
  readonly table: Table
  /** Connection state by row; empty where the service wasn't asked. */
  readonly presence = new Map<number, Presence>()
  readonly #now: () => number
  #settings: Settings | null = null
  #problems: Problems = new Map()
  #found: { of: { problems: Problems; key: string }; rows: number[] } = {
    of: { problems: this.#problems, key: '' },
    rows: [],
  }

  constructor(table: Table, now: () => number) {
    this.table = table
    this.#now = now
  }

  get settings(): Settings {
    if (!this.#settings) throw new Error('The rows haven’t been checked yet.')
    return this.#settings
  }

  check(settings: Settings): FileSummary {
    // The answers were about other users, or another source.
    const { provider, mapping } = this.#settings ?? settings
    if (provider !== settings.provider || mapping.user_id !== settings.mapping.user_id) this.presence.clear()
    this.#settings = settings
    this.#problems = checkTable(this.table, settings, this.presence, this.#now())
    return { ...summarize(this.table.rows.length, this.#problems), replaces: this.#replaces() }
  }

  /** Counts users whose tokens would be replaced: a row that can be sent has a user of its own. Null where not all were asked about. */
  #replaces(): number | null {
    const found = this.sendable().map((row) => this.presence.get(row))
    return found.includes(undefined) ? null : found.filter((presence) => presence === 'connected').length
  }

  /** Returns the indexes of the rows that a filter shows, of those with `text` in what is shown of them. */
  filtered(filter: RowFilter, text = ''): number[] {
    if (text === '') {
      const rows = [...this.table.rows.keys()]
      return filter === 'all' ? rows : rows.filter((row) => statusOf(this.#problems.get(row)) === filter)
    }
    // Scrolling asks for the same rows again and again.
    const { of, rows } = this.#found
    const key = `${filter} ${text}`
    if (of.problems === this.#problems && of.key === key) return rows
    const found = this.filtered(filter).filter((row) => isNamedLike(this.#words(row), text))
    this.#found = { of: { problems: this.#problems, key }, rows: found }
    return found
  }

  /** Returns a row's values as text. */
  #words(index: number): string[] {
    const { number, user_id, account, tokenEnd: end, problems } = this.show(index)
    return [String(number), user_id, account, end, ...problems.map(({ text }) => text)]
  }

  sendable(): number[] {
    return this.filtered('all').filter((row) => statusOf(this.#problems.get(row)) !== 'error')
  }

  /** @throws when the row cannot be sent: such a row is never in a plan. */
  recipe(index: number): ConnectionRecipe {
    const row = this.table.rows[index]
    const recipe = row && checkRow(row, this.table.columns.length, this.settings, this.#now()).recipe
    if (!recipe) throw new Error(`Row ${index} can’t be sent.`)
    return recipe
  }

  /** Returns a row's user as it is sent; as the file has it where it is no ID. */
  userId(index: number): string {
    const text = this.#text(index, 'user_id')
    return uuid.safeParse(text).data ?? text
  }

  plan(maxRows: number): number[][] {
    const batches: number[][] = []
    let bytes = Number.POSITIVE_INFINITY
    const encoder = new TextEncoder()
    for (const row of this.sendable()) {
      const size = encoder.encode(JSON.stringify(this.recipe(row))).length + 1
      const last = batches.at(-1)
      if (last && last.length < maxRows && bytes + size <= MAX_BATCH_BYTES) {
        last.push(row)
        bytes += size
      } else {
        batches.push([row])
        bytes = size
      }
    }
    return batches
  }

  show(index: number): ShownRow {
    const { mapping, expiry } = this.settings
    const account = this.#text(index, 'provider_id')
    const user_id = this.userId(index)
    const expires = mapping.expires_at === null ? null : readExpiry(this.#cell(index, 'expires_at'), expiry)
    const isAccountSecret = looksSecret(account)
    const problems = this.#problems.get(index) ?? []
    return {
      index,
      number: this.table.numbers[index] ?? 0,
      user_id: looksSecret(user_id) ? '' : user_id.slice(0, 48),
      account: isAccountSecret ? tokenEnd(account) : account.slice(0, 48),
      isAccountSecret,
      tokenEnd: tokenEnd(this.#text(index, 'access_token')),
      expires_at: expires?.ok ? expires.at : null,
      scopes: readScopes(this.#cell(index, 'oauth_scopes'))?.length ?? 0,
      status: statusOf(problems),
      problems: problems.map(({ code, text }) => ({ text, found: this.#valueOf(index, code) })),
    }
  }

  problemFile(): Blob {
    const rows = [...this.#problems.keys()].sort((a, b) => a - b)
    return this.#csv(
      ['problem', 'level'],
      rows.map((row) => ({ row, cells: [this.#describe(row), statusOf(this.#problems.get(row))] })),
    )
  }

  /** In the order of the file. */
  resultFile(results: readonly ResultRow[], withLeftOut: boolean): Blob {
    const rows = results.map(({ row, result, reason }) => ({ row, cells: [result, reason] }))
    if (withLeftOut)
      rows.push(...this.filtered('error').map((row) => ({ row, cells: ['Skipped', this.#describe(row)] })))
    return this.#csv(
      ['result', 'reason'],
      rows.sort((a, b) => a.row - b.row),
    )
  }

  #describe(row: number): string {
    return (this.#problems.get(row) ?? []).map(({ text }) => text).join('; ')
  }

  /** Without tokens: a row is found again by its number. */
  #csv(heads: string[], rows: readonly { row: number; cells: string[] }[]): Blob {
    const lines = rows.map(({ row, cells }) => {
      const { number, user_id, account, isAccountSecret } = this.show(row)
      return [number, user_id, isAccountSecret ? '' : account, ...cells]
    })
    return csvFile([[this.table.unit, 'user_id', 'provider_id', ...heads], ...lines])
  }

  wipeTokens() {
    const columns = [...SECRET_FIELDS].flatMap((field) => this.#settings?.mapping[field] ?? [])
    for (const row of this.table.rows) for (const column of columns) row[column] = null
  }

  /** Shown on screen only: no download has it. */
  #valueOf(index: number, code: ProblemCode): ShownProblem['found'] {
    const field = FIELDS.find((one) => one === code) ?? FIELD_OF[code]
    const column = field && this.settings.mapping[field]
    const cell = field && this.#cell(index, field)
    if (!field || typeof column !== 'number' || cellText(cell) === '') return null
    return { ...shownValue(field, cell), column: this.table.columns[column] ?? field }
  }

  #cell(index: number, field: RecipeField): Cell | undefined {
    const column = this.settings.mapping[field]
    return column === null ? undefined : this.table.rows[index]?.[column]
  }

  #text(index: number, field: RecipeField): string {
    return cellText(this.#cell(index, field))
  }
}
