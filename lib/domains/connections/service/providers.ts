/** Provider connections of a user: spec endpoints 3 and 15. */

import { notFound } from '#lib/kernel/api-error.ts'
import { knownProvider } from '#lib/service/catalog.ts'
import type { Handler } from '#lib/service/handler.ts'

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
