/** Gives an order its next event, as a lab, a courier or a patient would: a tool of the embedded service, not of the API. */

import { type AppointmentStep, withStatus } from '#lib/domains/bookings/booking-plan.ts'
import type { Order, OrderEvent, Shipment } from '#lib/domains/orders/order.ts'
import {
  type ChoiceQuery,
  findChoice,
  nextChoices,
  type OrderChoice,
} from '#lib/domains/orders/simulation/simulation-events.ts'
import { isShipping } from '#lib/domains/orders/status/next-steps.ts'
import { highLevelOf } from '#lib/domains/orders/status/status.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import { readEvents } from '#lib/domains/orders/status/timeline.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import type { ServiceCatalog } from '#lib/service/catalog.ts'
import type { ServiceDeps } from '#lib/service/handler.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import type { AppointmentRecord, OrderRecord } from '#lib/service/records.ts'
import type { OrderChange } from '#lib/service/store.ts'
import { seededUnit } from '#lib/utils/ids/ids.ts'

/** The shipment after an event; null where the event is not about a parcel. The label for the way back goes out with the kit. */
function shipmentAfter(
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

export interface AdvanceInput {
  team_id: string
  order_id: string
  /** Null for the usual next step. */
  choice: ChoiceQuery | null
  /** The newest event that whoever chose has seen: with a newer one the order stays as it is. */
  after_event_id?: number | undefined
  /** When it happens; now if left out. Never before the newest event. */
  at?: Date | undefined
}

export interface Advanced {
  record: OrderRecord
  event: OrderEvent
}

type AdvanceDeps = Pick<ServiceDeps, 'store' | 'catalog' | 'now'>

const CHANGED =
  'This order has changed since you opened it. Nothing was saved. Check its latest event, then choose again.'

/** @throws ApiError 404, 409 where the order has changed in between, 422 where it can't get that event */
export async function advanceOrder(deps: AdvanceDeps, input: AdvanceInput): Promise<Advanced> {
  const { store, catalog, now } = deps
  const { team_id, order_id, choice: asked, after_event_id, at: given } = input
  const found = await store.getOrder(team_id, order_id)
  if (!found) throw notFound('Order')
  const { order } = found
  const newest = newestEvent(order)
  if (after_event_id !== undefined && newest?.id !== after_event_id) throw new ApiError('stale', CHANGED)
  const choice = findChoice(order, asked ?? {})
  if (!choice) throw new ApiError('invalid_input', refusal(nextChoices(order), asked?.status))

  const { low, interpretation } = choice
  const [last] = readEvents(newest ? [newest] : [])
  const at = new Date(Math.max((given ?? now()).getTime(), (last?.at ?? 0) + 1))
  const shipment = shipmentAfter(order, low, at, catalog.couriers)
  const change: OrderChange = {
    low,
    at,
    ...(interpretation && { interpretation }),
    ...(shipment && { shipment }),
    ...(!order.sample_id && !WITHOUT_SAMPLE.includes(low) && { sample_id: sampleId(order_id) }),
    appointment: appointmentAfter(await store.findOpenAppointment(order_id), low, at),
  }
  const record = await store.changeOrder(team_id, order_id, newest?.id ?? null, change)
  const event = record && newestEvent(record.order)
  if (!event) throw new ApiError('stale', CHANGED)
  return { record, event }
}

function refusal(choices: readonly OrderChoice[], status: string | undefined): string {
  if (choices.length === 0) return 'This order has ended or was replaced by a newer one. It gets no more events.'
  const possible = [...new Set(choices.map(({ low }) => low))].join(', ')
  if (status === undefined) return `This order has no default next step. Choose one of: ${possible}.`
  return `This order can’t get this event now. Choose one of: ${possible}.`
}

/** Until then no sample is expected, so none has an id. */
const WITHOUT_SAMPLE: readonly LowLevelStatus[] = ['ordered', 'awaiting_registration', 'cancelled']

function sampleId(order_id: string): string {
  return `M-${String(Math.floor(seededUnit(`${order_id}/sample`) * 1_000_000)).padStart(6, '0')}-1`
}

/** Returns the event's effect on the open appointment; null for none. */
function appointmentAfter(open: AppointmentRecord | null, low: LowLevelStatus, at: Date): OrderChange['appointment'] {
  const step = stepOf(low)
  if (!open || !step) return null
  const { appointment } = open
  const change = step === appointment.status ? {} : withStatus(appointment, step, at)
  return { id: appointment.id, from: appointment.status, change }
}

const STEPS: Partial<Readonly<Record<LowLevelStatus, AppointmentStep>>> = {
  appointment_pending: 'pending',
  appointment_scheduled: 'confirmed',
  appointment_cancelled: 'cancelled',
  draw_completed: 'completed',
}

/** Maps an order's status to its visit: progress after the draw completes it, an early end cancels it. */
function stepOf(low: LowLevelStatus): AppointmentStep | null {
  const high = highLevelOf(low)
  if (high === 'sample_with_lab' || high === 'completed' || low === 'sample_error') return 'completed'
  return STEPS[low] ?? (high === 'cancelled' || high === 'failed' ? 'cancelled' : null)
}
