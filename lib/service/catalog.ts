/** The reference data the embedded service answers from: who its providers, labs, tests and centers are. */

import type { Marker } from '#lib/domains/catalog/marker.ts'
import type { ServiceCenter } from '#lib/domains/service-centers/service-center.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import type { InputPlace } from '#lib/kernel/error-body.ts'
import type { Located } from '#lib/utils/data/zip-codes.ts'
import type { ConnectionRecord } from './records.ts'

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

interface CatalogLabTest {
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

interface CatalogCourier {
  name: string
  /** How its tracking numbers begin. */
  code: string
  /** Host of its parcel tracking. */
  host: string
}

/** A center without its distance, which depends on where one asks from. */
type CatalogCenter = Pick<ServiceCenter, 'metadata' | 'capabilities' | 'location'>

export interface ServiceCatalog {
  providers: readonly CatalogProvider[]
  appointment_providers: readonly string[]
  couriers: readonly [CatalogCourier, ...CatalogCourier[]]
  labs: readonly CatalogLab[]
  lab_tests: readonly CatalogLabTest[]
  lab_accounts: readonly CatalogLabAccount[]
  /** Null for an unknown lab test. */
  markersOf: (lab_test_id: string) => readonly Marker[] | null
  /** Empty for an unknown lab. */
  centersOf: (lab_id: number) => readonly CatalogCenter[]
  /** See `locateZip` in zip-codes.ts. */
  locateZip: (zip_code: string) => Located | null
}

/** @throws ApiError 422 that names the field, for a slug the service does not have. */
export function knownProvider(
  { providers }: ServiceCatalog,
  slug: string,
  [place, ...path]: [InputPlace, ...(string | number)[]],
  among: (provider: CatalogProvider) => boolean = () => true,
): CatalogProvider {
  const provider = providers.find((each) => each.slug === slug)
  if (provider && among(provider)) return provider
  const msg = provider ? 'This source can’t be used here.' : 'The service doesn’t know this source.'
  throw new ApiError('invalid_input', [{ loc: [place, ...path], msg, type: 'enum' }])
}

/** A fresh, healthy connection. A resource is available when none of its required scopes is missing. */
export function newConnection(
  { slug, name, logo, kind, resources }: CatalogProvider,
  user_id: string,
  created_on: string,
  granted: readonly string[] | null,
): ConnectionRecord {
  const scopes = kind === 'cloud_oauth' && granted && granted.length > 0 ? new Set(granted) : null
  const has = (scope: string) => scopes === null || scopes.has(scope)
  const split = (list: readonly string[], wanted: boolean) => list.filter((scope) => has(scope) === wanted)
  const availability = Object.entries(resources).map(([resource, { required, optional }]) => [
    resource,
    {
      status: required.every(has) ? 'available' : 'unavailable',
      scope_requirements: {
        user_granted: { required: split(required, true), optional: split(optional, true) },
        user_denied: { required: split(required, false), optional: split(optional, false) },
      },
    },
  ])
  return {
    user_id,
    name,
    slug,
    logo,
    status: 'connected',
    created_on,
    resource_availability: Object.fromEntries(availability),
    error_details: null,
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
