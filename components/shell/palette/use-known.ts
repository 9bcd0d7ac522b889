/** Results without a search: pages, actions, saved views, and records opened in this tab. */
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import { BUILT_IN_VIEWS } from '#lib/domains/views/filters.ts'
import { ALL, VIEW_LISTS } from '#lib/domains/views/list.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { consoleQuery, servicePage } from '#lib/kernel/client/queries.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { Known } from './entries.ts'
import { placesOf, viewPlaces } from './places.ts'
import { onRecents, orderSeen, type Recent, recentsOf, userLabel } from './recents.ts'
import { type ActionUser, userActions } from './user-actions.ts'

/** Users opened in this tab whose actions a text finds. */
const MAX_ACTED_ON = 3

export function useKnown({ environment, role }: { environment: string; role: Role }): Known {
  const client = useQueryClient()
  const [places] = useState(() => placesOf({ environment, role }))
  const [here] = useState(() => userHere(client, environment))
  const read = () => recentsOf(environment)
  const all = useSyncExternalStore(onRecents, read, read)
  const recents = all.filter(({ id }) => !window.location.pathname.includes(id))
  const { saved, builtIn } = useViewPlaces(environment, role)
  return {
    environment,
    recents,
    orders: useOpenedOrders(environment, recents, role),
    places,
    savedViews: saved,
    views: [...saved, ...builtIn],
    here,
    opened: recents
      .filter(({ kind }) => kind === 'user')
      .slice(0, MAX_ACTED_ON)
      .map(asUser),
    actionsFor: (user) => userActions(user, { environment, role }),
  }
}

function useViewPlaces(environment: string, role: Role) {
  const lists = VIEW_LISTS.map((list) => ({ environment, list }))
  const queries = lists.map((place) => ({
    ...consoleQuery(listViews, { params: place }, {}),
    enabled: can(role, listViews.permission),
    refetchOnWindowFocus: false,
  }))
  const found = useQueries({ queries })
  return {
    saved: lists.flatMap((place, index) => viewPlaces(place, found[index]?.data?.views ?? [])),
    builtIn: lists.flatMap((place) =>
      viewPlaces(
        place,
        BUILT_IN_VIEWS[place.list].filter(({ id }) => id !== ALL),
      ),
    ),
  }
}

function asUser({ id, label }: Recent): ActionUser {
  return { user_id: id, client_user_id: label }
}

const PAGE = /^\/[^/]+\/(users|orders)\/([0-9a-f-]{36})(?:\/|$)/

/** The user whose page is shown, or whose order is. */
function userHere(client: QueryClient, environment: string): ActionUser | null {
  const [, section, id] = PAGE.exec(window.location.pathname) ?? []
  if (id === undefined) return null
  const user_id = section === 'users' ? id : orderSeen(client, environment, id)?.user_id
  return user_id ? { user_id, client_user_id: userLabel(client, environment, user_id) ?? null } : null
}

/** Recent orders: what this tab still holds, and the rest in one call. Nothing keeps them. */
function useOpenedOrders(environment: string, recents: readonly Recent[], role: Role): ReadonlyMap<string, Order> {
  const client = useQueryClient()
  const ids = recents.filter(({ kind }) => kind === 'order').map(({ id }) => id)
  const seen = ids.flatMap((id) => orderSeen(client, environment, id) ?? [])
  const missing = ids.filter((id) => !seen.some((order) => order.id === id))
  const { data } = useQuery({
    ...servicePage(listOrders, { query: { order_ids: missing } }, { environment }),
    enabled: missing.length > 0 && can(role, listOrders.permission),
    staleTime: 5 * MINUTE,
    refetchOnWindowFocus: false,
  })
  const known = [...seen, ...(missing.length > 0 ? (data?.orders ?? []) : [])]
  return new Map(known.flatMap((order) => [order.id, order.user_id].map((id) => [id, order] as const)))
}
