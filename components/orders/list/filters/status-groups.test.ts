import { expect, test } from 'vitest'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from '#lib/domains/orders/status/status.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { groupOf, STATUS_GROUPS, statusChip, statusesFor } from './status-groups.ts'

test('every status has one group, and only one that nobody knows stands among the others', () => {
  const groups: readonly string[] = STATUS_GROUPS.map(([group]) => group)
  for (const status of LOW_LEVEL_STATUSES) expect(groups).toContain(groupOf(status))
  expect(LOW_LEVEL_STATUSES.filter((status) => groupOf(status) === 'other')).toEqual([])
  expect(groupOf('held_for_review')).toBe('other')
})

test('the usual groups: what is not over, and what needs somebody or has failed', () => {
  expect(OPEN_STATUSES).toHaveLength(LOW_LEVEL_STATUSES.length - 8)
  expect(OPEN_STATUSES).toContain('partial_results')
  for (const ended of ['completed', 'cancelled', 'lost']) expect(OPEN_STATUSES).not.toContain(ended)
  expect(EXCEPTION_STATUSES).toEqual(
    LOW_LEVEL_STATUSES.filter((status) => ['exception', 'failed'].includes(groupOf(status))),
  )
  expect(EXCEPTION_STATUSES.toSorted()).toEqual([
    'appointment_cancelled',
    'failure_to_deliver_to_customer',
    'failure_to_deliver_to_lab',
    'lab_processing_blocked',
    'lost',
    'problem_in_transit_customer',
    'problem_in_transit_lab',
    'redraw_available',
    'sample_error',
  ])
})

test.each([
  ['', LOW_LEVEL_STATUSES.length + 1],
  ['redraw', 1],
  ['With Patient', 1],
  ['with_customer', 1],
  ['held', 1],
  ['nothing of ours', 0],
])('%j finds %i statuses by their words or as sent', (text, count) => {
  expect(statusesFor(text, ['lost', 'held_for_review'])).toHaveLength(count)
})

test('statuses stand in the order of their labels, not in the order the service lists them', () => {
  const labels = statusesFor('', ['held_for_review']).map((status) => orderStatus(status).label)
  expect(labels).toEqual(labels.toSorted((a, b) => a.localeCompare(b, 'en')))
  expect(labels).toHaveLength(LOW_LEVEL_STATUSES.length + 1)
})

test.each([
  [[], null],
  [['lost'], 'is Lost'],
  [['lost', 'cancelled'], 'is Canceled or Lost'],
  [['lost', 'held_for_review'], 'is held_for_review or Lost'],
  [['lost', 'completed', 'corrected'], 'is one of 3 statuses'],
  [OPEN_STATUSES, 'is any open status'],
  [EXCEPTION_STATUSES.toReversed(), 'is any exception'],
])('%j reads %j', (chosen, words) => {
  const chip = statusChip(chosen)
  expect(chip && `${chip.operator} ${chip.value}`).toBe(words)
})
