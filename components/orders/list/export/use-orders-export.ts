import type { OrdersQuery } from '#components/orders/search/orders-search.ts'
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { usePatientData } from '#components/ui/display/mask.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'

const NOUN = ['order', 'orders'] as const
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** `columns` are those chosen. */
export function useOrdersExport({ environment, columns }: { environment: string; columns: readonly string[] }) {
  const { masked } = usePatientData()
  const load = async () => (await import('./export-jobs.ts')).exportJobs({ environment, columns, masked })
  return {
    csv: useCsvExport({ noun: NOUN, why }),
    found: async (query: OrdersQuery, rows: number | null) => (await load()).found(query, rows),
    chosen: async (orders: readonly Order[]) => (await load()).chosen(orders),
  }
}
