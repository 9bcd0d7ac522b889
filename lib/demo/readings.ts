/** What the console counts of orders and keeps for a minute; begun anew after every change, since a demo's clock may stand. */
import { type CriticalResults, createCriticalResults } from '#lib/console/overview/critical.ts'
import { createOverview, type OverviewOf } from '#lib/console/overview/overview.ts'
import type { OrderSource } from '#lib/console/overview/source-port.ts'
import { readStuckLimits } from '#lib/console/settings/stuck-limits.ts'
import type { ConsoleStore } from '#lib/console/store/port.ts'
import { type CountViews, createViewCounts } from '#lib/console/views/counts.ts'

interface Options {
  source: OrderSource
  store: ConsoleStore
  now: () => Date
}

interface Readings {
  overview: OverviewOf
  critical: CriticalResults
  countViews: CountViews
  /** Whoever asks next is told what is true now. */
  forget(): void
}

export function createReadings({ source, store, now }: Options): Readings {
  const limits = async (environment: string) => (await readStuckLimits(store, environment)).days
  const begin = () => ({
    overview: createOverview({ source, now, limits }),
    critical: createCriticalResults({ source, now, store }),
    countViews: createViewCounts({ source, now }),
  })
  let current = begin()
  return {
    overview: {
      overview: (environment) => current.overview.overview(environment),
      forget: (environment) => current.overview.forget(environment),
    },
    critical: {
      queue: (environment) => current.critical.queue(environment),
      acknowledge: (given) => current.critical.acknowledge(given),
      forget: (environment) => current.critical.forget(environment),
    },
    countViews: (...asked) => current.countViews(...asked),
    forget() {
      current = begin()
    },
  }
}
