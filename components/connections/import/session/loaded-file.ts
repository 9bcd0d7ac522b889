/** One file in memory: its rows, how they are read, what is wrong with them. The only place that holds tokens. */

import { checkRow, type Settings } from '#components/connections/import/rows/check-row.ts'
import {
  type Checked,
  type CheckSummary,
  checkTable,
  ERROR,
  NOT_ASKED,
  READY,
  summarise,
  WARNING,
} from '#components/connections/import/rows/check-table.ts'
import { looksSecret, type RecipeField, SECRET_FIELDS, tokenEnd } from '#components/connections/import/rows/columns.ts'
import { readExpiry } from '#components/connections/import/rows/expiry.ts'
import { readScopes } from '#components/connections/import/rows/scopes.ts'
import { type Cell, cellText, type Table } from '#components/connections/import/rows/table.ts'
import { bulkImportConnections, type ConnectionRecipe } from '#lib/domains/connections/connection.ts'
import { csvRows } from '#lib/utils/text/csv.ts'
import type { ResultRow, RowFilter, ShownRow } from './engine.ts'

/** Bytes of the recipes of one call; the rest is for what stands around them. */
const MAX_BATCH_BYTES = bulkImportConnections.maxBodyBytes - 64 * 1024
/** By the code of a row. */
const STATUSES = ['ready', 'warning', 'error'] as const

const FILTERS: Readonly<Record<RowFilter, (status: number) => boolean>> = {
  all: () => true,
  ready: (status) => status === READY,
  errors: (status) => status === ERROR,
  warnings: (status) => status === WARNING,
}

export class Sheet {
  readonly table: Table
  readonly presence: Uint8Array
  #settings: Settings | null = null
  #checked: Checked = { status: new Uint8Array(0), problems: new Map() }
  readonly #filtered = new Map<RowFilter, number[]>()
  readonly #now: () => number

  constructor(table: Table, now: () => number) {
    this.table = table
    this.presence = new Uint8Array(table.rows.length)
    this.#now = now
  }

  get settings(): Settings {
    if (!this.#settings) throw new Error('The rows have not been checked yet.')
    return this.#settings
  }

  check(settings: Settings): CheckSummary {
    // What was said of other users, or of another source, holds no more.
    const { provider, mapping } = this.#settings ?? settings
    if (provider !== settings.provider || mapping.user_id !== settings.mapping.user_id) this.presence.fill(NOT_ASKED)
    this.#settings = settings
    this.#filtered.clear()
    this.#checked = checkTable(this.table, settings, this.presence, this.#now())
    return summarise(this.#checked)
  }

  /** Indexes of the rows that a filter shows. */
  filtered(filter: RowFilter): number[] {
    const known = this.#filtered.get(filter)
    if (known) return known
    const rows: number[] = []
    for (const [index, status] of this.#checked.status.entries()) if (FILTERS[filter](status)) rows.push(index)
    this.#filtered.set(filter, rows)
    return rows
  }

  sendable(): number[] {
    return [...this.#checked.status.entries()].flatMap(([index, status]) => (status === ERROR ? [] : [index]))
  }

  /** @throws when the row cannot be sent: such a row is never in a plan. */
  recipe(index: number): ConnectionRecipe {
    const row = this.table.rows[index]
    const recipe = row && checkRow(row, this.table.columns.length, this.settings, this.#now()).recipe
    if (!recipe) throw new Error(`Row ${index} cannot be sent.`)
    return recipe
  }

  userId(index: number): string {
    return this.#text(index, 'user_id').toLowerCase()
  }

  plan(most: number): number[][] {
    const batches: number[][] = []
    let bytes = Number.POSITIVE_INFINITY
    const encoder = new TextEncoder()
    for (const row of this.sendable()) {
      const size = encoder.encode(JSON.stringify(this.recipe(row))).length + 1
      const last = batches.at(-1)
      if (last && last.length < most && bytes + size <= MAX_BATCH_BYTES) {
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
    const cell = (field: RecipeField) => this.#cell(index, field)
    const account = this.#text(index, 'provider_id')
    const expires = mapping.expires_at === null ? null : readExpiry(cell('expires_at'), expiry)
    const account_secret = looksSecret(account)
    return {
      index,
      number: this.table.numbers[index] ?? 0,
      user_id: this.#text(index, 'user_id').slice(0, 48),
      account: account_secret ? tokenEnd(account) : account.slice(0, 48),
      account_secret,
      token_end: tokenEnd(this.#text(index, 'access_token')),
      expires_at: expires?.ok ? expires.at : null,
      scopes: readScopes(cell('oauth_scopes'))?.length ?? 0,
      status: STATUSES[this.#checked.status[index] ?? READY] ?? 'ready',
      problems: (this.#checked.problems.get(index) ?? []).map(({ text }) => text),
    }
  }

  problemFile(): Blob {
    const rows = [...this.#checked.problems].sort(([a], [b]) => a - b)
    return this.#file(
      ['problem', 'level'],
      rows.map(([row, problems]) => ({
        row,
        more: [this.#words(row), problems.some(({ level }) => level === 'error') ? 'error' : 'warning'],
      })),
    )
  }

  /** In the order of the file. */
  resultFile(results: readonly ResultRow[], with_left_out: boolean): Blob {
    const rows = results.map(({ row, result, reason }) => ({ row, more: [result, reason] }))
    if (with_left_out)
      rows.push(...this.filtered('errors').map((row) => ({ row, more: ['Left out', this.#words(row)] })))
    return this.#file(
      ['result', 'reason'],
      rows.sort((a, b) => a.row - b.row),
    )
  }

  #words(row: number): string {
    return (this.#checked.problems.get(row) ?? []).map(({ text }) => text).join('; ')
  }

  /** Without tokens: a row is found again by its number. */
  #file(heads: string[], rows: readonly { row: number; more: string[] }[]): Blob {
    const lines = rows.map(({ row, more }) => {
      const { number, user_id, account, account_secret } = this.show(row)
      return [number, looksSecret(user_id) ? '' : user_id, account_secret ? '' : account, ...more]
    })
    return new Blob([csvRows([[this.table.unit, 'user_id', 'provider_id', ...heads], ...lines])], { type: 'text/csv' })
  }

  forget() {
    const columns = [...SECRET_FIELDS].flatMap((field) => this.#settings?.mapping[field] ?? [])
    for (const row of this.table.rows) for (const column of columns) row[column] = null
  }

  #cell(index: number, field: RecipeField): Cell | undefined {
    const column = this.settings.mapping[field]
    return column === null ? undefined : this.table.rows[index]?.[column]
  }

  #text(index: number, field: RecipeField): string {
    return cellText(this.#cell(index, field))
  }
}
