/** The reference data of the sandbox that needs no ZIP codes. */

import { APPOINTMENT_PROVIDERS } from '#lib/domains/bookings/service/appointment-providers.ts'
import { LAB_ACCOUNTS, LAB_TESTS, LABS } from '#lib/sandbox/data/labs.ts'
import { markersOf } from '#lib/sandbox/data/markers.ts'
import { COURIERS } from '#lib/sandbox/data/orders/shipments.ts'
import { PROVIDERS } from '#lib/sandbox/data/providers.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'

export const baseCatalog: Omit<ServiceCatalog, 'centersOf' | 'locateZip'> = {
  providers: PROVIDERS,
  appointment_providers: APPOINTMENT_PROVIDERS.map(({ slug }) => slug),
  couriers: COURIERS,
  labs: LABS,
  lab_tests: LAB_TESTS,
  lab_accounts: LAB_ACCOUNTS,
  markersOf,
}
