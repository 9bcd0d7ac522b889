/** The reference data of the demo: the sandbox's, whose ZIP codes come when they are needed. */

import { baseCatalog } from '#lib/sandbox/catalog-base.ts'
import { placeOf } from '#lib/sandbox/data/centers/place-centroids.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'

/** Paths of requests that ask where something lies. */
const ASKS_WHERE = /\/(?:order\/psc\/info|zips\/locate)$/

type Geography = Pick<ServiceCatalog, 'centersOf' | 'locateZip'>

let geography: Geography | null = null
let coming: Promise<void> | null = null

export function loadGeography(): Promise<void> {
  coming ??= import('#lib/sandbox/catalog.ts').then(({ sandboxCatalog }) => {
    geography = sandboxCatalog
  })
  return coming
}

/** Whether a request can only be answered once `loadGeography` is done. */
export function asksWhere(pathname: string): boolean {
  return ASKS_WHERE.test(pathname)
}

function loaded(): Geography {
  if (!geography) throw new Error('The ZIP codes are not loaded: await loadGeography() first.')
  return geography
}

export const demoCatalog: ServiceCatalog = {
  ...baseCatalog,
  centersOf: (lab_id) => loaded().centersOf(lab_id),
  // Patients live at places of the sample data: a booking needs no other ZIP.
  locateZip: (zip_code) => (geography ? geography.locateZip(zip_code) : placeOf(zip_code)),
}
