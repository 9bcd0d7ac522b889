/** The journal of bookings, started: what was in flight when a process died is found, at once or soon after. */
import { type Bookings, createBookings } from '#lib/domains/bookings/console/bookings.ts'
import { UPSTREAM_TIMES } from '#lib/proxy/upstream.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import type { Access } from './access.ts'
import type { SystemOptions } from './options.ts'

/** Milliseconds on top of the longest call, for what comes before and after it. */
const BOOKING_SLACK = 30 * SECOND
/** Milliseconds between two looks for bookings of an instance that died. */
const EXPIRE_EVERY = 10 * SECOND

interface OpenBookings {
  bookings: Bookings
  stop: () => Promise<void>
}

/** @param isAlone Whether the data directory is one process's alone: whatever was in flight died with the one before. */
export async function openBookings(
  { store, now }: Access,
  log: SystemOptions['log'],
  isAlone: boolean,
): Promise<OpenBookings> {
  const bookings = createBookings({
    store,
    now,
    lasts: UPSTREAM_TIMES.write + BOOKING_SLACK,
    onFailure: ({ error, ...call }) => log.error({ ...errorFacts(error), ...call }, 'a booking cannot be saved'),
  })
  if (isAlone) await bookings.loseAll()
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = bookings.expireOverdue().catch((error: unknown) => {
      log.error(errorFacts(error), 'overdue bookings cannot be read')
    })
  }, EXPIRE_EVERY)
  return {
    bookings,
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
