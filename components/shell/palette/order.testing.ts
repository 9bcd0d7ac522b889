/** An order for tests: everything of it is made up, and nothing of it matters but its id. */
import type { Order } from '#lib/domains/orders/order.ts'

export function testOrder(id: string, receiver_name = 'Maren Okafor'): Order {
  const at = '2026-11-17T16:30:00Z'
  return {
    id,
    team_id: '00000000-0000-4000-8000-000000000001',
    user_id: '00000000-0000-4000-8000-000000000002',
    patient_address: { receiver_name },
    details: { type: 'testkit' },
    lab_test: { name: 'Heart risk', method: 'testkit' },
    created_at: at,
    updated_at: at,
    status: 'received',
    events: [{ id: 1, created_at: at, status: 'received.testkit.ordered' }],
  }
}
