import { describe, expect, test } from 'vitest'
import { makeOrder, partialOrder } from '#lib/domains/orders/order.testing.ts'
import { highLevelOf } from '#lib/domains/orders/status/status.ts'
import { STATUS_RECORDS } from '#lib/domains/orders/status/status-records.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { hidesPartialResults, resultsOf } from './results.ts'

function orderWith(...statuses: readonly string[]) {
  const events = statuses.map((status, index) => ({
    id: index + 1,
    created_at: `2026-11-${10 + index}T09:00:00Z`,
    status,
  }))
  return makeOrder({ events })
}
const at = (low: (typeof LOW_LEVEL_STATUSES)[number]) => `${highLevelOf(low)}.testkit.${low}`
const PARTIAL = at('partial_results')

describe('how much of the results is in', () => {
  test.each(LOW_LEVEL_STATUSES)('%s alone brings what its record says', (low) => {
    expect(resultsOf(orderWith(at(low)))).toBe(STATUS_RECORDS[low].results ?? null)
  })

  test.each(LOW_LEVEL_STATUSES)('partial results stay partial through %s unless it brings others', (low) => {
    const order = partialOrder({}, low)
    const brought = STATUS_RECORDS[low].results
    expect(resultsOf(order)).toBe(brought ?? 'partial')
    expect(hidesPartialResults(order)).toBe(brought === undefined)
  })

  test('the order of the events counts, not their place in the list', () => {
    const order = orderWith(PARTIAL, at('completed'))
    expect(resultsOf({ ...order, events: order.events.toReversed() })).toBe('complete')
  })

  test('a completed status this console does not know is complete; without events the status decides', () => {
    expect(resultsOf(orderWith(PARTIAL, 'completed.testkit.amended'))).toBe('complete')
    expect(resultsOf(makeOrder({ events: [], status: 'completed' }))).toBe('complete')
    expect(resultsOf(makeOrder({ events: [], status: 'received' }))).toBeNull()
  })
})

test('partial results are no end, and not in the last stage, whatever the event’s prefix says', () => {
  for (const high of ['sample_with_lab', 'completed', 'reported']) {
    const story = orderTimeline(orderWith(at('delivered_to_lab'), `${high}.testkit.partial_results`))
    expect([story.stage, story.is_final], high).toEqual(['with_lab', false])
    expect(story.steps.map(({ state }) => state)).toEqual(['done', 'done', 'current', 'ahead'])
  }
})
