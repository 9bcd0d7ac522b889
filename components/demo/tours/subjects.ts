/** Finds the people and orders of the stories by asking the demo, as any page does. */

import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { providerKind } from '#lib/domains/connections/providers.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { NO_SUBJECT, type Subject } from './tour.ts'

/** Users whose connections are read at the same time. */
const AT_ONCE = 10

/** A user with a reference whose cloud source needs a new sign-in. */
export async function findStoppedUser(environment: string): Promise<Subject | null> {
  const { users } = await request(listUsers, { query: { limit: 200 } }, { environment })
  const known = users.filter(({ client_user_id, connected_sources }) => client_user_id && connected_sources.length > 0)
  for (let from = 0; from < known.length; from += AT_ONCE) {
    const some = known.slice(from, from + AT_ONCE)
    const needs = await Promise.all(some.map((user) => needsSignIn(environment, user)))
    const user = some[needs.indexOf(true)]
    if (user) return { ...NO_SUBJECT, user_id: user.user_id, reference: user.client_user_id ?? '' }
  }
  return null
}

/** Whether the first source that fails, which its page shows first, refused to renew its access. */
async function needsSignIn(environment: string, { user_id }: User): Promise<boolean> {
  const { providers } = await request(listUserProviders, { params: { user_id } }, { environment })
  const failed = providers.find(({ status }) => status === 'error')
  return failed?.error_details?.error_type === 'token_refresh_failed' && providerKind(failed.slug) === 'cloud_oauth'
}

/** The newest at-home draw that is ready to be booked and has no booking. */
export async function findDrawToBook(environment: string): Promise<Subject | null> {
  const { orders } = await request(
    listOrders,
    { query: { order_type: ['at_home_phlebotomy'], status: ['requisition_created'], size: 50 } },
    { environment },
  )
  const { bookings } = await consoleRequest(listBookings, { params: { environment }, query: { limit: 500 } }, {})
  const booked = new Set(bookings.map(({ order_id }) => order_id))
  const order = orders.find(({ id, events }) => lastLowLevelStatus(events) === 'requisition_created' && !booked.has(id))
  return order ? { ...NO_SUBJECT, user_id: order.user_id, order_id: order.id } : null
}

/** The newest critical result and the oldest problem. Of another scenario the page may still show the orders. */
export async function findMorning(environment: string): Promise<Subject | null> {
  const params = { environment }
  const [{ waiting }, { items }] = await Promise.all([
    consoleRequest(listCriticalOrders, { params }, {}),
    consoleRequest(listWorklist, { params, query: { limit: 1 } }, {}),
  ])
  const [result, problem] = [waiting[0], items[0]]
  return result && problem ? { ...NO_SUBJECT, order_id: result.order_id, problem_id: problem.order_id } : null
}
