/** Order counts that are kept for a minute and dropped after every change, since a demo's clock may stand. */

import type { OrderSource } from '#lib/console/order-source.ts'
import { type CriticalResults, createCriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import { createOverview, type OverviewOf } from '#lib/domains/orders/console/overview/overview.ts'
import { readStuckLimits } from '#lib/domains/orders/console/stuck-limits/stuck-limits.ts'
import { createOrderViewCounts } from '#lib/domains/orders/console/view-counts.ts'
import { createWorklist, type WorklistOf } from '#lib/domains/orders/console/worklist/worklist.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import type { ConsoleStore } from '#lib/system/console/store.ts'

interface Options {
  source: OrderSource
  store: ConsoleStore
  now: () => Date
}

interface Readings {
  overview: OverviewOf
  worklist: WorklistOf
  critical: CriticalResults
  countOrderViews: CountViews
  /** Drops cached counts, so that the next request counts again. */
  forget(): void
}

/** Creates the overview, critical results and view counts of the demo; `forget` also drops counts still under way. */
export function createReadings({ source, store, now }: Options): Readings {
  const limits = async (environment: string) => (await readStuckLimits(store, environment)).days
  const begin = () => ({
    overview: createOverview({ source, now, limits, bookings: store.liveBookings }),
    critical: createCriticalResults({ source, now, store }),
    countOrderViews: createOrderViewCounts({ source, now, limits, bookings: store.liveBookings }),
  })
  let current = begin()
  return {
    overview: {
      overview: (environment, time_zone) => current.overview.overview(environment, time_zone),
      problems: (...asked) => current.overview.problems(...asked),
      forget: (environment) => current.overview.forget(environment),
    },
    worklist: createWorklist({ problems: (...asked) => current.overview.problems(...asked), store, now }),
    critical: {
      queue: (...asked) => current.critical.queue(...asked),
      acknowledgements: (environment, ids) => current.critical.acknowledgements(environment, ids),
      acknowledge: (given) => current.critical.acknowledge(given),
      callbacks: (environment, ids) => current.critical.callbacks(environment, ids),
      recordCallback: (given) => current.critical.recordCallback(given),
      note: (...noted) => current.critical.note(...noted),
      setStart: (...set) => current.critical.setStart(...set),
      forget: (environment) => current.critical.forget(environment),
    },
    countOrderViews: (...asked) => current.countOrderViews(...asked),
    forget() {
      current = begin()
    },
  }
}
