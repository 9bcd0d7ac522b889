/** Tools for checking the specification: a service to call, wherever it runs, and a runner's `expect`. */
import { z } from 'zod'
import type { Order } from '#lib/domains/orders/order.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { User } from '#lib/domains/users/user.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { errorBody, type ValidationIssue } from '#lib/kernel/error-body.ts'
import { encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** Expectations that vitest and Playwright share, as far as used here. */
interface Checks {
  toBe(expected: unknown): void
  toEqual(expected: unknown): void
  toMatchObject(expected: object): void
  toContain(item: unknown): void
  toHaveLength(length: number): void
  toMatch(pattern: RegExp): void
  toBeGreaterThan(least: number): void
  toBeGreaterThanOrEqual(least: number): void
  toBeLessThan(most: number): void
  toBeLessThanOrEqual(most: number): void
}
export type Expect = (actual: unknown) => Checks & { not: Checks }

/** A service under test. Redirects are answers: they are not followed. */
export interface Target {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  key: string
}

export interface Call {
  query?: QueryValues | string
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
  /** Null sends none. */
  key?: string | null
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** Null for an empty body, the text itself where it is no JSON. */
  body: unknown
}

export interface Statement {
  /** The heading of the specification, then what it says. */
  name: string
  check: (kit: Kit) => Promise<void>
}

/** Binds statements to the heading they stand under. */
export function under(section: string) {
  return (text: string, check: Statement['check']): Statement => ({ name: `${section}: ${text}`, check })
}

export type Kit = ReturnType<typeof createKit>

/** Nobody's id, in the form of one. */
export const NOBODY = '00000000-0000-4000-8000-000000000000'
const POLL_EVERY = 50
const TIMEOUT_MS = 50_000

export function createKit(target: Target, expect: Expect) {
  async function call(method: string, path: string, { query = '', body, key = target.key, headers = {} }: Call = {}) {
    const search = typeof query === 'string' ? query : encodeQuery(query)
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await target.fetch(search === '' ? path : `${path}?${search}`, {
      method,
      headers: { ...(key === null ? {} : { 'x-service-api-key': key }), ...json, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) } satisfies Reply
  }

  /** The body of a success: every field has the form that the specification gives it. */
  function ok<E extends Endpoint>(endpoint: E, { status, body, text }: Reply): z.output<E['response']> {
    const isSuccess = endpoint.success.includes(status)
    expect({ isSuccess, status, text: text.slice(0, 500) }).toMatchObject({ isSuccess: true })
    return z.parse<E['response']>(endpoint.response, body)
  }

  /** A refusal with the common error body; returns its issues, `body.address.city` and the like. */
  function refused({ status, body, headers, text }: Reply, expected: number): string[] {
    expect({ status, text: text.slice(0, 500) }).toMatchObject({ status: expected })
    expect(headers.get('content-type') ?? '').toContain('application/json')
    const { detail } = errorBody.parse(body)
    if (typeof detail === 'string') expect(detail.length).toBeGreaterThan(0)
    return Array.isArray(detail) ? detail.map(placeOf) : []
  }

  /** Every one of the objects has every field that the specification lists. One expectation, however many they are. */
  function have(fields: string, ...objects: readonly (object | null | undefined)[]) {
    const lacks = (object: object) => fields.split(' ').filter((field) => !Object.hasOwn(object, field))
    expect(new Set(objects.flatMap((object) => lacks(object ?? {})))).toEqual(new Set())
  }

  async function until(check: () => Promise<boolean>, what: string): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS
    while (!(await check())) {
      if (Date.now() > deadline) throw new Error(`Never happened: ${what}`)
      await delay(POLL_EVERY)
    }
  }

  const users = once(
    async () => ok(endpoints.list_users, await call('GET', endpoints.list_users.path, { query: { limit: 500 } })).users,
  )
  const orders = once(() => allOrders({}))

  /** Every page of an order search, in its order. */
  async function allOrders(query: QueryValues): Promise<Order[]> {
    const found: Order[] = []
    for (let page = 1; ; page += 1) {
      const reply = await call('GET', endpoints.list_orders.path, { query: { ...query, page, size: 100 } })
      const { orders: some, total } = ok(endpoints.list_orders, reply)
      found.push(...some)
      if (some.length < 100) {
        expect(total).toBe(found.length)
        return found
      }
    }
  }

  const taken = new Set<string>()

  /** A record that no other statement has: what is done to it disturbs nothing else. */
  async function take<T>(list: Promise<T[]>, id: (item: T) => string, fits: (item: T) => boolean): Promise<T> {
    const found = (await list).findLast((item) => !taken.has(id(item)) && fits(item))
    if (!found) throw new Error('The data set has no such record left.')
    taken.add(id(found))
    return found
  }

  const takeUser = (fits: (user: User) => boolean = () => true) => take(users(), ({ user_id }) => user_id, fits)
  const takeOrder = (fits: (order: Order) => boolean = () => true) => take(orders(), ({ id }) => id, fits)

  return {
    key: target.key,
    call,
    ok,
    refused,
    have,
    expect,
    until,
    /** Every user, and every order newest first, as they were when first asked for. */
    users,
    orders,
    allOrders,
    takeUser,
    takeOrder,
    /** One user, or order, for everything with the same purpose. */
    takeUserOnce: keyed(takeUser),
    takeOrderOnce: keyed(takeOrder),
    async userWithoutInfo(): Promise<User> {
      for (const { user_id } of await users()) {
        if (taken.has(user_id)) continue
        const { status } = await call('GET', pathOf(endpoints.get_latest_user_info, { params: { user_id } }))
        if (status === 404) return takeUser((user) => user.user_id === user_id)
      }
      throw new Error('Every user has demographics.')
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** Makes a record for each purpose once. */
function keyed<T>(make: () => Promise<T>) {
  const made = new Map<string, Promise<T>>()
  return (purpose: string, instead: () => Promise<T> = make): Promise<T> => {
    const known = made.get(purpose) ?? instead()
    made.set(purpose, known)
    return known
  }
}

function placeOf({ loc }: ValidationIssue): string {
  return loc.join('.')
}

function parsed(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
