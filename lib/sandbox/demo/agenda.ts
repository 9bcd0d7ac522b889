/** Scheduled work of a demo: jobs of the service and events of its orders, in order. */
import type { AppointmentRecord } from '#lib/service/records.ts'
import type { SimulatedClock } from './clock.ts'

export interface Due {
  /** Milliseconds since 1970, by the demo's clock. */
  at: number
  about: { order_id: string; status: string } | null
  run: () => Promise<void>
}

/** Something that knows what it does next: null when nothing is to come. Asked again after everything that happens. */
export type DueSource = () => Due | null

export interface Agenda {
  add(due: Due): void
  /** Runs everything due up to an instant; during each job the clock shows that job's time. */
  runUntil(instant: number): Promise<void>
  /** The next thing to happen; null when nothing is to come. */
  next(): Due | null
}

/** Runs its own jobs and the order events of `source` in order of time, by the simulated clock. */
export function createAgenda(clock: SimulatedClock, source: DueSource): Agenda {
  const jobs: Due[] = []
  let running: Promise<void> = Promise.resolve()

  function next(): Due | null {
    const [job] = jobs
    const other = source()
    if (!(job && other)) return job ?? other
    return other.at < job.at ? other : job
  }

  async function run(instant: number) {
    for (let due = next(); due && due.at <= instant; due = next()) {
      if (due === jobs[0]) jobs.shift()
      await clock.at(due.at, due.run)
    }
  }

  return {
    next,

    add(due) {
      const place = jobs.findLastIndex(({ at }) => at <= due.at) + 1
      jobs.splice(place, 0, due)
    },

    /** One after the other, so that nothing happens twice. */
    runUntil(instant) {
      running = running.then(() => run(instant))
      return running
    },
  }
}

/** Returns an order's event after its appointment is settled. */
export function outcomeOf(record: AppointmentRecord | null): Due['about'] {
  if (!record) return null
  const isConfirmed = record.confirm_at !== null && record.confirm_at <= record.give_up_at
  const status = isConfirmed ? 'appointment_scheduled' : 'appointment_cancelled'
  return { order_id: record.appointment.order_id, status }
}
