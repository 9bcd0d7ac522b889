/** The reference data the embedded service answers from: who its providers, labs, tests and centers are. */
import type { Marker } from '#lib/contract/marker.ts'
import type { ServiceCenter } from '#lib/contract/service-center.ts'

export interface CatalogProvider {
  slug: string
  name: string
  logo: string
  /** Bulk import takes cloud OAuth only; deregistration has no effect on the device's own stores. */
  kind: 'cloud_oauth' | 'password' | 'on_device' | 'manual'
  resources: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>>
}

export interface CatalogLab {
  id: number
  slug: string
  name: string
}

export interface CatalogLabTest {
  id: string
  name: string
  lab_id: number
}

export interface CatalogLabAccount {
  id: string
  name: string
  /** The labs whose tests and centers the account may use. */
  lab_ids: readonly number[]
}

/** Who carries test kits. */
export interface CatalogCourier {
  name: string
  /** How its tracking numbers begin. */
  code: string
  /** Where its parcels are tracked. */
  host: string
}

/** Degrees, WGS 84. */
export type Position = { lat: number; lng: number }

/** A center without its distance, which depends on where one asks from. */
export type CatalogCenter = Pick<ServiceCenter, 'metadata' | 'capabilities' | 'location'>

export interface ServiceCatalog {
  providers: readonly CatalogProvider[]
  appointment_providers: readonly string[]
  couriers: readonly [CatalogCourier, ...CatalogCourier[]]
  labs: readonly CatalogLab[]
  lab_tests: readonly CatalogLabTest[]
  lab_accounts: readonly CatalogLabAccount[]
  /** Null for a lab test nobody has. */
  markersOf: (lab_test_id: string) => readonly Marker[] | null
  /** Empty for a lab nobody has. */
  centersOf: (lab_id: number) => readonly CatalogCenter[]
  /** The centroid of a ZIP; null for one that is not in use. */
  centroidOf: (zip_code: string) => Position | null
  /** The IANA zone most of a state lives in; UTC for an unknown one. */
  zoneOf: (state: string) => string
}
