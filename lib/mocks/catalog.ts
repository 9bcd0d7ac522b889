/** The reference data of the sandbox, all of it. Loading this module loads every ZIP code: import it where it is needed. */
import type { ServiceCatalog } from '#lib/service/catalog.ts'
import { centroidOf } from '#lib/utils/zip-codes.ts'
import { baseCatalog } from './catalog-base.ts'
import { centersOf } from './dataset/service-centers.ts'

export const sandboxCatalog: ServiceCatalog = { ...baseCatalog, centersOf, centroidOf }
