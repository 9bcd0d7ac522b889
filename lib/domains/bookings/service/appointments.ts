/** Booking a draw: spec endpoint 11. An order has one open appointment, whatever happens in between. */
import type { Appointment, AppointmentBooking } from '#lib/domains/bookings/appointment.ts'
import {
  type BookingPlan,
  type BookingStep,
  type BookingTimes,
  bookingPlan,
  bookingTimes,
  orderStatusOf,
  settledAt,
  settlement,
  withStatus,
} from '#lib/domains/bookings/booking-plan.ts'
import { zonesOf } from '#lib/domains/demographics/patient-zones.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { ApiError, notFound } from '#lib/kernel/api-error.ts'
import type { Handler, ServiceContext, ServiceDeps } from '#lib/service/handler.ts'
import { type AppointmentRecord, type OrderRecord, UNSETTLED } from '#lib/service/records.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { zonedInstant } from '#lib/utils/time/zones.ts'

/** Days ahead, hour of the patient's day and minutes of the slots that the sandbox offers. */
const SLOT = { days: 3, hour: 8, minutes: 30 }
/** An order whose newest event is one of these has an appointment, whoever made it. */
const BOOKED = ['appointment_pending', 'appointment_scheduled']
/** The detail of the 409 for an order that has an appointment. */
export const OPEN_ALREADY = 'The order already has an open appointment. Check it before booking again.'

export const bookPhlebotomyAppointment: Handler<'book_phlebotomy_appointment'> = async ({ params, body }, context) => {
  const { store, team_id, jobs, planOf, now, sleep } = context
  const order = await store.getOrder(team_id, params.order_id)
  if (!order) throw notFound('Order')
  const plan = planOf(body.booking_key)
  if (!plan)
    throw new ApiError('unknown_booking_key', 'The booking key is unknown or has expired. Search for a slot again.')
  if (BOOKED.includes(lastLowLevelStatus(order.order.events) ?? ''))
    throw new ApiError('appointment_open', OPEN_ALREADY)

  const start = now()
  const times = bookingTimes(body, plan, start)
  const record = reservation(order, body, times, start, context)
  if (!(await store.reserveAppointment(record, start))) throw new ApiError('appointment_open', OPEN_ALREADY)
  await jobs.schedule('settle_appointment', record.appointment.id, settledAt(record))
  const answer_at = new Date(Math.min(times.answer_at.getTime(), settledAt(record).getTime()))
  await sleep(Math.max(0, answer_at.getTime() - now().getTime()))

  // As it stood at that instant, whatever the timer made of it: one may fire early or, under load, late.
  const appointment = await advance(context, record, settlement(record, answer_at) ?? 'pending', answer_at)
  if (appointment.status === 'cancelled') {
    throw new ApiError('booking_not_confirmed', 'The provider didn’t confirm the appointment. No appointment was made.')
  }
  return { body: appointment }
}

/** Settles an appointment whose time has come; one that is settled stays as it is. */
export async function settleAppointment(deps: ServiceDeps, appointment_id: string): Promise<void> {
  const record = await deps.store.getAppointment(appointment_id)
  if (!record || !UNSETTLED.includes(record.appointment.status)) return
  const decided = settlement(record, deps.now())
  const at = settledAt(record)
  if (decided === null) return deps.jobs.schedule('settle_appointment', appointment_id, at)
  const { status } = await advance(deps, record, decided, at)
  // The call that waits for it made it pending in between.
  if (UNSETTLED.includes(status)) await settleAppointment(deps, appointment_id)
}

/** Moves an appointment on; whoever is second gets what the first made of it. */
async function advance(
  { store }: ServiceDeps,
  record: AppointmentRecord,
  status: BookingStep,
  at: Date,
): Promise<Appointment> {
  const { appointment } = record
  const changed = await store.changeAppointment(appointment.id, appointment.status, {
    appointment: withStatus(appointment, status, at),
    order_status: orderStatusOf(appointment.status, status),
    at,
  })
  return (changed ?? (await store.getAppointment(appointment.id)) ?? record).appointment
}

function reservation(
  { order }: OrderRecord,
  booking: AppointmentBooking,
  { confirm_at, give_up_at }: BookingTimes,
  start: Date,
  { catalog, team_id, newId }: ServiceContext,
): AppointmentRecord {
  const { first_line, second_line, city, state, zip } = order.patient_address ?? {}
  const iana_timezone = zonesOf({ zip, state })[0] ?? 'UTC'
  const place = catalog.locateZip((zip ?? '').slice(0, 5))
  const day = new Date(start.getTime() + SLOT.days * DAY).toISOString().slice(0, 10)
  const start_at = zonedInstant(day, SLOT.hour, iana_timezone)
  const providers = catalog.appointment_providers
  const appointment: Appointment = {
    id: newId(),
    user_id: order.user_id,
    order_id: order.id,
    address: { first_line, second_line, city, state, zip_code: zip, unit: null, access_notes: null },
    location: place && { lat: place.lat, lng: place.lng },
    start_at: start_at.toISOString(),
    end_at: new Date(start_at.getTime() + SLOT.minutes * MINUTE).toISOString(),
    type: 'phlebotomy',
    provider: providers[Number.parseInt(order.id.slice(0, 4), 16) % providers.length] ?? 'unknown',
    status: 'reserved',
    event_status: 'reserved',
    provider_id: newId().replaceAll('-', '').slice(0, 12),
    can_reschedule: false,
    events: [{ id: 1, created_at: start.toISOString(), status: 'reserved', data: null }],
    order_transaction_id: order.order_transaction?.id ?? null,
    iana_timezone,
    external_id: `visit-${newId().slice(0, 8)}`,
    appointment_notes: booking.appointment_notes ?? null,
    event_data: {},
  }
  return {
    team_id,
    appointment,
    confirm_at: confirm_at?.toISOString() ?? null,
    give_up_at: give_up_at.toISOString(),
  }
}

/** How bookings of a demo end, whatever their key says. */
type PlanOf = (booking_key: string) => BookingPlan | null

const PLANS = {
  'booking-confirms': () => ({ confirm_after: 600 }),
  'booking-late': () => ({ confirm_after: 2 * MINUTE }),
  'booking-never': () => ({ confirm_after: null }),
  'booking-conflict'() {
    throw new ApiError('appointment_open', OPEN_ALREADY)
  },
} as const satisfies Record<string, PlanOf>

/** For `createService`; null: as the booking key says. */
export function planOf(outcome: keyof typeof PLANS | null): PlanOf {
  return outcome === null ? bookingPlan : PLANS[outcome]
}
