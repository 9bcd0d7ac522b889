/** Patient service centers: spec endpoint 14. */

import { PSC_LIMIT } from '#lib/domains/service-centers/service-center.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import { mayUse } from '#lib/service/catalog.ts'
import type { Handler } from '#lib/service/handler.ts'
import { milesBetween } from '#lib/utils/data/distance.ts'

const UNPLACED_ZIP =
  'We don’t know where this ZIP code lies, so we can’t search near it. Use the ZIP code of a street address nearby.'

/** Nearest first, at most thirty. Positions are the centroids of ZIPs, the centers' own as well; the nearest known one stands for a ZIP that no table has. */
export const getServiceCenters: Handler<'get_service_centers'> = async ({ query }, { catalog }) => {
  const lab = catalog.labs.find(({ id }) => id === query.lab_id)
  if (!lab) throw notFound('Lab')
  const here = catalog.locateZip(query.zip_code)
  if (!here) {
    throw new ApiError('invalid_input', [{ loc: ['query', 'zip_code'], msg: UNPLACED_ZIP, type: 'unknown_zip' }])
  }
  const wanted = query.capabilities ?? []
  const centers = mayUse(catalog.lab_accounts, query.lab_account_id, lab.id) ? catalog.centersOf(lab.id) : []
  const near = centers
    .filter(({ capabilities }) => wanted.every((capability) => capabilities.includes(capability)))
    .flatMap((center) => {
      const there = catalog.locateZip(center.metadata.zip_code)
      return there ? [{ center, miles: milesBetween(here, there) }] : []
    })
    .filter(({ miles }) => miles <= Number(query.radius))
    .sort((a, b) => a.miles - b.miles)
    .slice(0, PSC_LIMIT)
  return {
    body: {
      lab_id: lab.id,
      slug: lab.slug,
      patient_service_centers: near.map(({ center, miles }) => ({ ...center, distance: miles.toFixed(2) })),
    },
  }
}
