/** Markers of a lab test: spec endpoint 12. */

import { notFound } from '#lib/kernel/api-error.ts'
import { mayUse } from '#lib/service/catalog.ts'
import type { Handler } from '#lib/service/handler.ts'

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
