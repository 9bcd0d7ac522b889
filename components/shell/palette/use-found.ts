/** Asks for what a text may mean, everything at once, and says how far the answers are. */
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { searchOrders } from '#lib/domains/orders/id-search.ts'
import { idPartOf, serviceText } from '#lib/domains/orders/id-text.ts'
import { listOrders, type orderSearch } from '#lib/domains/orders/order.ts'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import {
  type DirectoryState,
  findPeople,
  getDirectoryState,
  getDirectoryUser,
  type PeopleIndexState,
} from '#lib/domains/users/directory.ts'
import { userInput } from '#lib/domains/users/queries.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery, servicePage } from '#lib/kernel/client/queries.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { type Matched, type Matches, NOTHING_FOUND, type ParsedQuery } from './entries.ts'
import { catalogPlaces } from './places.ts'

const ROWS = 6
/** Milliseconds without a key before a text is looked for; an id is at once. */
const PAUSE = 180
/** One letter is in nearly every name. */
const SHORTEST_ORDER_TEXT = 2
/** Texts may be names: they leave memory soon, and are asked for again only when somebody types. */
const BRIEF = { gcTime: 30_000, refetchOnWindowFocus: false } as const

export interface Search {
  found: Matched
  /** Nothing more will come: the first line is the first line. */
  settled: boolean
  failures: readonly { subject: string; failure: RequestFailure; retry: () => void }[]
  directory: DirectoryState | undefined
  /** Limits of the search of people. */
  people?: { index: PeopleIndexState; is_withheld: boolean } | undefined
}

/** The text once no key has been pressed for a moment; at once when there is none. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

export function useFound(environment: string, asked: ParsedQuery, role: Role): Search {
  const may = { users: can(role, findPeople.permission), orders: can(role, listOrders.permission) }
  const directory = useQuery({
    ...consoleQuery(getDirectoryState, { params: { environment } }, {}),
    enabled: may.users,
    refetchOnWindowFocus: false,
  }).data
  const ofId = useOfId(environment, asked.kind === 'id' ? asked.id : '', may)
  const ofText = useOfText(environment, asked.kind === 'text' ? asked.text : '', may)
  if (asked.kind === 'id') return { ...ofId, directory }
  if (asked.kind === 'text') return { ...ofText, directory: ofText.directory ?? directory }
  return { found: NOTHING_FOUND, settled: true, failures: [], directory }
}

interface May {
  users: boolean
  orders: boolean
}

/** Whatever an id may be, asked at the same time; an empty one asks nothing. */
function useOfId(environment: string, id: string, may: May): Omit<Search, 'directory'> {
  const user = useQuery({
    ...consoleQuery(getDirectoryUser, userInput({ environment, user_id: id }), {}),
    ...BRIEF,
    enabled: id !== '' && may.users,
  })
  const enabled = id !== '' && may.orders
  const order = useOrders(environment, { order_ids: [id] }, enabled)
  const ofUser = useOrders(environment, { user_id: id }, enabled)
  const ofTransaction = useOrders(environment, { order_transaction_id: id }, enabled)
  const all = [user, order, ofUser, ofTransaction]
  const isHere = user.data !== undefined || matchesOf(order).rows.length > 0
  const isIdle = all.every(({ fetchStatus }) => fetchStatus === 'idle')
  const isElse = isIdle && !isHere && matchesOf(ofTransaction).rows.length === 0
  const ofVisit = useQuery({
    ...consoleQuery(findPeople, { params: { environment }, body: { text: id, limit: ROWS } }, {}),
    ...BRIEF,
    enabled: id !== '' && may.users && isElse,
  })
  return {
    found: {
      ...NOTHING_FOUND,
      users: { rows: user.data ? [user.data] : [], total: null },
      ...(isElse && ofVisit.data && { people: peopleOf(ofVisit.data) }),
      orders: matchesOf(order),
      ofUser: matchesOf(ofUser),
      ofTransaction: matchesOf(ofTransaction),
    },
    settled: isHere || (isIdle && ofVisit.fetchStatus === 'idle'),
    failures: [
      ...failuresOf('Users', isMissing(user) ? [ofVisit] : [user, ofVisit]),
      ...failuresOf('Orders', [order, ofUser, ofTransaction]),
    ],
  }
}

