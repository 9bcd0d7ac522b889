/** The dry run: every row of a file checked, alone and against the others, before anything is sent. */
import type { Presence } from './batch.ts'
import { type CheckedRow, checkRow, type Problem, type ProblemCode, type Settings } from './check-row.ts'
import { type ExpiryForm, readExpiry } from './columns.ts'
import type { Table } from './table.ts'

export type RowStatus = 'ready' | 'warning' | 'error'

/** Problems of the rows that are not ready, by index. */
export type Problems = ReadonlyMap<number, readonly Problem[]>

export interface CheckSummary {
  total: number
  ready: number
  warnings: number
  errors: number
  /** How many rows have each problem. */
  by_code: Partial<Record<ProblemCode, number>>
}

/** `presence`: what the service said of the user of each row, where it was asked. `now`: milliseconds. */
export function checkTable(
  table: Table,
  settings: Settings,
  presence: ReadonlyMap<number, Presence>,
  now: number,
): Problems {
  const problems = new Map<number, Problem[]>()
  const add = (row: number, ...more: Problem[]) => problems.set(row, [...more, ...(problems.get(row) ?? [])])
  const recipes = table.rows.map((row, index) => {
    const checked = checkRow(row, table.columns.length, settings, now)
    const own = [...checked.problems, ...presenceProblems(checked, presence.get(index))]
    if (own.length > 0) add(index, ...own)
    return own.some(({ level }) => level === 'error') ? null : checked.recipe
  })
  const rows = [...recipes.keys()]
  const rowOfUser = new Map<string, number>()
  for (const index of settings.duplicates === 'first' ? rows : rows.toReversed()) {
    const recipe = recipes[index]
    if (!recipe) continue
    const used = rowOfUser.get(recipe.user_id)
    if (used === undefined) {
      rowOfUser.set(recipe.user_id, index)
      continue
    }
    const other = recipes[used]?.provider_id === recipe.provider_id ? '' : ', with another provider_id'
    const which = settings.duplicates === 'first' ? '' : ', which is used'
    const text = `Same user_id as ${table.unit} ${table.numbers[used]}${other}${which}`
    add(index, { code: 'duplicate', level: 'error', text })
  }
  return problems
}

function presenceProblems({ recipe }: CheckedRow, presence: Presence | undefined): Problem[] {
  if (!recipe) return []
  if (presence === 'no_user') return [{ code: 'no_user', level: 'error', text: 'No user with this user_id' }]
  if (presence === 'connected')
    return [{ code: 'renews', level: 'warning', text: 'Already connected, tokens will be replaced' }]
  return []
}

export function statusOf(problems: readonly Problem[] = []): RowStatus {
  if (problems.length === 0) return 'ready'
  return problems.some(({ level }) => level === 'error') ? 'error' : 'warning'
}

export function summarize(total: number, problems: Problems): CheckSummary {
  const by_code: CheckSummary['by_code'] = {}
  let errors = 0
  for (const list of problems.values()) {
    if (statusOf(list) === 'error') errors += 1
    for (const code of new Set(list.map((each) => each.code))) by_code[code] = (by_code[code] ?? 0) + 1
  }
  return { total, ready: total - problems.size, warnings: problems.size - errors, errors, by_code }
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
