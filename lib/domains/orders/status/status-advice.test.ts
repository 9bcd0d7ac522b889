import { expect, test } from 'vitest'
import { statusDetail } from './status-advice.ts'

const event = (status_detail: unknown) => ({
  id: 1,
  created_at: '2026-11-21T08:00:00Z',
  status: 'failed',
  status_detail,
})

test.each<[unknown, string, boolean | null]>([
  ['quantity_not_sufficient', 'Quantity not sufficient', null],
  ['The tube was broken.', 'The tube was broken.', null],
  ['recoverable.hemolyzed', 'Hemolyzed', true],
  ['non_recoverable: expired-kit', 'Expired kit', false],
  ['unrecoverable', 'Unrecoverable', false],
  [{ code: 'clotted', recoverable: true }, 'Clotted', true],
  [{ reason: 'lost', message: 'The parcel was lost.', is_recoverable: false }, 'The parcel was lost.', false],
])('%j is told in words', (given, reason, is_recoverable) => {
  expect(statusDetail(event(given))).toEqual({ reason, is_recoverable })
})

test('a published code is known as one: it is shown while patient data is hidden', () => {
  expect(statusDetail(event('sample_hemolyzed'))).toMatchObject({ reason: 'Sample hemolyzed', isCode: true })
})

test.each([[undefined], [null], [''], [7], [{ recoverable: true }], ['x'.repeat(301)]])('%j says nothing', (given) => {
  expect(statusDetail(event(given))).toBeNull()
})
