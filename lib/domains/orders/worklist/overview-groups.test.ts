import { describe, expect, test } from 'vitest'
import { STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { groupOf, missingReasons } from './overview-groups.ts'

const at = (status: string, count: number | null, oldest_at: string | null = null) => ({
  status,
  count,
  missing: count === null ? 'Down.' : null,
  oldest_at,
  replaced: 0,
  unchecked: 0,
})
const stuck = STUCK_RULES.map(({ name, statuses }, index) => ({
  rule: name,
  days: index + 5,
  statuses: [...statuses],
  unchanged_since: '2026-11-07T08:00:00.000Z',
  count: index + 1,
  missing: null,
  oldest_at: null,
  replaced: index,
  unchecked: 0,
}))

describe('stages', () => {
  test('hold every known status once', () => {
    const all = LOW_LEVEL_STATUSES.map((status) => at(status, 1))
    const grouped = (['placed', 'collecting', 'with_lab', 'results_in', 'closed', 'failed'] as const).flatMap((place) =>
      groupOf(place, all).statuses.map(({ status }) => status),
    )
    expect(grouped.sort()).toEqual([...LOW_LEVEL_STATUSES].sort())
  })

  test('are the sum of their statuses, most first, as old as the oldest', () => {
    const counts = [
      at('ordered', 3, '2026-11-03T00:00:00Z'),
      at('registered', 5, '2026-11-02T23:00:00-08:00'),
      at('lost', 9),
    ]
    const group = groupOf('placed', counts)
    expect(group).toMatchObject({ count: 8, partial: false, oldest_at: '2026-11-03T00:00:00Z' })
    expect(group.statuses.map(({ status }) => status)).toEqual(['registered', 'ordered'])
  })

  test('say where a part of them, or all, is not counted', () => {
    expect(groupOf('placed', [at('ordered', 3), at('registered', null)])).toMatchObject({ count: 3, partial: true })
    expect(groupOf('placed', [at('ordered', null)])).toMatchObject({ count: null, partial: false })
    expect(groupOf('placed', [])).toMatchObject({ count: null, oldest_at: null })
  })
})

test('a reason is said once, and none where all is counted', () => {
  const trend = [{ day: '2026-11-21', methods: [{ method: 'testkit', count: null, missing: 'Slow.' }] }]
  const statuses = [at('ordered', null), at('lost', null), at('completed', 1)]
  expect(missingReasons({ statuses, stuck, trend })).toEqual(['Down.', 'Slow.'])
  expect(missingReasons({ statuses: [at('ordered', 0)], stuck, trend: [] })).toEqual([])
})
