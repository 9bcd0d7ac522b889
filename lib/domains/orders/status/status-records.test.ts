import { expect, test } from 'vitest'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { ORDER_VIEWS } from '#lib/domains/orders/views.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { statusAdvice } from './status-advice.ts'
import { STATUS_RECORDS, statusRecord } from './status-records.ts'

test('the table holds every low-level status of the contract and no other', () => {
  expect(Object.keys(STATUS_RECORDS).sort()).toEqual([...LOW_LEVEL_STATUSES].sort())
})

test('a status that the console does not know has neither record nor advice', () => {
  for (const low of ['held_for_review', 'constructor', '__proto__']) {
    expect(statusRecord(low)).toBeUndefined()
    expect(statusAdvice(low)).toBeUndefined()
  }
})

test('the built-in view of exceptions asks for every record with an exception', () => {
  const exceptions = LOW_LEVEL_STATUSES.filter((low) => STATUS_RECORDS[low].exception !== null)
  expect(exceptions).toContain('failure_to_deliver_to_customer')
  expect(exceptions).toContain('failure_to_deliver_to_lab')
  expect(ORDER_VIEWS.find(({ id }) => id === 'exceptions')?.filter).toEqual({ status: exceptions })
})

test('every exception has advice', () => {
  for (const low of LOW_LEVEL_STATUSES) {
    if (STATUS_RECORDS[low].exception !== null) expect(statusAdvice(low)?.todo, low).toMatch(/^[A-Z].*\.$/)
  }
})

test('a limit of days belongs to exactly the statuses that wait for something and are no exception', () => {
  for (const low of LOW_LEVEL_STATUSES) {
    const { ends = false, next, stuckAfterDays, exception, high } = STATUS_RECORDS[low]
    expect(stuckAfterDays !== null, low).toBe(!ends && exception === null)
    if (high === 'completed' || high === 'cancelled') expect(ends, low).toBe(true)
    if (ends) expect(next, low).toBeNull()
    expect(STUCK_DAYS[low] ?? null, low).toBe(stuckAfterDays)
  }
})
