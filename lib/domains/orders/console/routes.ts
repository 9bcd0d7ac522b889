/** Orders in the console over HTTP: overview, critical results, worklist, stuck limits, counts and simulation. */
import type { RecordStore } from '#lib/console/records.ts'
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import type { CriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import type { OverviewOf } from '#lib/domains/orders/console/overview/overview.ts'
import { listCallbacks, recordCallback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  acknowledgeCriticalOrder,
  listAcknowledgements,
  listCriticalOrders,
  setCriticalStart,
} from '#lib/domains/orders/critical/critical.ts'
import type { Order, OrderEvent } from '#lib/domains/orders/order.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import { findOrderIds, MAX_ORDER_IDS } from '#lib/domains/orders/order-ids.ts'
import { advanceOrder } from '#lib/domains/orders/simulation/simulation-events.ts'
import { changeStuckLimits } from '#lib/domains/orders/stuck/stuck-limit-changes.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import {
  getWorklistOrder,
  listWorklist,
  markWorklistOrder,
  type WorklistChange,
} from '#lib/domains/orders/worklist/worklist.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { type IdPart, readIdQuery } from '#lib/utils/ids/id-part.ts'
import { readStuckLimits, saveStuckLimits } from './stuck-limits.ts'
import { createZoneLimit } from './view-counts.ts'
import type { WorklistOf } from './worklist.ts'

export function overviewRoutes({ overview }: OverviewOf, critical: CriticalResults, now: () => Date): ConsoleRoute[] {
  const zones = createZoneLimit(now)
  return [
    // Only counts: they show no personal data, and every open page polls them.
    route(
      getOverview,
      async ({ params: { environment }, query: { time_zone } }, { viewer }) => {
        zones.check(viewer.id, time_zone)
        return { body: await overview(environment, time_zone) }
      },
      { audited: false },
    ),

    route(listCriticalOrders, async ({ params: { environment }, query: { earlier_than } }) => ({
      body: await critical.queue(environment, earlier_than),
    })),

    route(listAcknowledgements, async ({ params: { environment }, query: { order_ids } }) => ({
      body: await critical.acknowledgements(environment, order_ids),
    })),

    route(
      acknowledgeCriticalOrder,
      async ({ params: { environment }, body }, { viewer: { id, name }, request: { signal } }) => ({
        body: await critical.acknowledge({ environment, ...body, owner: { id, name }, signal }),
      }),
    ),

    route(setCriticalStart, async ({ params: { environment }, body: { starts_at } }, { note }) => {
      note({ fields: ['starts_at'] })
      return { body: await critical.setStart(environment, starts_at) }
    }),

    route(listCallbacks, async ({ params: { environment }, query: { order_ids } }) => ({
      body: { callbacks: await critical.callbacks(environment, order_ids) },
    })),

    route(
      recordCallback,
      async ({ params: { environment }, body: attempt }, { viewer: { id, name }, request: { signal } }) => ({
        body: await critical.recordCallback({ environment, attempt, by: { id, name }, signal }),
      }),
    ),
  ]
}

/** Returns the route that counts searches as the views are counted: kept for a minute, a person's one after another. */
export function orderCountRoutes(count: CountViews): ConsoleRoute[] {
  return [
    // Every open filter requests counts; those of a person or of orders are recorded.
    route(
      countOrderSearches,
      async ({ params: { environment }, body: { time_zone, filter, choices, stuck_days } }, { viewer }) => {
        const searches = choices.map((choice, at) => ({ id: String(at), filter: { ...filter, ...choice } }))
        const found = await count(
          { environment, staff_id: viewer.id, time_zone, ...(stuck_days && { stuck_days }) },
          searches,
        )
        return { body: { counts: found.map(({ count, missing }) => ({ count, missing })) } }
      },
      { audited: false },
    ),
  ]
}

interface ShownIds {
  findSubjects(asked: {
    part: IdPart
    environment: string
    reach: null
    most: number
  }): Promise<{ ids: string[]; is_cut: boolean }>
}

