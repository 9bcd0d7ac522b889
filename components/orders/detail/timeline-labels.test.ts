import { describe, expect, test } from 'vitest'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { timelineLabel } from './timeline-labels.ts'

const words = (low: string, method = 'testkit', successor: string | null = null) =>
  timelineLabel({ low, method, is_final: false, successor })

describe.each(LOW_LEVEL_STATUSES)('%s', (low) => {
  test('says what happened and what to do, in whole sentences and in no raw word', () => {
    for (const method of [...ORDER_METHODS, 'drone_pickup']) {
      const { happened, todo } = words(low, method)
      for (const text of [happened, todo]) expect(text).toMatch(/^[A-Z][^_“!]+\.$/)
    }
  })

  test('another order that took its place is the one to go on with', () => {
    expect(words(low, 'testkit', 'redraw').happened).toContain(' A redraw is ordered.')
    expect(words(low, 'testkit', 'recreation').happened).toContain(' A replacement is ordered.')
    expect(words(low, 'testkit', 'initial')).toMatchObject({ todo: 'Continue with the newer order.' })
  })
})

test('a requisition asks for what its method needs', () => {
  expect(words('requisition_created', 'at_home_phlebotomy').todo).toContain('Book the draw')
  expect(words('requisition_bypassed', 'walk_in_test').todo).toContain('service center')
  expect(words('requisition_created', 'drone_pickup').todo).toBe('Next, the sample is taken.')
})

test('a redraw that is ordered is no longer offered', () => {
  expect(words('redraw_available', 'testkit', 'redraw').happened).not.toContain('available')
})

test('a status nobody knows is repeated, and nothing is made of it', () => {
  expect(words('held_for_review').happened).toBe('The service says “held_for_review”.')
  expect(timelineLabel({ low: 'x', method: 'testkit', is_final: true, successor: null }).todo).toContain('Nothing else')
})
