/** The chip of the filter by status. */
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { someLabel } from '#components/patterns/list/filters/chip-labels.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from '#lib/domains/orders/status/status.ts'

/** Returns the chip's words, group names included; null with no status chosen. */
export function statusChip(chosen: readonly string[]): { operator: string; value: string } | null {
  const is = (group: readonly string[]) => group.length === chosen.length && group.every((one) => chosen.includes(one))
  if (is(OPEN_STATUSES)) return { operator: 'is', value: 'any open status' }
  if (is(EXCEPTION_STATUSES)) return { operator: 'is', value: 'any exception' }
  const labels = chosen.map((status) => orderStatus(status).label)
  return someLabel(
    labels.toSorted((a, b) => a.localeCompare(b, 'en')),
    'statuses',
  )
}
