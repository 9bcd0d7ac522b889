/** The dry run: every row of a file checked, alone and against the others, before anything is sent. */
import { type CheckedRow, checkRow, type Problem, type ProblemCode, type Settings } from './check-row.ts'
import { type ExpiryForm, readExpiry } from './expiry.ts'
import type { Table } from './table.ts'

export const READY = 0
export const WARNING = 1
export const ERROR = 2

/** What the service said of the user of a row before the import; 0 where it was not asked. */
export const NOT_ASKED = 0
export const ABSENT = 1
export const CONNECTED = 2
export const NO_USER = 3
/** One of the four a row, by its index. */
export type Presence = Uint8Array

export interface Checked {
  /** `READY`, `WARNING` or `ERROR` a row, by its index. */
  status: Uint8Array
  /** Of the rows that are not ready. */
  problems: ReadonlyMap<number, readonly Problem[]>
}

export interface CheckSummary {
  total: number
  ready: number
  warnings: number
  errors: number
  /** How many rows have each problem. */
  by_code: Partial<Record<ProblemCode, number>>
}

export function checkTable(table: Table, settings: Settings, presence: Presence, now: number): Checked {
  const problems = new Map<number, Problem[]>()
  const recipes = table.rows.map((row, index) => {
    const checked: CheckedRow = checkRow(row, table.columns.length, settings, now)
    const own = [...checked.problems, ...presenceProblems(checked, presence[index])]
    if (own.length > 0) problems.set(index, own)
    return own.some(({ level }) => level === 'error') ? null : checked.recipe
  })
  const users = new Map<string, number>()
  for (const [index, recipe] of order(recipes, settings.duplicates)) {
    if (!recipe) continue
    const kept = users.get(recipe.user_id)
    if (kept === undefined) {
      users.set(recipe.user_id, index)
      continue
    }
    const same = recipes[kept]?.provider_id === recipe.provider_id
    const text = duplicateWords(table, kept, same, settings.duplicates)
    problems.set(index, [{ code: 'duplicate', level: 'error', text }, ...(problems.get(index) ?? [])])
  }
  return { status: statusOf(table.rows.length, problems), problems }
}

function presenceProblems({ recipe }: CheckedRow, presence: number | undefined): Problem[] {
  if (!recipe) return []
  if (presence === NO_USER) return [{ code: 'no_user', level: 'error', text: 'No user with this user_id' }]
  if (presence === CONNECTED)
    return [{ code: 'renews', level: 'warning', text: 'Connected already, tokens are replaced' }]
  return []
}

function* order<T>(list: readonly T[], kept: Settings['duplicates']): Generator<[number, T]> {
  if (kept === 'first') yield* list.entries()
  else for (const [back, item] of list.toReversed().entries()) yield [list.length - 1 - back, item]
}

function duplicateWords(table: Table, kept: number, same: boolean, which: Settings['duplicates']): string {
  const other = `${table.unit} ${table.numbers[kept]}`
  const what = same ? `Same user_id as ${other}` : `Same user_id as ${other}, with another provider_id`
  return which === 'first' ? what : `${what}, which is used`
}

function statusOf(length: number, problems: ReadonlyMap<number, readonly Problem[]>): Uint8Array {
  const status = new Uint8Array(length)
  for (const [index, list] of problems) status[index] = list.some(({ level }) => level === 'error') ? ERROR : WARNING
  return status
}

export function summarise({ status, problems }: Checked): CheckSummary {
  const count = [0, 0, 0]
  for (const each of status) count[each] = (count[each] ?? 0) + 1
  const [ready = 0, warnings = 0, errors = 0] = count
  const by_code: Partial<Record<ProblemCode, number>> = {}
  for (const list of problems.values())
    for (const code of new Set(list.map((each) => each.code))) by_code[code] = (by_code[code] ?? 0) + 1
  return { total: status.length, ready, warnings, errors, by_code }
}

/** In which forms a column holds times, and the first of them. */
export interface ExpiryFacts {
  forms: Partial<Record<ExpiryForm, number>>
  /** Unix seconds. */
  first: number | null
}

export function expiryFacts(
  table: Pick<Table, 'rows'>,
  { mapping, expiry }: Pick<Settings, 'mapping' | 'expiry'>,
): ExpiryFacts {
  const facts: ExpiryFacts = { forms: {}, first: null }
  const column = mapping.expires_at
  if (column === null) return facts
  for (const row of table.rows) {
    const read = readExpiry(row[column], expiry)
    if (!read.ok) continue
    facts.forms[read.form] = (facts.forms[read.form] ?? 0) + 1
    facts.first ??= read.at
  }
  return facts
}