/** Keeps the last results while the next text is searched, and doesn't wait for outdated ones. */
function useOfText(environment: string, text: string, may: May): Search {
  const paused = usePaused(text)
  const users = useQuery({
    ...consoleQuery(findPeople, { params: { environment }, body: { text: paused, limit: ROWS } }, {}),
    ...BRIEF,
    placeholderData: keepPreviousData,
    enabled: paused !== '' && may.users,
  })
  const isLong = (one: string) => one.length >= SHORTEST_ORDER_TEXT
  const orders = useOrders(environment, { search_input: serviceText(paused) }, isLong(paused) && may.orders)
  const { data } = users
  const order_ids = data?.people.flatMap((person) => person.order_ids).slice(0, ROWS) ?? []
  const ofCode = useOrders(environment, { order_ids }, order_ids.length > 0 && may.orders)
  return {
    found: {
      ...NOTHING_FOUND,
      ...(data && { users: { rows: data.users, total: data.users_total }, people: peopleOf(data) }),
      ofCode: order_ids.length > 0 ? matchesOf(ofCode) : NOTHING_FOUND.ofCode,
      orders: isLong(text) ? matchesOf(orders) : NOTHING_FOUND.orders,
    },
    settled: paused === text && [users, orders, ofCode].every(({ fetchStatus }) => fetchStatus === 'idle'),
    failures: [...failuresOf('Users', [users]), ...failuresOf('Orders', [orders, ofCode])],
    directory: data?.state,
    people: data,
  }
}

const peopleOf = ({ people, total, is_cut }: EndpointOutput<typeof findPeople>) => ({
  rows: people,
  total: is_cut ? null : total,
})

/** Newest first. A text in it goes to the proxy in a body, because it may be a name. */
function useOrders(environment: string, filter: z.input<typeof orderSearch>, enabled: boolean) {
  const query = { ...filter, order_key: 'created_at', order_direction: 'desc', size: ROWS } as const
  const isPart = idPartOf(filter.search_input) !== null
  return useQuery({
    ...servicePage(listOrders, { query }, { environment }),
    ...(isPart && { queryFn: ({ signal }) => searchOrders(query, { environment }, signal) }),
    ...BRIEF,
    enabled,
    ...(filter.search_input !== undefined && { placeholderData: keepPreviousData }),
  })
}

function matchesOf({ data }: ReturnType<typeof useOrders>): Matches<NonNullable<typeof data>['orders'][number]> {
  return data ? { rows: data.orders.slice(0, ROWS), total: data.total ?? null } : NOTHING_FOUND.orders
}

function isMissing({ error }: UseQueryResult) {
  return error !== null && failureOf(error).status === 404
}

/** One line a subject, however many of its calls failed. */
function failuresOf(subject: string, queries: readonly UseQueryResult[]) {
  const failed = queries.filter(({ error, fetchStatus }) => error !== null && fetchStatus === 'idle')
  const [first] = failed
  if (!first?.error) return []
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return [{ subject, failure: failureOf(first.error), retry }]
}

/** Lab tests whose markers are looked through, each by a call of the service. */
const MOST_TESTS = 12
const SHORTEST_NAME = 3

/** Finds lab tests, markers and service centers; markers are read only where a text has found nobody. */
export function useCatalogPlaces(
  environment: string,
  asked: ParsedQuery,
  { role, isFree }: { role: Role; isFree: boolean },
) {
  const text = usePaused(asked.kind === 'text' && asked.text.length >= SHORTEST_NAME ? asked.text : '')
  const may = text !== '' && can(role, listMarkers.permission)
  const catalog = useQuery({
    ...consoleQuery(listCatalog, { params: { environment } }, {}),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: may,
  })
  const entries = catalog.data?.entries.filter(({ kind }) => kind === 'lab_test') ?? []
  const tests = useQueries({
    queries: entries.slice(0, MOST_TESTS).map(({ id }) => ({
      ...servicePage(listMarkers, { params: { lab_test_id: id }, query: { size: 100 } }, { environment }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      enabled: may && isFree,
    })),
  })
  if (!may) return []
  return catalogPlaces(
    environment,
    text,
    entries.map(({ id, name, preparation }, at) => ({
      id,
      name,
      preparation,
      markers: tests[at]?.data?.markers ?? [],
    })),
  )
}
