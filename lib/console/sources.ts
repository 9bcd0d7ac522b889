/** Ports through which the console reads users, connections and orders of an environment's service. */

import type { Connection } from '#lib/domains/connections/connection.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import type { listOrders, Order } from '#lib/domains/orders/order.ts'
import type { User } from '#lib/domains/users/user.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import type { Unreadable } from '#lib/kernel/list/unreadable.ts'

/** Users a page: the most that the service gives. */
export const USERS_PAGE = 500

export interface ServicePage {
  users: readonly User[]
  /** Entries of the page, those that could not be read among them. */
  entries: number
  unreadable: readonly Unreadable[]
  /** Length of the whole list. */
  total: number
}

export interface UserSource {
  /** @throws SourceFailure; what ends by the signal is thrown as it is. */
  listUsers(environment: string, page: { offset: number; limit: number }, signal: AbortSignal): Promise<ServicePage>
}

/** The service failed to list its users; the message is for people and repeats nothing that was sent. */
export class SourceFailure extends Error {
  /** Milliseconds from the service's `Retry-After`; null where it sent none. */
  readonly wait: number | null
  /** Status of the service's response; null when none was understood. */
  readonly status: number | null

  constructor(message: string, wait: number | null = null, status: number | null = null) {
    super(message)
    this.wait = wait
    this.status = status
  }
}

/** The source of connections' states: the list of a user's providers, as an environment's service gives it. */
export interface ConnectionSource {
  /** Null where the service doesn't know the user or its answer isn't understood. @throws SourceFailure */
  listConnections(environment: string, user_id: string, signal: AbortSignal): Promise<readonly Connection[] | null>
}

/** The source of demographics of one user. */
export interface InfoSource {
  /** Null where the service has none of this user. @throws SourceFailure, of status 403 where it has none for anybody */
  readInfo(environment: string, user_id: string, signal: AbortSignal): Promise<UserInfo | null>
}

/** The source of the overview's orders: the order search of an environment's service. */
export type OrderQuery = NonNullable<EndpointInput<typeof listOrders>['query']>

export interface FoundOrders {
  orders: readonly Order[]
  /** Null where the service did not count. */
  total: number | null
  /** Entries of the page that aren't orders as they should be, and so aren't in `orders`. */
  unreadable?: readonly Unreadable[]
}

/** Returns how many entries a page has: fewer than were asked for make it the last one. */
export function entriesOf({ orders, unreadable = [] }: FoundOrders): number {
  return orders.length + unreadable.length
}

export interface OrderSource {
  /** @throws SourceFailure; what ends by the signal is thrown as it is. */
  searchOrders(environment: string, query: OrderQuery, signal: AbortSignal): Promise<FoundOrders>
}

/** A whole answer of status 200 as it went to somebody. */
export interface PassedAnswer {
  environment: string
  endpoint: string
  params: Readonly<Record<string, string>>
  body: Uint8Array
}
