/** Markers of a lab test: spec endpoint 12. */
import { notFound } from './errors.ts'
import type { Handler } from './handler.ts'

export const listMarkers: Handler<'list_markers'> = async ({ params, query }, { catalog }) => {
  const markers = catalog.markersOf(params.lab_test_id)
  const test = catalog.lab_tests.find(({ id }) => id === params.lab_test_id)
  if (!markers || !test) throw notFound('Lab test')
  const available = mayUse(catalog.lab_accounts, query.lab_account_id, test.lab_id) ? markers : []
  const { page, size } = query
  const total = available.length
  return {
    body: {
      markers: available.slice((page - 1) * size, page * size),
      total,
      page,
      size,
      pages: Math.ceil(total / size),
    },
  }
}

/** Without an account everything is available; with one, what its labs offer (spec, endpoints 12 and 14). */
export function mayUse(
  accounts: readonly { id: string; lab_ids: readonly number[] }[],
  account_id: string | null | undefined,
  lab_id: number,
): boolean {
  if (account_id == null) return true
  const account = accounts.find(({ id }) => id === account_id)
  if (!account) throw notFound('Lab account')
  return account.lab_ids.includes(lab_id)
}
