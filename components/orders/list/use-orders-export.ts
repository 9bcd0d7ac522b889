'use client'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
/** The two files the list can make, loaded with the first of them. */
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { MAX_ROWS } from './export-limit.ts'
import type { OrdersQuery } from './orders-search.ts'

const load = () => import('./orders-export.ts')
const NOUN = ['order', 'orders'] as const
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** Columns that say who a patient is. */
const PERSONAL: readonly string[] = ['recipient', 'birth']

/** `columns` are those chosen. What is masked on screen does not leave in a file. */
export function useOrdersExport({ environment, columns }: { environment: string; columns: readonly string[] }) {
  const csv = useCsvExport({ noun: NOUN, why })
  const { masked } = usePatientData()
  const given = columns.filter((id) => !(masked && PERSONAL.includes(id)))
  const hidden =
    given.length < columns.length ? 'Patient data is masked, so the file has no names or birth dates' : null
  const job = (rows: number | null, notes: readonly (string | null)[], run: ExportJob['run']): ExportJob => ({
    rows,
    note: notes.filter(Boolean).join('. ') || undefined,
    run,
  })
  return {
    csv,
    /** `rows`: how many are found; null where nobody counted that far. */
    found: (query: OrdersQuery, rows: number | null) => {
      const isCut = rows === null || rows > MAX_ROWS
      const limit = `A file can have at most ${formatCount(MAX_ROWS)} orders, so older ones are not included`
      return job(isCut ? MAX_ROWS : rows, [isCut ? limit : null, hidden], async (options) =>
        (await load())[query.stuck ? 'exportStuck' : 'exportFound'](query, { environment, columns: given, ...options }),
      )
    },
    chosen: (orders: readonly Order[]) =>
      job(orders.length, [hidden], async (options) =>
        (await load()).exportChosen(orders, { environment, columns: given, ...options }),
      ),
  }
}
