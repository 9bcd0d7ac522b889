/** The two files that the list of orders can make, loaded with the first of them. */

import type { OrdersQuery } from '#components/orders/list/orders-search.ts'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { MAX_ROWS } from './export-limit.ts'
import { exportChosen, exportFound, exportStuck } from './orders-export.ts'

/** Columns that say who a patient is. */
const PERSONAL: readonly string[] = ['recipient', 'birth']

interface JobOptions {
  environment: string
  /** Those chosen. What is masked on screen does not leave in a file. */
  columns: readonly string[]
  masked: boolean
}

const LIMIT = `A file can have at most ${formatCount(MAX_ROWS)} orders: the first in the order of the list`
const HIDDEN = 'Patient data is masked, so the file has no names or birth dates'

export function exportJobs({ environment, columns, masked }: JobOptions) {
  const given = columns.filter((id) => !(masked && PERSONAL.includes(id)))
  const hidden = given.length < columns.length ? HIDDEN : null
  const job = (rows: number | null, notes: readonly (string | null)[], run: ExportJob['run']): ExportJob => ({
    rows,
    note: notes.filter(Boolean).join('. ') || undefined,
    run,
  })
  return {
    /** `rows`: how many are found; null where nobody counted that far. */
    found: (query: OrdersQuery, rows: number | null) => {
      const isCut = rows === null || rows > MAX_ROWS
      const exportAll = query.stuck ? exportStuck : exportFound
      return job(isCut ? MAX_ROWS : rows, [isCut ? LIMIT : null, hidden], (options) =>
        exportAll(query, { environment, columns: given, ...options }),
      )
    },
    chosen: (orders: readonly Order[]) =>
      job(orders.length, [hidden], (options) => exportChosen(orders, { environment, columns: given, ...options })),
  }
}
