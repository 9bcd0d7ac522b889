import { expect, test } from 'vitest'
import { newBatch } from '#components/connections/import/rows/batch.ts'
import { percentSent, reportOf } from './import-run.ts'
import { initialRunState } from './session-state.ts'

const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
const [first, second] = [newBatch(rows(0, 100)), newBatch(rows(100, 100))]

test('rows on their way are not sent yet, and what was stopped is not finished', () => {
  const begun = initialRunState([{ ...first, state: 'sent' as const }, second])
  expect(percentSent({ ...begun, phase: 'sending', current: 0 })).toBe(0)
  const half = initialRunState([{ ...first, state: 'settled' as const }, second])
  expect(percentSent({ ...half, phase: 'sending', current: 1 })).toBe(50)
  expect(reportOf(half, 'marrowfit')).toEqual({
    provider: 'marrowfit',
    state: 'paused',
    rows: 200,
    connected: 100,
    failed: 0,
  })
  expect(reportOf({ ...half, phase: 'done', isStopped: true }, 'marrowfit').state).toBe('stopped')
})
