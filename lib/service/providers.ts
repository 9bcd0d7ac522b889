/** Provider connections of a user: spec endpoints 3 and 15. */
import type { InputPlace } from '#lib/contract/errors.ts'
import type { CatalogProvider, ServiceCatalog } from './catalog.ts'
import { notFound, ServiceError } from './errors.ts'
import type { Handler } from './handler.ts'
import type { ConnectionRecord } from './store/records.ts'

export const listUserProviders: Handler<'list_user_providers'> = async ({ params }, { team_id, store }) => {
  const connections = await store.listConnections(team_id, params.user_id)
  if (!connections) throw notFound('User')
  return { body: { providers: connections.map(({ user_id, ...connection }) => connection) } }
}

/** For stores on the device itself deregistration has no effect, and says so (spec, endpoint 15). */
export const deregisterProvider: Handler<'deregister_provider'> = async ({ params }, { team_id, store, catalog }) => {
  const { user_id } = params
  const provider = knownProvider(catalog, params.provider, ['path', 'provider'])
  const connections = await store.listConnections(team_id, user_id)
  if (!connections) throw notFound('User')
  if (provider.kind === 'on_device') return { body: { success: false } }
  if (!(await store.removeConnection(team_id, user_id, provider.slug))) throw notFound('Connection')
  return { body: { success: true } }
}

/** @throws ServiceError 422 that names the field, for a slug the service does not have. */
export function knownProvider(
  { providers }: ServiceCatalog,
  slug: string,
  [place, ...path]: [InputPlace, ...(string | number)[]],
  among: (provider: CatalogProvider) => boolean = () => true,
): CatalogProvider {
  const provider = providers.find((each) => each.slug === slug)
  if (provider && among(provider)) return provider
  const msg = provider ? 'This source cannot be used here.' : 'The service does not know this source.'
  throw new ServiceError(422, [{ loc: [place, ...path], msg, type: 'enum' }])
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
