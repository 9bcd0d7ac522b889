'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarX, Hourglass, OctagonAlert } from 'lucide-react'
import { useStuckDays } from '#components/orders/detail/use-stuck-days.ts'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import type { Problem, Problems } from '#components/patterns/states/problem.ts'
import { useAtPresent } from '#components/ui/display/viewer.tsx'
import type { Booking } from '#lib/domains/bookings/booking.ts'
import { bookingsQuery } from '#lib/domains/bookings/queries.ts'
import type { Acknowledgement } from '#lib/domains/orders/critical/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { acknowledgementsQuery, userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { resultAt } from '#lib/domains/orders/results/result-at.ts'
import { resultsOf } from '#lib/domains/orders/results/results.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { statusAdvice } from '#lib/domains/orders/status/status-advice.ts'
import type { StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { clashWords } from '#lib/domains/orders/visit.ts'
import { problemOf } from '#lib/domains/orders/worklist/problems.ts'
import type { UserAddress } from '#lib/domains/users/queries.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { compareInstants, parseInstant } from '#lib/utils/time/instants.ts'

/** More than one user's orders ever have. */
const MOST_BOOKINGS = 500

const isCritical = ({ interpretation }: Order) => interpretation === 'critical'

function isAcknowledged(order: Order, acknowledgements: readonly Acknowledgement[]): boolean {
  const at = resultAt(order)
  return acknowledgements.some(
    ({ order_id, result_at }) => order_id === order.id && compareInstants(result_at, at) >= 0,
  )
}

function criticalProblem(order: Order, href: string): Problem {
  return {
    id: `critical ${order.id}`,
    severity: 1,
    since: parseInstant(resultAt(order)),
    icon: OctagonAlert,
    tone: 'crit',
    title: 'Critical result not acknowledged',
    detail: resultsOf(order) === 'partial' ? `${order.lab_test.name}, partial results` : order.lab_test.name,
    action: { label: 'View order', href },
  }
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
      severity: 3,
      since: found.since,
      icon: isStuck ? Hourglass : icon,
      tone: isStuck ? 'warn' : 'bad',
      title: isStuck ? `${order.lab_test.name}: stuck at “${label}”` : `${order.lab_test.name}: ${label.toLowerCase()}`,
      detail: statusAdvice(low, order.lab_test.method)?.todo ?? '',
      action: { label: 'View order', href },
    },
  ]
}

/**
 * What of a user's orders needs action: critical results that nobody acknowledged, exceptions, and stuck orders. Without
 * `reads`, what other parts of the page have read.
 */
export function useOrderProblems({ environment, user_id }: UserAddress, { reads = true } = {}): Problems {
  const { data, isError } = useQuery({ ...userOrdersQuery(environment, user_id), enabled: reads })
  const critical = data?.orders.filter(isCritical) ?? []
  const ids = critical.map(({ id }) => id)
  const known = useQuery({ ...acknowledgementsQuery(environment, ids), enabled: reads && ids.length > 0 })
  const limits = useStuckDays(environment, reads)
  const ofUser = data?.orders.map(({ id }) => id) ?? []
  const booked = useQuery({
    ...bookingsQuery(environment, { order_ids: ofUser, limit: MOST_BOOKINGS }),
    enabled: reads && ofUser.length > 0,
  })
  const now = useAtPresent((at) => Math.floor(at / MINUTE) * MINUTE)
  if (isError || known.isError || booked.isError) return null
  if (!data || (ids.length > 0 && !known.data) || (ofUser.length > 0 && !booked.data)) return undefined
  const bookings = booked.data?.bookings ?? []
  const taken = known.data?.acknowledgements ?? []
  const hrefOf = ({ id }: Order) => `/${environment}/orders/${id}`
  return [
    ...critical.filter((order) => !isAcknowledged(order, taken)).map((order) => criticalProblem(order, hrefOf(order))),
    ...data.orders.flatMap((order) => standingProblem(order, { href: hrefOf(order), now, limits, bookings })),
  ]
}
