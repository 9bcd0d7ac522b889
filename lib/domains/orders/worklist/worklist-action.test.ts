import { expect, test } from 'vitest'
import { NO_MARK, type WorklistItem } from './worklist.ts'
import { actionPath, worklistAction } from './worklist-action.ts'

const BOOKING = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const item = (changes: Partial<WorklistItem>): WorklistItem => ({
  ...{ order_id: 'o', user_id: 'u', patient_name: null, test: 'Lipids', method: 'at_home_phlebotomy' },
  ...{ status: 'appointment_cancelled', kind: 'appointment_cancelled', visit: null, since: '', mark: NO_MARK },
  ...changes,
})
const visit = { state: 'confirmed', entered_by: null, still: null, outlives_order: true, booking_id: BOOKING } as const

test.each<[string, Partial<WorklistItem>, label: string, path: string]>([
  ['an at-home draw is booked again', {}, 'Book again', '/sandbox/orders/o/book'],
  ['a walk-in one near the patient', { method: 'walk_in_test' }, 'Book again', '/sandbox/service-centers?order=o'],
  ['another kind never leads to the form', { method: 'testkit' }, 'View order', '/sandbox/orders/o'],
  ['a visit that stands is seen first', { visit }, 'View booking', `/sandbox/orders/o/book?attempt=${BOOKING}`],
  ['one booked elsewhere on its order', { visit: { ...visit, booking_id: null } }, 'View order', '/sandbox/orders/o'],
])('%s', (_, changes, label, path) => {
  const action = worklistAction(item(changes), true)
  expect([action.label, actionPath('sandbox', item(changes), action.place)]).toEqual([label, path])
})

test('who may not book looks at the order', () => {
  expect(worklistAction(item({}), false).place).toBe('order')
})
