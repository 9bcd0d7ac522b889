/** The two legs of a test kit's way, with invented couriers. */

import type { Shipment } from '#lib/domains/orders/order.ts'
import type { Random } from '#lib/sandbox/data/prng.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'
import type { Step } from './timeline.ts'

export const COURIERS: ServiceCatalog['couriers'] = [
  { name: 'Parcelwing', code: 'PW', host: 'track.parcelwing.example' },
  { name: 'Brackenpost', code: 'BR', host: 'brackenpost.example' },
  { name: 'Harrow Freight', code: 'HF', host: 'parcels.harrowfreight.example' },
]

const NOTES = ['Signature required.', 'Keep below 25 C.', 'Return by the date on the label.'] as const

/** Statuses that tell of the parcel's way. */
const SHIPPING: readonly string[] = [
  'transit_customer',
  'out_for_delivery',
  'with_customer',
  'transit_lab',
  'delivered_to_lab',
  'problem_in_transit_customer',
  'problem_in_transit_lab',
  'failure_to_deliver_to_customer',
  'failure_to_deliver_to_lab',
  'lost',
]

function tracking(random: Random) {
  const { name, code, host } = random.pick(COURIERS)
  const number = `${code}${random.digits(6)}${random.digits(6)}`
  return { name, number, url: `https://${host}/parcels/${number}` }
}

/** Null until the kit leaves; the label for the way back goes out with it. */
export function makeShipment(steps: readonly Step[], random: Random): Shipment | null {
  const moves = steps.filter(({ status }) => SHIPPING.includes(status))
  const [first] = moves
  const last = moves.at(-1)
  if (!first || !last) return null
  const outbound = tracking(random)
  const inbound = tracking(random)
  return {
    id: random.uuid(),
    outbound_tracking_number: outbound.number,
    outbound_tracking_url: outbound.url,
    inbound_tracking_number: inbound.number,
    inbound_tracking_url: inbound.url,
    outbound_courier: outbound.name,
    inbound_courier: inbound.name,
    notes: random.chance(0.1) ? random.pick(NOTES) : null,
    created_at: first.instant,
    updated_at: last.instant,
  }
}
