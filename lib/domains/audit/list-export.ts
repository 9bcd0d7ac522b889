/** What the files of lists have in common: their columns, their names, and their place in the audit log. */

import { consoleRequest } from '#lib/kernel/client/request.ts'
import { exportPages } from '#lib/kernel/list/export-pages.ts'
import { isDemoPage } from '#lib/utils/browser/browser.ts'
import type { CsvCell } from '#lib/utils/text/csv.ts'
import { type ReportedAction, reportAction } from './report-action.ts'

/** By the id of the column on screen: its name in the file, as the interface has it, and its value. */
export type FileColumns<T> = Readonly<Record<string, { name: string; value: (row: T) => CsvCell }>>

export interface ListExport {
  environment: string
  /** Ids of columns, in their order; those that no file has are left out. */
  columns: readonly string[]
  signal: AbortSignal
  onRows: (rows: number) => void
  /** How many rows it will have; null where nobody counted that far. */
  rows: number | null
}

/** Most ids that one entry of the audit log takes. */
const SUBJECTS = 1_000

/** The head of a file, and its lines. */
export function fileOf<T>(all: FileColumns<T>, columns: readonly string[]) {
  const cells = columns.flatMap((id) => all[id] ?? [])
  return {
    head: cells.map(({ name }) => name),
    lines: (rows: readonly T[]) => rows.map((row) => cells.map(({ value }) => value(row))),
  }
}

/** `list` is the list's word for itself: "users". The demo's files are named as such when they are saved. */
export function fileName(list: string, environment: string) {
  const parts = [list, ...(isDemoPage() ? [] : [environment]), new Date().toISOString().slice(0, 10)]
  return `${parts.join('-')}.csv`
}

/** On record before the first row is read, with how many there are as far as that is known. */
export function reportExport(
  action: ReportedAction,
  { environment, signal, rows }: Pick<ListExport, 'environment' | 'signal' | 'rows'>,
  subjects: string[] = [],
) {
  const body = { action, environment, subjects, ...(rows !== null && { rows }) }
  return consoleRequest(reportAction, { body }, {}, { signal })
}

interface ChosenRows<T> {
  list: string
  action: ReportedAction
  file: ReturnType<typeof fileOf<T>>
  rows: readonly T[]
  idOf: (row: T) => string
}

/** Files away rows that are at hand. Returns how many. */
export async function exportRows<T>(
  { list, action, file, rows, idOf }: ChosenRows<T>,
  { environment, signal, onRows }: Omit<ListExport, 'columns' | 'rows'>,
): Promise<number> {
  const ids = rows.map(idOf)
  for (let from = 0; from < ids.length; from += SUBJECTS) {
    const part = ids.slice(from, from + SUBJECTS)
    await reportExport(action, { environment, signal, rows: part.length }, part)
  }
  return exportPages({
    name: fileName(list, environment),
    head: file.head,
    first: 0,
    read: async () => ({ rows: file.lines(rows), next: null }),
    signal,
    onRows,
  })
}
