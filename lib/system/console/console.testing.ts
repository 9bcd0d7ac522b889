/** A console under test: one member of staff a role, named by a cookie, over a log that can be made to fail. */

import type { ConsoleRoute } from '#lib/console/route.ts'
import { type InfoSource, type OrderSource, SourceFailure, type UserSource } from '#lib/console/sources.ts'
import { createAudit } from '#lib/domains/audit/console/audit.ts'
import type { NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { createBookings } from '#lib/domains/bookings/console/bookings.ts'
import { createCallerChecks } from '#lib/domains/contacts/console/routes.ts'
import { createReveals } from '#lib/domains/environments/console/reveals.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { createLiveEvents } from '#lib/domains/events/console/live.ts'
import { createCriticalResults } from '#lib/domains/orders/console/overview/critical.ts'
import { createOverview } from '#lib/domains/orders/console/overview/overview.ts'
import type { Simulation } from '#lib/domains/orders/console/routes.ts'
import { readStuckLimits } from '#lib/domains/orders/console/stuck-limits.ts'
import { createOrderViewCounts } from '#lib/domains/orders/console/view-counts.ts'
import { createWorklist } from '#lib/domains/orders/console/worklist.ts'
import type { MapBase } from '#lib/domains/service-centers/console/routes.ts'
import { staffRoutes } from '#lib/domains/staff/console/routes.ts'
import { createStaff } from '#lib/domains/staff/console/staff.ts'
import { createMemoryStaffStore } from '#lib/domains/staff/console/store-memory.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { makeViewer } from '#lib/domains/staff/viewer.testing.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import type { TeamsOf } from '#lib/domains/teams/console/routes.ts'
import { createConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import { createDirectory } from '#lib/domains/users/console/directory.ts'
import { createPeopleIndex } from '#lib/domains/users/console/people-index.ts'
import type { DeletedUsersOf } from '#lib/domains/users/directory.ts'
import type { WebhooksOf } from '#lib/domains/webhooks/console/routes.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { type CallValues, callOf } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import type { IdsOf } from '#lib/utils/ids/ids.ts'
import { type ConsoleAccess, createConsole } from './app.ts'
import type { ConsoleStore } from './store.ts'
import { createMemoryConsoleStore } from './store-memory.ts'

export const NOW = new Date('2026-11-21T08:00:00Z')

export const ENVIRONMENTS: readonly Environment[] = [
  { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' },
  { id: 'production', label: 'Production', kind: 'production' },
]

function viewerOf(role: Role, changes: Partial<Viewer> = {}): Viewer {
  return makeViewer({ id: `id-of-${role}`, email: `${role}@clinic.test`, name: 'Ada Marker', role, ...changes })
}

export interface CallOptions extends RequestInit {
  as?: string | null
}

/** A call of an endpoint, by whoever has the role; by nobody signed in for null. */
export interface ConsoleCall<E extends Endpoint> extends CallValues<E> {
  as?: string | null
}

export interface TestConsoleOptions {
  routes?: readonly ConsoleRoute[]
  source?: UserSource
  orders?: OrderSource
  infos?: InfoSource
  map?: MapBase
  idsOf?: IdsOf
  simulation?: Simulation
  webhooksOf?: WebhooksOf
  teamsOf?: TeamsOf
  deletedUsersOf?: DeletedUsersOf
  tellAdministrators?: ConsoleAccess['tellAdministrators']
  isConfirmed?: () => Promise<boolean>
  isShortOfSpace?: () => boolean
}

/** A service that cannot be asked. */
const unreachable = () => Promise.reject(new SourceFailure('The service can’t be reached.'))
const NO_SOURCE: UserSource = { listUsers: unreachable }
const NO_INFOS: InfoSource = { readInfo: unreachable }
const NO_ORDERS: OrderSource = { searchOrders: unreachable }
const NO_SIMULATION: Simulation = { advance: async () => null }
const NO_STAFF = createStaff({
  store: createMemoryStaffStore({ staff: [], now: () => NOW, publicUrl: () => 'http://console.test' }),
  environments: ENVIRONMENTS,
  now: () => NOW,
  onEvent: async () => undefined,
})
const NO_MAP: MapBase = { locateZip: () => null, style_url: null }

export function testConsole(options: TestConsoleOptions = {}) {
  const { source = NO_SOURCE, orders = NO_ORDERS, infos = NO_INFOS, map = NO_MAP, idsOf } = options
  const {
    simulation = NO_SIMULATION,
    webhooksOf = () => null,
    teamsOf = () => null,
    deletedUsersOf = () => null,
    tellAdministrators,
    isConfirmed,
    isShortOfSpace,
  } = options
  const memory = createMemoryConsoleStore()
  const rows: NewAuditEntry[] = []
  const untold: unknown[] = []
  const log = { fails: false }
  const store: ConsoleStore = {
    ...memory,
    async appendAudit(entry) {
      if (log.fails) throw new Error('disk full')
      rows.push(entry)
      return memory.appendAudit(entry)
    },
  }
  const viewers = new Map(ROLES.map((role) => [`session=${role}`, viewerOf(role)]))
  viewers.set('session=limited', viewerOf('administrator', { id: 'limited', environments: ['sandbox'] }))
  viewers.set('session=unenrolled', viewerOf('administrator', { id: 'unenrolled', must_enroll: true }))
  const now = () => NOW
  const audit = createAudit({ store, now, onError: () => undefined })
  const reveals = createReveals({
    environments: ENVIRONMENTS,
    secret: 'secret',
    now,
    publicUrl: () => 'http://console.test',
    isVerified: createCallerChecks({ store, now }).isVerified,
  })
  const woken: string[] = []
  const wake = async (environment: string) => void woken.push(environment)
  const limits = async (environment: string) => (await readStuckLimits(store, environment)).days
  const overview = createOverview({ source: orders, limits, now })
  const live = createLiveEvents(memory, { spacing: 0, signEvery: 20 })
  const people = createPeopleIndex({
    store,
    orders,
    infos,
    hash: (environment, term) => `${environment} ${term}`,
    now,
    spacing: 0,
    pause: async () => undefined,
    onError: () => undefined,
  })
  const app = createConsole({
    people,
    infos,
    live,
    environments: ENVIRONMENTS,
    directory: createDirectory({ store, source, now, wake }),
    states: createConnectionStates({ store, now, wake, onError: () => undefined }),
    overview,
    worklist: createWorklist({ problems: overview.problems, store, now }),
    countOrderViews: createOrderViewCounts({ source: orders, limits, now }),
    critical: createCriticalResults({ source: orders, store, now }),
    bookings: createBookings({ store, orders: null, now, lasts: 60_000, onUnsaved: () => undefined }),
    map,
    ...(idsOf && { idsOf }),
    simulation,
    webhooksOf,
    teamsOf,
    operations: { known: () => null, check: async () => null },
    deletedUsersOf,
    system: async () => ({ made_at: NOW.toISOString(), checks: [], retention: [] }),
    access: {
      identify: async ({ headers }) => {
        const viewer = viewers.get(headers.get('cookie')?.split('; ')[0] ?? '')
        if (!viewer) throw new ApiError('not_signed_in', 'Sign in again.')
        return viewer
      },
      audit,
      store,
      now,
      publicUrl: () => 'http://console.test',
      patientData: reveals,
      reveals,
      visibleStaff: async ({ id }) => [id, 'seen'],
      staffOf: async () =>
        new Map([
          ['rosa', 'Rosa Adeyemi'],
          ['id-of-lab_coordinator', 'Lab Coordinator'],
        ]),
      ...(tellAdministrators && { tellAdministrators }),
      onUntold: (error) => void untold.push(error),
      ...(isConfirmed && { isConfirmed }),
      ...(isShortOfSpace && { isShortOfSpace }),
      routes: options.routes ?? staffRoutes(NO_STAFF, audit),
    },
  })
  const call = async (path: string, { as = 'administrator', headers, ...init }: CallOptions = {}) => {
    const sent = new Headers(headers)
    if (as) sent.set('cookie', [`session=${as}`, sent.get('cookie')].filter(Boolean).join('; '))
    if (as && !sent.has('origin') && !sent.has('sec-fetch-site')) sent.set('sec-fetch-site', 'same-origin')
    return app.fetch(new Request(`http://console.test${CONSOLE_PREFIX}${path}`, { ...init, headers: sent }))
  }
  const send = <E extends Endpoint>(endpoint: E, { as, ...values }: ConsoleCall<E> = {}) => {
    const [path, init] = callOf<Endpoint>(endpoint, values)
    return call(path, { ...init, ...(as !== undefined && { as }) })
  }
  return { app, call, send, rows, untold, log, store, audit, woken, live, viewers, people }
}
