import { useQuery } from '@tanstack/react-query'
import { CalendarX, CircleQuestionMark, Hourglass, OctagonAlert } from 'lucide-react'
import { callWords } from '#components/orders/critical/critical-mark.tsx'
import { useStuckDays } from '#components/orders/detail/use-order.ts'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import type { Problem, Problems } from '#components/patterns/states/problem.ts'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { visitsQuery } from '#lib/domains/bookings/queries.ts'
import { type CriticalState, criticalStates, mayBeCritical } from '#lib/domains/orders/critical/critical-state.ts'
import type { listOrders, Order } from '#lib/domains/orders/order.ts'
import { acknowledgementsQuery, callbacksQuery, SUMMARY_ORDERS, userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { statusAdvice } from '#lib/domains/orders/status/status-advice.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { clashWords } from '#lib/domains/orders/visit.ts'
import { problemOf } from '#lib/domains/orders/worklist/problems.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'

const TITLES = {
  waiting: 'Critical result not acknowledged',
  acknowledged: 'Critical result not reached',
  no_longer_critical: 'Result no longer critical, not closed',
} as const satisfies Partial<Record<CriticalState['standing'], string>>

function criticalProblem(order: Order, state: CriticalState, href: string): Problem[] {
  const { standing, startsAt, callbacks } = state
  if (standing === 'reached' || standing === 'closed' || standing === 'before_start') return []
  const calls = callbacks.length === 0 ? ['no call recorded'] : callWords(state)
  const partial = resultsOf(order) === 'partial' ? ['partial results'] : []
  return [
    {
      id: `critical ${order.id}`,
      severity: 1,
      since: startsAt,
      icon: OctagonAlert,
      tone: standing === 'waiting' ? 'crit' : 'warn',
      title: TITLES[standing],
      detail: [order.lab_test.name, ...partial, ...calls].join(', '),
      action: { label: 'View order', href },
    },
  ]
}

interface Standing {
  href: string
  now: number
  limits: StuckDays
  bookings: readonly Booking[]
}

function standingProblem(order: Order, { href, now, limits, bookings }: Standing): Problem[] {
  const ofOrder = bookings.filter(({ order_id }) => order_id === order.id)
  const found = problemOf(order, now, limits, ofOrder)
  if (!found) return []
  const low = lastLowLevelStatus(order.events) ?? order.status
  const words = found.kind === 'visit' ? clashWords(found.visit) : null
  if (words) {
    return [
      {
        id: `order ${order.id}`,
        severity: 2,
        since: found.since,
        icon: CalendarX,
        tone: 'warn',
        title: `${order.lab_test.name}: ${words.happened}`,
        detail: words.todo,
        action: { label: 'View order', href },
      },
    ]
  }
  const { label, icon } = orderStatus(low)
  const isStuck = found.kind === 'stuck'
  return [
    {
      id: `order ${order.id}`,
      severity: isStuck ? 3 : 2,
      since: found.since,
      icon: isStuck ? Hourglass : icon,
      tone: isStuck ? 'warn' : 'bad',
      title: isStuck ? `${order.lab_test.name}: stuck at “${label}”` : `${order.lab_test.name}: ${label.toLowerCase()}`,
      detail: statusAdvice(low, order.lab_test.method)?.todo ?? '',
      action: { label: 'View order', href },
    },
  ]
}

/** Orders that nobody looked at here: there are more than a summary reads, or they can't be read. */
function notChecked(data: EndpointOutput<typeof listOrders>, href: string): Problem[] {
  const bad = unreadableIn(data)
  const read = data.orders.length + bad.length
  const isCut = data.total === null ? read >= SUMMARY_ORDERS : read < data.total
  const look = { severity: 2, since: null, icon: CircleQuestionMark, tone: 'warn' } as const
  return [
    ...bad.map(({ at, id, field }) => ({
      ...look,
      id: `unreadable ${at}`,
      title: `Order ${id === null ? '' : `${shortId(id)} `}can’t be read`,
      detail: `The service sent an unexpected value in ${field}.`,
      action: { label: 'View orders', href },
    })),
    ...(isCut
      ? [
          {
            ...look,
            id: 'more orders',
            title: 'Not all orders were checked',
            detail: `Only the newest ${read}${data.total === null ? '' : ` of ${formatCount(data.total)}`} were.`,
            action: { label: 'View orders', href },
          },
        ]
      : []),
  ]
}

/** Returns the problems of a user's orders; without `reads`, only from data that other parts have read. */
export function useOrderProblems({ environment, user_id }: UserAddress, { reads = true } = {}): Problems {
  const { data, isError } = useQuery({ ...userOrdersQuery(environment, user_id), enabled: reads })
  // An order forgets that its result was critical: whatever has a result is asked about.
  const asked = data?.orders.filter(mayBeCritical) ?? []
  const ids = asked.map(({ id }) => id)
  const enabled = reads && ids.length > 0
  const taken = useQuery({ ...acknowledgementsQuery(environment, ids), enabled })
  const called = useQuery({ ...callbacksQuery(environment, ids), enabled })
  const limits = useStuckDays(environment, reads)
  const visits = visitsQuery(environment, data?.orders ?? [])
  const booked = useQuery({ ...visits, enabled: reads && visits.enabled })
  const now = useAtPresent((at) => Math.floor(at / MINUTE) * MINUTE)
  if (isError || taken.isError || called.isError || booked.isError) return null
  if (!data || (ids.length > 0 && !(taken.data && called.data)) || (visits.enabled && !booked.data)) return undefined
  const bookings = booked.data?.bookings ?? []
  const { acknowledgements = [], seen_critical = [], starts_at = null } = taken.data ?? {}
  const hrefOf = ({ id }: Order) => `/${environment}/orders/${id}`
  const recorded = { acknowledgements, callbacks: called.data?.callbacks ?? [], starts_at, seen_critical }
  return [
    ...notChecked(data, `/${environment}/users/${user_id}/orders`),
    ...criticalStates(data.orders, recorded).flatMap(({ order, state }) =>
      criticalProblem(order, state, hrefOf(order)),
    ),
    ...data.orders.flatMap((order) => standingProblem(order, { href: hrefOf(order), now, limits, bookings })),
  ]
}
