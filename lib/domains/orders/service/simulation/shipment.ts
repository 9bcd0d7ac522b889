/** The parcels of a simulated test kit. */

import type { Order, Shipment } from '#lib/domains/orders/order.ts'
import { isShipping } from '#lib/domains/orders/status/next-steps.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'
import { seededUnit } from '#lib/utils/ids/seeded.ts'

/** The shipment after an event; null where the event is not about a parcel. The label for the way back goes out with the kit. */
export function shipmentAfter(
  { id, details }: Pick<Order, 'id' | 'details'>,
  low: string,
  at: Date,
  couriers: ServiceCatalog['couriers'],
): Shipment | null {
  if (details.type !== 'testkit' || !isShipping(low)) return null
  const updated_at = at.toISOString()
  const known = details.data?.shipment
  if (known) return { ...known, updated_at }
  const outbound = parcel(`${id}/outbound`, couriers)
  const inbound = parcel(`${id}/inbound`, couriers)
  return {
    id: crypto.randomUUID(),
    outbound_tracking_number: outbound.number,
    outbound_tracking_url: outbound.url,
    inbound_tracking_number: inbound.number,
    inbound_tracking_url: inbound.url,
    outbound_courier: outbound.courier,
    inbound_courier: inbound.courier,
    notes: null,
    created_at: updated_at,
    updated_at,
  }
}

const DIGITS = 12

function parcel(seed: string, couriers: ServiceCatalog['couriers']) {
  const { name, code, host } = couriers[Math.floor(seededUnit(`${seed}/courier`) * couriers.length)] ?? couriers[0]
  const number = `${code}${Math.floor(seededUnit(`${seed}/number`) * 10 ** DIGITS)}`.padEnd(code.length + DIGITS, '0')
  return { courier: name, number, url: `https://${host}/parcels/${number}` }
}
