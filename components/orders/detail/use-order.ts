import { replaceEqualDeep, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { orderQuery, stuckLimitsQuery } from '#lib/domains/orders/queries.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { STUCK_DAYS, type StuckDays } from '#lib/domains/orders/stuck/stuck-days.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import { unreadableIn } from '#lib/kernel/list/unreadable.ts'
import { pageTimeOf } from '#lib/utils/time/clock.ts'

/** Milliseconds between two looks at an order that is open and in sight. */
const POLL = 30_000

/** Data older than two polls is said to be old. */
const isOld = ({ errorUpdatedAt, dataUpdatedAt }: UseQueryResult) => errorUpdatedAt - dataUpdatedAt >= 2 * POLL

/** `order` is undefined while it is under way and when it did not load; `failure` says why. */
export function useOrder(environment: string, order_id: string, initial: RequestFailure | null) {
  return asOrder(useQuery(orderQuery(environment, order_id)), order_id, initial)
}

/** The same, looked at again and again until nothing more is expected; a page out of sight rests. */
export function useLiveOrder(environment: string, order_id: string, initial: RequestFailure | null) {
  const query = useQuery({
    ...orderQuery(environment, order_id),
    refetchInterval: ({ state }) => {
      const order = state.data?.orders.find(({ id }) => id === order_id)
      return order && !orderTimeline(order).is_final ? POLL : false
    },
  })
  const reload = async () => {
    const { data, error } = await query.refetch()
    if (!error) return
    const { detail } = failureOf(error)
    const order = data?.orders.find(({ id }) => id === order_id)
    const text = order ? patientText(environment, order, detail) : detail
    toast({ kind: 'failed', title: 'We couldn’t refresh the order.', text })
  }
  return {
    ...asOrder(query, order_id, initial),
    updatedAt: pageTimeOf(query.dataUpdatedAt),
    /** The service has answered, and does not have it (any more). */
    isGone:
      query.isSuccess && unreadableIn(query.data).length === 0 && !query.data.orders.some(({ id }) => id === order_id),
    isOld: query.isRefetchError && isOld(query),
    reload: () => void reload(),
  }
}

function asOrder(query: UseQueryResult<{ orders: Order[] }>, order_id: string, initial: RequestFailure | null) {
  const order = query.data?.orders.find(({ id }) => id === order_id)
  const unanswered = order ? null : initial
  return {
    order,
    /** Parts of it that can't be read, or the whole of it. */
    unreadable: unreadableIn(query.data),
    failure: query.error ? failureOf(query.error) : unanswered,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
  }
}

/** All orders of a transaction, for what an order does not say of the others; null where it has none beside itself. */
export function useTransactionOrders(environment: string, transaction_id: string | null) {
  const { data, error } = useQuery({
    ...servicePage(
      listOrders,
      { query: { order_transaction_id: transaction_id ?? undefined, size: 100 } },
      { environment },
    ),
    enabled: transaction_id !== null,
  })
  return { orders: data?.orders ?? [], unreadable: unreadableIn(data), failure: error ? failureOf(error) : null }
}

/** After how many days an order is stuck here, by its status: what the environment has set, and until that is known the usual. */
export function useStuckDays(environment: string, reads = true): StuckDays {
  const { data } = useQuery({ ...stuckLimitsQuery(environment), enabled: reads })
  // Equal defaults keep their identity, so rows aren't drawn again.
  return data ? replaceEqualDeep(STUCK_DAYS, data.days) : STUCK_DAYS
}
