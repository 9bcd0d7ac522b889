import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { someLabel } from '#components/patterns/list/filters/filter-fields.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES, placeOf } from '#lib/domains/orders/status/status.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'

export const STATUS_GROUPS = [
  ['exception', 'Needs action'],
  ['failed', 'Failed'],
  ['placed', 'Placed'],
  ['collecting', 'Collecting sample'],
  ['with_lab', 'With lab'],
  ['results_in', 'Results in'],
  ['closed', 'Closed'],
  ['other', 'Other'],
] as const
export type StatusGroup = (typeof STATUS_GROUPS)[number][0]

/** A status that this console does not know stands among the others. */
export function groupOf(status: string): StatusGroup {
  const record = statusRecord(status)
  if (!record) return 'other'
  return record.exception === 'needs_person' ? 'exception' : placeOf(record)
}

/** Returns known statuses that match a text by label or as sent, and chosen unknown ones, sorted by label. */
export function statusesFor(text: string, chosen: readonly string[]): string[] {
  const known: readonly string[] = LOW_LEVEL_STATUSES
  const all = [...known, ...chosen.filter((status) => !known.includes(status))]
  return all
    .filter((status) => isNamedLike([orderStatus(status).label, status], text))
    .toSorted((a, b) => orderStatus(a).label.localeCompare(orderStatus(b).label, 'en'))
}

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
