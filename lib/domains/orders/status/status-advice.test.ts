import { expect, test } from 'vitest'
import { STATUS_DETAILS } from '#lib/kernel/values.ts'
import { sampleAdvice, statusAdvice, statusDetail } from './status-advice.ts'

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
  expect(statusDetail(event('sample_hemolyzed'))).toMatchObject({
    reason: 'Sample hemolyzed',
    todo: expect.stringContaining('another sample'),
  })
})

test.each([[undefined], [null], [''], [7], [{ recoverable: true }], ['x'.repeat(301)]])('%j says nothing', (given) => {
  expect(statusDetail(event(given))).toBeNull()
})

test.each(STATUS_DETAILS)('%s comes with a next step of its own', (code) => {
  expect(statusDetail(event(code))?.todo).toMatch(/\.$/)
})

test.each<[string, unknown, RegExp]>([
  ['sample_error', 'sample_contaminated', /couldn’t use this sample\. Sample contaminated\. .*collection steps/],
  ['lab_processing_blocked', 'date_of_collection_unspecified', /when the sample was taken/],
  ['lab_processing_blocked', undefined, /gives no reason\. Ask the lab/],
  ['sample_error', 'The tube was broken.', /is with the event/],
  ['redraw_available', undefined, /Arrange it with the patient/],
  ['transit_lab', 'sample_contaminated', /Nothing to do until it arrives/],
])('%s with the detail %j', (low, detail, words) => {
  const own = statusAdvice(low) ?? { happened: '', todo: '' }
  const { happened, todo } = sampleAdvice(own, low, event(detail))
  expect(`${happened} ${todo}`).toMatch(words)
})
