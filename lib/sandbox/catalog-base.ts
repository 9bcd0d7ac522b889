/** The reference data of the sandbox that needs no ZIP codes. */

import { LAB_ACCOUNTS, LAB_TESTS, LABS } from '#lib/sandbox/data/labs.ts'
import { markersOf } from '#lib/sandbox/data/markers.ts'
import { COURIERS } from '#lib/sandbox/data/orders/shipments.ts'
import { PROVIDERS } from '#lib/sandbox/data/providers.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'

export const baseCatalog: Omit<ServiceCatalog, 'centersOf' | 'locateZip'> = {
  providers: PROVIDERS,
  appointment_providers: ['wrenlow_mobile', 'pinewick_visits', 'sallowbrook_draws', 'hartle_centers'],
  couriers: COURIERS,
  labs: LABS,
  lab_tests: LAB_TESTS,
  lab_accounts: LAB_ACCOUNTS,
  markersOf,
}
