/** The palette's state: its text, its lines, which of them is current, and the keys that move and open. */

import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsEmbedded } from '#components/patterns/page/role.tsx'
import { type BufferedKeys, runOnArrival } from '#components/patterns/page/shortcuts.tsx'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import { searchLimit } from '#lib/domains/users/directory.ts'
import { BUILT_IN_VIEWS } from '#lib/domains/views/built-in.ts'
import { ALL, listViews, VIEW_LISTS } from '#lib/domains/views/views.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { consoleQuery, servicePage } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { type Entry, type Group, groupsFor, type PaletteData, parseQuery } from './entries.ts'
import { placesOf, viewPlaces } from './places.ts'
import { onRecents, orderSeen, type Recent, recentsOf, userLabel } from './recents.ts'
import { useCatalogPlaces, useFound } from './use-found.ts'
import { type ActionUser, userActions } from './user-actions.ts'

/** Lines that Page up and Page down move over. */
const PAGE = 8

interface Setting {
  environment: string
  role: Role
  takeBufferedKeys: () => BufferedKeys | null
  onClose: () => void
}

export type PaletteState = ReturnType<typeof usePalette>

export function usePalette({ environment, role, takeBufferedKeys, onClose }: Setting) {
  const router = useRouter()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const known = usePaletteData({ environment, role })
  const [text, setText] = useState('')
  /** The line that keys or the pointer went to; otherwise the first is current. */
  const [chosen, setChosen] = useState<string | null>(null)
  /** Enter came before the answer did; true for a new tab. */
  const [awaited, setAwaited] = useState<BufferedKeys['enter']>(null)
  const asked = parseQuery(text)
  const search = useFound(environment, asked, role)
  const { people, users } = search.found
  const isFree = search.settled && people.rows.length === 0 && users.rows.length === 0
  const catalog = useCatalogPlaces(environment, asked, { role, isFree })
  const groups = groupsFor(asked, search.found, { ...known, catalog })
  const entries = groups.flatMap((group) => group.entries)
  const current = entries.find(({ key }) => key === chosen) ?? entries[0] ?? null

  useLayoutEffect(() => {
    const early = takeBufferedKeys()
    if (early?.cancelled) onClose()
    if (!early) return
    setText((before) => before + early.text)
    setAwaited(early.enter)
  }, [takeBufferedKeys, onClose])

  // An id with a space in it would be two.
  const optionId = (key: string) => `${listId}-${key.replace(/\W+/g, '-')}`
  const activeKey = current?.key ?? null
  const activeId = activeKey === null ? null : optionId(activeKey)
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const open = (entry: Entry, newTab: boolean) => {
    setAwaited(null)
    const { href } = entry
    if (href === null) {
      onClose()
      // The palette first returns the focus, then the action takes it.
      if (entry.kind === 'action') requestAnimationFrame(() => entry.run?.())
      return
    }
    const held = entry.kind === 'more' ? entry.held : null
    const onArrival = entry.kind === 'action' ? entry.onArrival : null
    // State kept beside an address stays in this tab.
    if (newTab && held === null) {
      window.open(href, '_blank', 'noopener')
      return
    }
    onClose()
    leave(() => {
      if (onArrival !== null) runOnArrival(onArrival)
      if (held === null) router.push(href)
      else openList(href, held, router.push)
    })
  }

  const ready = search.settled && awaited !== null
  useEffect(() => {
    if (!ready || !awaited) return
    setAwaited(null)
    if (current) open(current, awaited.newTab)
  })

  const enter = (newTab: boolean) => {
    const isCertain =
      search.settled || chosen === current?.key || current?.kind === 'page' || current?.kind === 'action'
    if (current && isCertain) open(current, newTab)
    else if (!search.settled) setAwaited({ newTab })
  }

  const move = (by: number, wraps: boolean) => {
    const from = entries.findIndex(({ key }) => key === current?.key)
    const last = entries.length - 1
    const to = wraps ? (from + by + entries.length) % entries.length : Math.min(last, Math.max(0, from + by))
    setAwaited(null)
    setChosen(entries[to]?.key ?? null)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const { key } = event
    const command = event.ctrlKey || event.metaKey
    if (key === 'ArrowDown') move(1, true)
    else if (key === 'ArrowUp') move(-1, true)
    else if (key === 'PageDown') move(PAGE, false)
    else if (key === 'PageUp') move(-PAGE, false)
    else if (key === 'Enter') enter(command)
    else if (command && key.toLowerCase() === 'k') onClose()
    else return
    event.preventDefault()
  }

  // "No results" would be false while a search has failed.
  const isEmpty = asked.kind !== 'nothing' && search.settled && entries.length === 0 && search.failures.length === 0
  return {
    environment,
    ...search,
    asked,
    text,
    type(next: string) {
      setText(next)
      setChosen(null)
      setAwaited(null)
    },
    input,
    listId,
    optionId,
    groups,
    activeKey,
    choose: setChosen,
    /** A press: a link that is opened elsewhere, or that unsaved work holds back, is left to the browser. */
    press(entry: Entry, event: MouseEvent) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      open(entry, false)
    },
    onKeyDown,
    isLooking: !search.settled,
    limit: search.people ? searchLimit(search.people) : null,
    isEmpty,
    words: wordsFor(groups, { isEmpty, isSettled: search.settled && asked.kind !== 'nothing' }),
  }
}

/** For people who do not see the lines. No name is in it: screen readers may log what they say. */
function wordsFor(groups: readonly Group[], { isEmpty, isSettled }: { isEmpty: boolean; isSettled: boolean }) {
  if (isEmpty) return 'Nothing found.'
  if (!isSettled) return ''
  const counts = groups.map(({ title, entries }) => `${title}: ${entries.length}`)
  const all = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return `${countOf(all, 'result')}. ${counts.join(', ')}.`
}

/** Users opened in this tab whose actions a text finds. */
const MAX_ACTED_ON = 3

function usePaletteData({ environment, role }: { environment: string; role: Role }): Omit<PaletteData, 'catalog'> {
  const client = useQueryClient()
  const isEmbedded = useIsEmbedded()
  const [places] = useState(() => placesOf({ environment, role, isEmbedded }))
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

const KNOWN_PAGE = /^\/[^/]+\/(users|orders)\/([0-9a-f-]{36})(?:\/|$)/

function userHere(client: QueryClient, environment: string): ActionUser | null {
  const [, section, id] = KNOWN_PAGE.exec(window.location.pathname) ?? []
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
