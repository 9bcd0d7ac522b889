import { consoleRequest } from '#lib/kernel/client/request.ts'
import { exportPages } from '#lib/kernel/list/export-pages.ts'
import { isDemoPage } from '#lib/utils/browser/browser.ts'
import { type CsvCell, localCell } from '#lib/utils/text/csv.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { type ReportedAction, reportAction } from './report-action.ts'

/** A column of a file; an `instant` gets a second one, on the viewer's clock. */
type FileColumn<T> =
  | { name: string; value: (row: T) => CsvCell }
  | { name: string; instant: (row: T) => string | null | undefined }
/** By the id of the column on screen: its name in the file, as the interface has it, and its value. */
export type FileColumns<T> = Readonly<Record<string, FileColumn<T>>>

export interface ListExport {
  environment: string
  /** Ids of columns, in their order; those that no file has are left out. */
  columns: readonly string[]
  signal: AbortSignal
  onRows: (rows: number) => void
  onNote?: (note: string) => void
  /** How many rows it will have; null where nobody counted that far. */
  rows: number | null
}

/** Most ids that one entry of the audit log takes. */
const SUBJECTS = 1_000

/** The head of a file, and its lines: columns by their ids, each once. */
export function fileOf<T>(all: FileColumns<T>, columns: readonly string[]) {
  const zone = viewerZone()
  const cells = [...new Set(columns)].flatMap((id) => {
    const column = all[id]
    if (!column) return []
    if (!('instant' in column)) return [column]
    const { name, instant } = column
    const local = (row: T) => localCell(parseInstant(instant(row) ?? ''), zone)
    return [
      { name, value: (row: T) => instant(row) ?? null },
      { name: `${name} (${zone})`, value: local },
    ]
  })
  return {
    head: cells.map(({ name }) => name),
    lines: (rows: readonly T[]) => rows.map((row) => cells.map(({ value }) => value(row))),
  }
}

const viewerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** `list` is the list's word for itself: "users". The day is the viewer's; the demo's files are named when they are saved. */
export function fileName(list: string, environment: string) {
  const parts = [list, ...(isDemoPage() ? [] : [environment]), dayIn(viewerZone(), clockNow())]
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
