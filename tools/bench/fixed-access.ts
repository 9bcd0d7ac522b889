/** Sign-in and audit log that cost next to nothing, where a bench measures the proxy alone. */

import type { StaffAccess } from '#lib/console/staff-calls.ts'
import { createAudit } from '#lib/domains/audit/console/audit.ts'
import type { BookingGuard } from '#lib/domains/bookings/booking-plan.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'

const VIEWER: Viewer = {
  id: 'bench',
  email: 'bench@console.test',
  name: 'Bench',
  role: 'administrator',
  environments: null,
  second_factor: true,
  notices: 0,
  must_enroll: false,
  idle_timeout: 900_000,
  ends_at: '2100-01-01T00:00:00Z',
}

/** Always the same administrator, and a log in memory. */
export function fixedAccess(): StaffAccess {
  return {
    identify: async () => VIEWER,
    audit: createAudit({
      store: createMemoryConsoleStore(),
      now: () => new Date(),
      onError: ({ action }) => process.stderr.write(`${action} could not be recorded\n`),
    }),
    publicUrl: () => 'http://127.0.0.1',
    patientData: { isMasked: () => false },
  }
}

/** A bench books nothing. */
export const unprotectedBookings: BookingGuard = { once: async (_, send) => (await send()).response }
