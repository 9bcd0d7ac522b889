/** How bookings of a demo end, whatever their key says. */

import { type BookingPlan, bookingPlan } from '#lib/domains/bookings/booking-plan.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { OPEN_ALREADY } from './appointments.ts'

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