export function orderIdRoutes(shown: ShownIds): ConsoleRoute[] {
  return [
    route(findOrderIds, async ({ params: { environment }, query }) => {
      const part = readIdQuery(query.part)
      if (part === null) return { body: { ids: [], is_cut: false } }
      if (part.kind === 'whole') return { body: { ids: [part.id], is_cut: false } }
      const { ids, is_cut } = await shown.findSubjects({ part, environment, reach: null, most: MAX_ORDER_IDS })
      return { body: { ids: ids.filter((id) => uuid.safeParse(id).success), is_cut } }
    }),
  ]
}

/** The simulation over HTTP. */
interface SimulationOptions {
  simulation: Simulation
  /** Told of an order that isn't as it was. */
  onAdvanced: (environment: string, order: Order) => Promise<void>
}

/** Moves a sandbox order on. @throws ApiError 404 for an environment without a simulation */
export function simulationRoutes({ simulation, onAdvanced }: SimulationOptions): ConsoleRoute[] {
  return [
    route(advanceOrder, async ({ params: { environment, order_id }, body }, { about }) => {
      const { status, interpretation, after_event_id } = body
      const advanced = await simulation.advance({ environment, order_id, status, interpretation, after_event_id })
      if (!advanced) throw new ApiError('not_found', 'This environment has no simulation.')
      const { order, event } = advanced
      about([order.user_id], 'asked', 'users')
      await onAdvanced(environment, order)
      return { body: { order_id: order.id, event, status: order.status } }
    }),
  ]
}

/** The simulation as the console sees it: orders of its own sandboxes move on when somebody says so. */
export interface SimulatedStep {
  environment: string
  order_id: string
  /** Low-level; undefined for the usual next step. */
  status: string | undefined
  interpretation: string | undefined
  after_event_id: number | undefined
}

export interface Simulation {
  /** Null where the environment has no simulation. @throws ApiError 404, 409 or 422 */
  advance(step: SimulatedStep): Promise<{ order: Order; event: OrderEvent } | null>
}

interface SettingsOptions {
  store: RecordStore
  now: () => Date
  /** Told of an environment whose orders are stuck by other limits now. */
  onLimits: (environment: string) => void
}

/** `onLimits` runs after a change of the days after which an order counts as stuck. */
export function settingsRoutes({ store, now, onLimits }: SettingsOptions): ConsoleRoute[] {
  return [
    // A setting shows no personal data, and every order page requests it.
    route(
      getStuckLimits,
      async ({ params: { environment } }) => ({ body: await readStuckLimits(store, environment) }),
      { audited: false },
    ),

    route(changeStuckLimits, async ({ params: { environment }, body }, { viewer: { name }, note }) => {
      const { chosen: before } = await readStuckLimits(store, environment)
      const { chosen, version } = body
      const changed = [...new Set([...Object.keys(before), ...Object.keys(chosen)])].filter(
        (key) => chosen[key] !== before[key],
      )
      note({ fields: changed.map((key) => `days.${key}`) })
      const limits = { days: chosen, version, changed_at: now().toISOString(), changed_by: name }
      const kept = await saveStuckLimits(store, environment, limits)
      onLimits(environment)
      return { body: kept }
    }),
  ]
}

export function worklistRoutes(worklist: WorklistOf): ConsoleRoute[] {
  return [
    route(listWorklist, async ({ params: { environment }, query }, { viewer }) => ({
      body: await worklist.list(environment, { ...query, viewer_id: viewer.id }),
    })),

    route(getWorklistOrder, async ({ params: { environment, order_id } }) => ({
      body: await worklist.find(environment, order_id),
    })),

    route(markWorklistOrder, async ({ params: { environment, order_id }, body }, { viewer: { id, name }, note }) => {
      const { owner, snooze, outcome } = body
      const named = owner === 'me' || owner === 'none' ? owner : 'colleague'
      const ofOwner: WorklistChange[] = owner ? [`owner.${named}`] : []
      const ofOutcome: WorklistChange[] = outcome === undefined ? [] : [outcome ? 'outcome.reached' : 'outcome.undone']
      const ofSnooze: WorklistChange[] = snooze === undefined ? [] : [snooze ? 'snooze.until' : 'snooze.ended']
      note({ fields: [...ofOwner, ...ofSnooze, ...ofOutcome] })
      return { body: await worklist.mark({ environment, order_id, change: body, by: { id, name } }) }
    }),
  ]
}
