/** Reads an event's news about bookings made here, and whether it may change one. Pure: both stores use it. */
import { type Appointment, appointment } from '#lib/domains/bookings/appointment.ts'
import { type Booking, isUnsettled } from '#lib/domains/bookings/booking.ts'
import { order } from '#lib/domains/orders/order.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { compareInstants, instantOf } from '#lib/utils/time/instants.ts'
import { appointmentOf, STATE_OF, storable } from './outcome.ts'
import type { BookingNews, KeptBooking, TakenNews } from './store.ts'

/** Milliseconds that the clocks of the service and of this console may differ. */
const SKEW = 2 * MINUTE

/** How the newest status of an order is told as the state of its booking; one that isn’t here says nothing of it. */
const STATE_OF_STATUS: ReadonlyMap<string, BookingNews['state']> = new Map([
  ['appointment_pending', 'pending'],
  ['appointment_scheduled', 'confirmed'],
  ['appointment_cancelled', 'cancelled'],
  ['draw_completed', 'completed'],
])

export function bookingNews(data: unknown, version_at: string): BookingNews | null {
  const made = appointment.safeParse(data).data
  return made ? ofAppointment(made, version_at) : ofOrder(data, version_at)
}

function ofAppointment(made: Appointment, version_at: string): BookingNews | null {
  const state = STATE_OF.get(made.status)
  if (state === undefined || state === 'unknown' || state === 'failed' || state === 'refused') return null
  const { id, order_id, user_id, start_at = null, end_at = null, iana_timezone = null, provider } = made
  const times = timesOf(made)
  const began_at = typeof made.created_at === 'string' ? made.created_at : (times[0] ?? null)
  return {
    order_id,
    user_id,
    appointment_id: id,
    state,
    began_at,
    said_at: times.at(-1) ?? version_at,
    version_at,
    visit: { start_at, end_at, iana_timezone, provider: storable(provider) },
  }
}

function timesOf({ events }: Appointment): string[] {
  const times = (events ?? []).flatMap(({ created_at }) => (created_at ? [created_at] : []))
  return times.toSorted(compareInstants)
}

function ofOrder(data: unknown, version_at: string): BookingNews | null {
  const known = order.safeParse(data).data
  const last = known?.events.toSorted((a, b) => compareInstants(a.created_at, b.created_at) || a.id - b.id).at(-1)
  const state = STATE_OF_STATUS.get(last?.status.split('.').at(-1) ?? '')
  if (!known || !last || state === undefined) return null
  const appointment_id = uuid.safeParse(known.details.data?.appointment_id).data ?? null
  const { id: order_id, user_id } = known
  const said_at = last.created_at
  return { order_id, user_id, appointment_id, state, began_at: said_at, said_at, version_at, visit: null }
}

/** The appointment of a booking as far as it is known: as an event said it, else as it was answered. */
function appointmentIdOf({ appointment_id, answer }: Pick<KeptBooking, 'appointment_id' | 'answer'>) {
  return appointment_id ?? answeredOf(answer)?.id ?? null
}

const answeredOf = (answer: string | null) => (answer === null ? null : appointmentOf(answer))

/** An order is one user's; whose, its own bookings were answered. */
function belongsToAnother({ answer }: KeptBooking, { order_id, user_id }: BookingNews): boolean {
  const made = answeredOf(answer)
  return made !== null && made.order_id === order_id && made.user_id !== user_id
}

/**
 * Returns which of an order's bookings an event changes, at most one; null for none. What waits is resolved; what is
 * confirmed may be called off, completed or moved, by its own appointment alone; what a person entered gives way to what
 * the service has said since. Nothing else goes back to waiting, and older news change nothing, nor do those of another
 * user.
 */
export function bookingToChange<K extends KeptBooking>(ofOrder: readonly K[], news: TakenNews): K | null {
  if (ofOrder.some((kept) => belongsToAnother(kept, news))) return null
  const newestFirst = ofOrder.toSorted((a, b) => compareInstants(b.booking.asked_at, a.booking.asked_at))
  const own = newestFirst.find((kept) => news.appointment_id !== null && appointmentIdOf(kept) === news.appointment_id)
  const chosen = own ?? newestFirst.find((kept) => isUnsettled(kept.booking.state) && mayBeAbout(kept, news))
  return chosen && isChanged(chosen, news) ? chosen : null
}

/** An appointment that nobody has tied to this booking must at least have begun after it was asked for. */
function mayBeAbout(kept: KeptBooking, { appointment_id, began_at }: BookingNews): boolean {
  if (appointment_id !== null && appointmentIdOf(kept) !== null) return false
  return began_at !== null && instantOf(began_at).getTime() >= instantOf(kept.booking.asked_at).getTime() - SKEW
}

/** Newer than what was taken before; of two alike, the event that was received later (gap "summary versions"). */
function isNewer({ event_at, history }: KeptBooking, { version_at, event_id }: TakenNews): boolean {
  if (event_at === null) return true
  const since = compareInstants(version_at, event_at)
  const last = history.findLast((change) => change.event_id !== null)?.event_id ?? 0
  return since > 0 || (since === 0 && event_id > last)
}

function isChanged(kept: KeptBooking, news: TakenNews): boolean {
  const { booking } = kept
  const { entered } = booking
  const waits = isUnsettled(booking.state) || entered !== null
  if (!waits && booking.state !== 'confirmed') return false
  // Its own answer is still to come and says more: what the service has given up may be a failure with a reason.
  if (booking.state === 'in_flight' && (news.state === 'pending' || news.state === 'cancelled')) return false
  if (!isNewer(kept, news)) return false
  if (entered && compareInstants(news.said_at, entered.at) <= 0) return bringsTime(booking, news)
  if (news.state === 'pending') return waits && booking.state !== 'pending'
  return news.state !== booking.state || isMoved(booking, news)
}

/** Only the time of a visit that a person entered without one. */
function bringsTime({ state, start_at }: Booking, news: BookingNews): boolean {
  return news.state === state && start_at === null && news.visit?.start_at != null
}

function isMoved({ start_at }: Booking, { visit }: BookingNews): boolean {
  if (visit?.start_at == null) return false
  return start_at === null || instantOf(visit.start_at).getTime() !== instantOf(start_at).getTime()
}
