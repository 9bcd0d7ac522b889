/** An order for the tests of this folder: a kit whose sample failed, with a redraw in the same transaction. Made up. */
import type { Order } from '#lib/domains/orders/order.ts'

export const ORDER_ID = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
export const REDRAW_ID = 'd41903eb-0b6e-4f0e-9a35-6f2f0f5c3b77'
export const TRANSACTION_ID = '5f0de7b2-1111-4111-8111-00000000aa90'

const at = (day: number, time: string) => `2026-11-${day}T${time}:00Z`

export const EVENTS = [
  { id: 1, created_at: at(12, '09:13'), status: 'received.testkit.ordered' },
  { id: 2, created_at: at(12, '09:31'), status: 'received.testkit.requisition_created' },
  { id: 3, created_at: at(13, '06:15'), status: 'collecting_sample.testkit.transit_customer' },
  { id: 4, created_at: at(13, '18:05'), status: 'collecting_sample.testkit.with_customer' },
  { id: 5, created_at: at(15, '16:20'), status: 'collecting_sample.testkit.transit_lab' },
  { id: 6, created_at: at(17, '10:44'), status: 'sample_with_lab.testkit.delivered_to_lab' },
]
const FAILED = [
  ...EVENTS,
  { id: 7, created_at: at(18, '09:02'), status: 'failed.testkit.sample_error' },
  { id: 8, created_at: at(19, '14:29'), status: 'collecting_sample.testkit.redraw_available' },
]

function sibling(id: string, origin: string, created_at: string, low_level_status: string, since: string) {
  return { id, origin, created_at, updated_at: since, low_level_status, low_level_status_created_at: since }
}

export const ORDER: Order = {
  id: ORDER_ID,
  team_id: '00000000-0000-4000-8000-000000000001',
  user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b',
  patient_details: { dob: '1982-02-03', gender: 'male' },
  priority: true,
  patient_address: {
    receiver_name: 'Theo Lindqvist',
    first_line: '12 Elm St',
    second_line: 'Flat 3',
    city: 'Denver',
    state: 'CO',
    zip: '80205',
    country: 'US',
    phone_number: '+13035550148',
  },
  details: {
    type: 'testkit',
    data: {
      id: 'aaaaaaaa-0000-4000-8000-00000000dddd',
      created_at: at(12, '09:13'),
      updated_at: at(19, '14:29'),
      shipment: {
        id: 'bbbbbbbb-0000-4000-8000-00000000eeee',
        outbound_tracking_number: 'PW447100932285',
        outbound_tracking_url: 'https://track.parcelwing.example/parcels/PW447100932285',
        inbound_tracking_number: 'BR882011470031',
        inbound_tracking_url: 'javascript:alert(1)',
        outbound_courier: 'Parcelwing',
        inbound_courier: 'Brackenpost',
        notes: 'Signature required.',
        created_at: at(13, '06:15'),
        updated_at: at(17, '10:44'),
      },
    },
  },
  lab_test: { name: 'Metabolic panel 14', description: 'Glucose, kidney and liver function.', method: 'testkit' },
  sample_id: 'M-20931-7',
  notes: 'Fasting sample, 10 hours.',
  created_at: at(12, '09:13'),
  updated_at: at(19, '14:29'),
  status: 'collecting_sample',
  events: FAILED,
  origin: 'initial',
  order_transaction: {
    id: TRANSACTION_ID,
    status: 'active',
    orders: [
      sibling(REDRAW_ID, 'redraw', at(19, '15:00'), 'appointment_scheduled', at(19, '15:10')),
      sibling(ORDER_ID, 'initial', at(12, '09:13'), 'redraw_available', at(19, '14:29')),
    ],
  },
  interpretation: null,
}
