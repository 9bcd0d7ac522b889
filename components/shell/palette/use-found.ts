/** Asks for what a text may mean, everything at once, and says how far the answers are. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { searchOrders } from '#lib/domains/orders/id-search.ts'
import { idPartOf, serviceText } from '#lib/domains/orders/id-text.ts'
import { listOrders, type orderSearch } from '#lib/domains/orders/order.ts'
import { can, type Role } from '#lib/domains/staff/roles.ts'
import {
  type DirectoryState,
  getDirectoryState,
  getDirectoryUser,
  searchDirectory,
} from '#lib/domains/users/directory.ts'
import { userInput } from '#lib/domains/users/queries.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery, servicePage } from '#lib/kernel/client/queries.ts'
import { type Matched, type Matches, NOTHING_FOUND } from './entries.ts'
import type { ParsedQuery } from './query/parse-query.ts'

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
  const may = { users: can(role, searchDirectory.permission), orders: can(role, listOrders.permission) }
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
  return {
    found: {
      users: { rows: user.data ? [user.data] : [], total: null },
      orders: matchesOf(order),
      ofUser: matchesOf(ofUser),
      ofTransaction: matchesOf(ofTransaction),
    },
    settled: isHere || all.every(({ fetchStatus }) => fetchStatus === 'idle'),
    failures: [
      ...failuresOf('Users', isMissing(user) ? [] : [user]),
      ...failuresOf('Orders', [order, ofUser, ofTransaction]),
    ],
  }
}

/** Keeps the last results while the next text is searched, and doesn't wait for outdated ones. */
function useOfText(environment: string, text: string, may: May): Search {
  const paused = usePaused(text)
  const users = useQuery({
    ...consoleQuery(searchDirectory, { params: { environment }, body: { text: paused, limit: ROWS } }, {}),
    ...BRIEF,
    placeholderData: keepPreviousData,
    enabled: paused !== '' && may.users,
  })
  const isLong = (one: string) => one.length >= SHORTEST_ORDER_TEXT
  const orders = useOrders(environment, { search_input: serviceText(paused) }, isLong(paused) && may.orders)
  return {
    found: {
      ...NOTHING_FOUND,
      users: users.data ? { rows: users.data.users, total: users.data.total } : NOTHING_FOUND.users,
      orders: isLong(text) ? matchesOf(orders) : NOTHING_FOUND.orders,
    },
    settled: paused === text && [users, orders].every(({ fetchStatus }) => fetchStatus === 'idle'),
    failures: [...failuresOf('Users', [users]), ...failuresOf('Orders', [orders])],
    directory: users.data?.state,
  }
}

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
