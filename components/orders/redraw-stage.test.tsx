/** A redraw is in one stage wherever orders are counted, listed or shown. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { highLevelOf, placeOf } from '#lib/domains/orders/status/status.ts'
import { STATUS_RECORDS } from '#lib/domains/orders/status/status-records.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { groupOf as funnelGroupOf } from '#lib/domains/orders/worklist/overview-groups.ts'
import { HIGH_LEVEL_STATUSES, LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { Stepper } from './detail/stepper.tsx'
import { groupOf as listGroupOf } from './list/filters/status-groups.ts'
import { STUCK_GROUPS } from './stuck-limits/stuck-groups.ts'

const REDRAW = 'redraw_available'
const PREFIXES = HIGH_LEVEL_STATUSES.filter((high) => high !== 'cancelled')
const counts = LOW_LEVEL_STATUSES.map((status) => ({
  ...{ status, count: 1, missing: null, oldest_at: null, replaced: 0, unchecked: 0 },
}))

const story = (high: string, ...lows: string[]) =>
  orderTimeline({
    status: high,
    events: lows.map((low, index) => ({
      ...{ id: index + 1, created_at: `2026-11-1${index}T09:00:00Z`, status: `${high}.testkit.${low}` },
    })),
  })

test('the overview counts it where the status record puts it, and nowhere else', () => {
  const { stage } = STATUS_RECORDS[REDRAW]
  expect(stage).toBe('collecting')
  expect(placeOf(STATUS_RECORDS[REDRAW])).toBe(stage)
  for (const place of ['placed', 'collecting', 'with_lab', 'results_in', 'closed', 'failed'] as const) {
    const listed = funnelGroupOf(place, counts).statuses.map(({ status }) => status)
    expect(listed.includes(REDRAW), place).toBe(place === stage)
  }
})

test.each(PREFIXES)('an order’s timeline puts it there after a sample at the lab, sent as %s', (high) => {
  const { stage, halt, is_final } = story(high, 'delivered_to_lab', 'sample_error', REDRAW)
  expect({ stage, halt, is_final }).toEqual({ stage: STATUS_RECORDS[REDRAW].stage, halt: 'stopped', is_final: false })
})

test('the stages of the order page mark it', () => {
  renderPage(<Stepper isPartial={false} story={story('sample_with_lab', 'ordered', 'delivered_to_lab', REDRAW)} />)
  const here = screen.getAllByRole('listitem').filter((step) => step.hasAttribute('aria-current'))
  expect(here.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Collecting sampleStopped/)])
})

test('lists by need put it under what needs action; no limit of days makes it stuck', () => {
  expect(listGroupOf(REDRAW)).toBe('exception')
  expect(STUCK_GROUPS.flatMap(({ statuses }) => statuses)).not.toContain(REDRAW)
})

test('every status that goes on is in the stage that its high-level status says', () => {
  const stages = { received: 'placed', collecting_sample: 'collecting', sample_with_lab: 'with_lab' } as const
  const expected = { ...stages, completed: 'results_in', failed: 'failed', cancelled: 'closed' } as const
  for (const low of LOW_LEVEL_STATUSES) expect(placeOf(STATUS_RECORDS[low]), low).toBe(expected[highLevelOf(low)])
})
