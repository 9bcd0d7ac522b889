/** The reference data of the sandbox, all of it. Loading this module loads every ZIP code: import it where it is needed. */

import { centersOf } from '#lib/sandbox/data/centers/service-centers.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'
import { locateZip } from '#lib/utils/data/zip-codes.ts'
import { baseCatalog } from './catalog-base.ts'

export const sandboxCatalog: ServiceCatalog = { ...baseCatalog, centersOf, locateZip }
