/** Example data of events, for tests of endpoints: what the schema of each form asks for. Made up. */

const USER = '00000000-0000-4000-8000-000000000000'
const ORDER = '00000000-0000-4000-8000-0000000000aa'
const AT = '2026-01-15T09:30:00.000Z'
const source = { name: 'Example Ring', slug: 'example_ring', logo: null }

const order = {
  id: ORDER,
  team_id: '00000000-0000-4000-8000-0000000000bb',
  user_id: USER,
  patient_details: { dob: '1990-01-01', gender: 'female' },
  patient_address: { receiver_name: 'Example Patient', city: 'Phoenix', state: 'AZ', zip: '85004' },
  details: { type: 'walk_in_test', data: { id: ORDER, created_at: AT, updated_at: AT } },
  lab_test: { name: 'Example panel', description: '', method: 'walk_in_test' },
  status: 'completed',
  events: [{ id: 1, created_at: AT, status: 'completed.walk_in_test.completed' }],
  created_at: AT,
  updated_at: AT,
}

const appointment = {
  id: '00000000-0000-4000-8000-0000000000cc',
  user_id: USER,
  order_id: ORDER,
  address: { city: 'Phoenix', state: 'AZ', zip_code: '85004' },
  type: 'phlebotomy',
  provider: 'example',
  status: 'confirmed',
  event_status: 'scheduled',
  start_at: AT,
  events: [],
  event_data: {},
  updated_at: AT,
}

const sample = { timestamp: AT, timezone_offset: 0, type: 'automatic', unit: 'mmol/L', value: 5.4 }

/** By the type of the event, in the order of the form. */
export const EVENT_EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'labtest.order.updated': order,
  'labtest.result.critical': { ...order, interpretation: 'critical' },
  'labtest.appointment.updated': appointment,
  'daily.data.sleep.created': { user_id: USER, source, id: 'example-1', date: '2026-01-15', duration_seconds: 27_000 },
  'daily.data.glucose.created': { user_id: USER, source, source_id: 1, data: [sample] },
  'provider.connection.created': { user_id: USER, source, status: 'connected', created_on: AT },
}
