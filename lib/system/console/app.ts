import { Hono } from 'hono'
import { type ConsoleRoute, createDispatch, stillAllowed } from '#lib/console/route.ts'
import type { InfoSource } from '#lib/console/sources.ts'
import type { StaffAccess } from '#lib/console/staff-calls.ts'
import { auditRoutes, type VisibleStaff } from '#lib/domains/audit/console/audit-routes.ts'
import type { Bookings } from '#lib/domains/bookings/console/bookings.ts'
import { bookingRoutes, visitTimeRoutes } from '#lib/domains/bookings/console/routes.ts'
import { catalogRoutes } from '#lib/domains/catalog/console/routes.ts'
import { importRoutes } from '#lib/domains/connections/console/routes.ts'
import { contactBookRoutes, dataRequestRoutes } from '#lib/domains/contacts/console/data-requests.ts'
import { callerRoutes, contactRoutes, messageRoutes, type RequireUser } from '#lib/domains/contacts/console/routes.ts'
import { environmentRoutes, type Operations, type Reveals } from '#lib/domains/environments/console/routes.ts'
import { sandboxPaceRoutes } from '#lib/domains/environments/console/sandbox-pace.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import type { SystemReport } from '#lib/domains/environments/system-report.ts'
import type { LiveEvents } from '#lib/domains/events/console/live.ts'
import { eventRoutes } from '#lib/domains/events/console/routes.ts'
import { watchEvents } from '#lib/domains/events/live.ts'
import { figureRoutes } from '#lib/domains/orders/console/figures.ts'
import type { CriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import type { OverviewOf } from '#lib/domains/orders/console/overview/overview.ts'
import {
  orderCountRoutes,
  orderIdRoutes,
  overviewRoutes,
  type Simulation,
  settingsRoutes,
  simulationRoutes,
  worklistRoutes,
} from '#lib/domains/orders/console/routes.ts'
import { turnaroundRoutes } from '#lib/domains/orders/console/turnaround.ts'
import type { WorklistOf } from '#lib/domains/orders/console/worklist.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { type MapBase, zipRoutes } from '#lib/domains/service-centers/console/routes.ts'
import type { AdminNews } from '#lib/domains/staff/notices.ts'
import { type TeamsOf, teamRoutes } from '#lib/domains/teams/console/routes.ts'
import type { ConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import type { UserDirectory } from '#lib/domains/users/console/directory.ts'
import type { People } from '#lib/domains/users/console/people-index.ts'
import { createUserViewCounts, deletedUserRoutes, directoryRoutes } from '#lib/domains/users/console/routes.ts'
import type { DeletedUsersOf } from '#lib/domains/users/directory.ts'
import { viewRoutes } from '#lib/domains/views/console/routes.ts'
import { createViews } from '#lib/domains/views/console/views.ts'
import type { CountViews } from '#lib/domains/views/views.ts'
import { type WebhooksOf, webhookRoutes } from '#lib/domains/webhooks/console/routes.ts'
import { wrongField } from '#lib/kernel/api-error.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { type IdsOf, newId, randomIds } from '#lib/utils/ids/ids.ts'
import type { InCall } from '#lib/utils/text/bytes.ts'
import type { ConsoleStore } from './store.ts'

export interface ConsoleAccess extends StaffAccess {
  store: ConsoleStore
  now: () => Date
  reveals: Reveals
  visibleStaff: VisibleStaff
  /** Names of the people who can enter an environment, by their IDs. */
  staffOf: (environment: string) => Promise<ReadonlyMap<string, string>>
  isConfirmed?: Parameters<typeof webhookRoutes>[0]['isConfirmed']
  tellAdministrators?: Parameters<typeof webhookRoutes>[0]['tell']
  onUntold?: (error: unknown) => void
  /** Binds work that continues after a handler returns to its call; unset where no database is shared. */
  captureCall?: () => InCall
  /** Routes of other parts below the same prefix, such as staff. */
  routes?: readonly ConsoleRoute[]
}

export interface ConsoleOptions {
  environments: readonly Environment[]
  access: ConsoleAccess
  directory: UserDirectory
  states: ConnectionStates
  people: People
  infos: InfoSource
  overview: OverviewOf
  critical: CriticalResults
  worklist: WorklistOf
  map: MapBase
  countOrderViews: CountViews
  bookings: Bookings
  live: LiveEvents
  /** Ids of what a request creates, random unless set; the request's own id stays random. */
  idsOf?: IdsOf
  simulation: Simulation
  webhooksOf: WebhooksOf
  teamsOf: TeamsOf
  operations: Operations
  deletedUsersOf: DeletedUsersOf
  system: () => Promise<SystemReport>
}

/** Creates the routes of the console's back end, below `/api/console/`, from the parts of all domains. */
export function createConsole(options: ConsoleOptions) {
  const {
    environments,
    access,
    directory,
    states,
    people,
    infos,
    overview,
    worklist,
    critical,
    countOrderViews,
    bookings,
    live,
    simulation,
    webhooksOf,
    teamsOf,
    operations,
    deletedUsersOf,
    system,
    map,
    idsOf = randomIds,
  } = options
  const { identify, store, now, reveals, patientData, routes = [] } = access
  const app = new Hono().basePath(CONSOLE_PREFIX)

  const onAdvanced = async (environment: string, order: Order) => {
    overview.forget(environment)
    critical.forget(environment)
    await critical.note(environment, order)
  }
  /** Never rejects: a key or secret that was made is shown once, and would be lost with the answer. */
  const tell = async (news: AdminNews) => access.tellAdministrators?.(news).catch(access.onUntold)
  const requireUser: RequireUser = async ({ order_id, ...user }) => {
    const owner = order_id ? await store.userOfOrder(user.environment, order_id) : null
    if (owner !== null && owner !== user.user_id) throw wrongField('order_id', 'This order belongs to another user.')
    return directory.getUser({ ...user, fresh: false })
  }
  const sensitive = { patientData, isConfirmed: access.isConfirmed, tell }
  const own = [
    ...environmentRoutes(environments, reveals, operations, system),
    ...sandboxPaceRoutes({ store, now, isEmbedded: (environment) => teamsOf(environment) !== null }),
    ...auditRoutes({ ...access, referencesOf: store.directoryReferences, environments }),
    ...directoryRoutes({ directory, states, people, store, now, patientData }),
    ...deletedUserRoutes(deletedUsersOf),
    ...orderIdRoutes(store),
    ...orderCountRoutes(countOrderViews),
    ...importRoutes({ store, now, onEnd: directory.catchUp }),
    ...overviewRoutes(overview, critical, now),
    ...worklistRoutes(worklist),
    ...turnaroundRoutes(store),
    ...figureRoutes({ store, now, worklist, hasAllOrders: people.hasAllOrders }),
    ...contactRoutes({
      ...{ store, now, requireUser },
      ...{ staffOf: access.staffOf, assignedTo: worklist.assignedTo },
    }),
    ...callerRoutes({ store, now, requireUser, infos }),
    ...dataRequestRoutes({ store, now, requireUser }),
    ...contactBookRoutes({ store, now }),
    ...messageRoutes({ store, now, requireUser }),
    ...zipRoutes(map),
    ...viewRoutes(
      createViews({ store, now }),
      { orders: countOrderViews, users: createUserViewCounts({ directory, store, now }) },
      (environment, sources) => store.countDirectorySources(environment, { sources }, now()),
    ),
    ...settingsRoutes({ store, now, onLimits: overview.forget }),
    ...catalogRoutes({ store, now }),
    ...bookingRoutes(bookings, overview.forget),
    ...visitTimeRoutes({ store, now, bookings }),
    ...eventRoutes({ store, live, isStillAllowed: stillAllowed({ identify }, watchEvents.permission), now }),
    ...simulationRoutes({ simulation, onAdvanced }),
    ...webhookRoutes({ webhooksOf, ...sensitive }),
    ...teamRoutes({ teamsOf, ...sensitive }),
  ]
  const dispatch = createDispatch({ ...access, routes: [...own, ...routes], environments, idsOf })
  app.all('*', (c) => {
    const { raw: request } = c.req
    const url = new URL(request.url)
    return dispatch({ request, url, path: url.pathname.slice(CONSOLE_PREFIX.length), request_id: newId() })
  })

  return app
}
