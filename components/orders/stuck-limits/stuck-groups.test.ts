import { expect, test } from 'vitest'
import { STUCK_DAYS } from '#lib/domains/orders/stuck-days.ts'
import { changesOf, daysProblem, defaultEdits, STUCK_GROUPS } from './stuck-groups.ts'

test('every status with a limit stands in one group, and no group is empty', () => {
  expect(STUCK_GROUPS.flatMap(({ statuses }) => statuses).sort()).toEqual(Object.keys(STUCK_DAYS).sort())
  for (const { statuses } of STUCK_GROUPS) expect(statuses.length).toBeGreaterThan(1)
})

test.each(['1', ' 14 ', '365', '007'])('%j is a limit', (text) => expect(daysProblem(text)).toBeNull())
test.each(['', '0', '366', '1.5', '-3', '5 days', '1e2', '99999'])('%j is none', (text) =>
  expect(daysProblem(text)).toMatch(/whole days, 1 to 365/),
)

test('only what differs is a change, and the usual days are the way back', () => {
  const days = { ...STUCK_DAYS, with_customer: 3, transit_lab: 9 }
  expect(changesOf(days, { with_customer: '3', transit_lab: ' 8', lost: '' })).toEqual({ transit_lab: 8, lost: 0 })
  expect(defaultEdits(STUCK_DAYS)).toEqual({})
  expect({ ...days, ...changesOf(days, defaultEdits(days)) }).toEqual(STUCK_DAYS)
})
