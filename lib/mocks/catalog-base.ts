/** The reference data of the sandbox that needs no ZIP codes. */
import type { ServiceCatalog } from '#lib/service/catalog.ts'
import { APPOINTMENT_PROVIDERS } from './dataset/appointment-providers.ts'
import { LAB_ACCOUNTS, LAB_TESTS, LABS } from './dataset/labs.ts'
import { markersOf } from './dataset/markers.ts'
import { PLACES } from './dataset/places.ts'
import { PROVIDERS } from './dataset/providers.ts'
import { COURIERS } from './dataset/shipments.ts'

/** The first place of each state lies in the zone of most of it. */
function zoneOf(state: string): string {
  return PLACES.find((place) => place.state === state)?.zone ?? 'UTC'
}

export const baseCatalog: Omit<ServiceCatalog, 'centersOf' | 'centroidOf'> = {
  providers: PROVIDERS,
  appointment_providers: APPOINTMENT_PROVIDERS.map(({ slug }) => slug),
  couriers: COURIERS,
  labs: LABS,
  lab_tests: LAB_TESTS,
  lab_accounts: LAB_ACCOUNTS,
  markersOf,
  zoneOf,
}
