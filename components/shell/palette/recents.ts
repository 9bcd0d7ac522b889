/** The users and orders that this tab has opened last: in its memory alone, for one environment and one session. */

import type { QueryClient } from '@tanstack/react-query'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { userInput } from '#lib/domains/users/queries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { onSessionEvent } from '#lib/kernel/client/session.ts'
import { createSignal } from '#lib/utils/data/signal.ts'

export interface Recent {
  kind: 'user' | 'order'
  id: string
  /** The user's reference or the order's test; null where there is none. Never a name. */
  label: string | null
}

const MAX_RECENTS = 8
const NONE: readonly Recent[] = []

let environment = ''
let recents = NONE
const changed = createSignal()

/** Returns how to stop listening. A page is noted a moment after it was left, maybe when the palette is open already. */
export const onRecents = changed.subscribe

export function recentsOf(asked: string): readonly Recent[] {
  return asked === environment ? recents : NONE
}

/** Newest first; what is opened again moves up. Another environment's are forgotten. */
function noteRecent(seen: Recent, where: string) {
  const before = recentsOf(where).filter(({ id }) => id !== seen.id)
  environment = where
  recents = [seen, ...before].slice(0, MAX_RECENTS)
  changed.send()
}

export function clearRecents() {
  recents = NONE
  changed.send()
}

let isListening = false

/** Notes what a page has shown that is left now. With the session all of it is forgotten. */
export function noteOpened(pathname: string, client: QueryClient) {
  const opened = openedAt(pathname, client)
  if (!opened) return
  if (!isListening) onSessionEvent(({ kind }) => kind === 'ended' && clearRecents())
  isListening = true
  noteRecent(opened.seen, opened.where)
}

const ADDRESS = /^\/([^/]+)\/(users|orders)\/([0-9a-f-]{36})(?:\/|$)/

/** Returns the record that a page shows and has loaded; null for other pages and missing records. */
function openedAt(pathname: string, client: QueryClient): { seen: Recent; where: string } | null {
  const [, where, section, id] = ADDRESS.exec(pathname) ?? []
  if (where === undefined || id === undefined) return null
  const label = section === 'users' ? userLabel(client, where, id) : orderSeen(client, where, id)?.lab_test.name
  return label === undefined ? null : { where, seen: { kind: section === 'users' ? 'user' : 'order', id, label } }
}

/** Returns the reference of a user whom this tab has loaded; undefined where it hasn't. */
export function userLabel(client: QueryClient, where: string, user_id: string) {
  const input = userInput({ environment: where, user_id })
  const known = client.getQueryData(consoleQuery(getDirectoryUser, input, {}).queryKey)
  return known && (known.user.client_user_id ?? null)
}

/** Returns the order of a page that this tab has loaded; undefined where it hasn't. */
export function orderSeen(client: QueryClient, where: string, id: string) {
  const { queryKey } = orderQuery(where, id)
  return client.getQueryData(queryKey)?.orders.find((order) => order.id === id)
}
