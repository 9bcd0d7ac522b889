/** An order that takes a draw at home, and bookings of it, for the tests of this folder. Made up. */
import type { WholeBooking } from '#lib/domains/bookings/booking.ts'
import type { Order } from '#lib/domains/orders/order.ts'

export const ORDER_ID = '07ad9e52-1111-4222-8333-9a6f2c8165fe'
const BOOKING_ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'

export function draw(changes: Partial<Order> = {}): Order {
  return {
    id: ORDER_ID,
    team_id: '00000000-0000-4000-8000-000000000001',
    user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
    patient_details: { dob: '1982-02-03', gender: 'female' },
    patient_address: {
      receiver_name: 'Wren Halloran',
      first_line: '2715 Stout St',
      city: 'Denver',
      state: 'CO',
      zip: '80205',
    },
    details: { type: 'at_home_phlebotomy', data: null },
    lab_test: { name: 'Lipid and A1c', method: 'at_home_phlebotomy' },
    created_at: '2026-11-18T09:13:00Z',
    updated_at: '2026-11-19T09:31:00Z',
    status: 'received',
    events: [
      { id: 1, created_at: '2026-11-18T09:13:00Z', status: 'received.at_home_phlebotomy.ordered' },
      { id: 2, created_at: '2026-11-19T09:31:00Z', status: 'received.at_home_phlebotomy.requisition_created' },
    ],
    ...changes,
  }
}

export const withEvent = (low: string, created_at = '2026-11-19T12:00:00Z') =>
  draw({ events: [...draw().events, { id: 3, created_at, status: `collecting_sample.at_home_phlebotomy.${low}` }] })

export function bookingOf(changes: Partial<WholeBooking> = {}): WholeBooking {
  const { state = 'confirmed' } = changes
  const asked_by = { id: 'staff-1', name: 'Rosa Adeyemi' }
  return {
    id: BOOKING_ID,
    order_id: ORDER_ID,
    state,
    version: 2,
    asked_at: '2026-11-19T20:31:00.000Z',
    answered_at: '2026-11-19T20:31:02.000Z',
    asked_by,
    gives_up_at: null,
    start_at: '2026-11-24T15:00:00.000Z',
    end_at: '2026-11-24T15:30:00.000Z',
    iana_timezone: 'America/Denver',
    provider: 'wrenlow',
    said: state === 'unknown' || state === 'in_flight' ? null : { state, at: '2026-11-19T20:31:02.000Z' },
    entered: null,
    status: 200,
    detail: null,
    appointment: {
      id: '0be71f43-1111-4222-8333-9a6f2c811b92',
      user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
      order_id: ORDER_ID,
      address: {
        first_line: '2715 Stout St',
        city: 'Denver',
        state: 'CO',
        zip_code: '80205',
        access_notes: 'Buzzer 4',
      },
      type: 'phlebotomy',
      provider: 'wrenlow',
      status: 'confirmed',
      event_status: 'scheduled',
      event_data: {},
    },
    history: [{ at: '2026-11-19T20:31:00.000Z', state: 'in_flight', by: asked_by, note: null, event_id: null }],
    ...changes,
  }
}
