/** The endpoint table of the console's own interface: every endpoint below `/api/console` that these modules declare. */
import * as audit from '#lib/domains/audit/audit.ts'
import * as person from '#lib/domains/audit/person.ts'
import * as reportAction from '#lib/domains/audit/report-action.ts'
import * as reviewSchema from '#lib/domains/audit/review-schema.ts'
import * as settingChanges from '#lib/domains/audit/setting-changes.ts'
import * as booking from '#lib/domains/bookings/booking.ts'
import * as catalog from '#lib/domains/catalog/catalog.ts'
import * as importLog from '#lib/domains/connections/import-log.ts'
import * as callers from '#lib/domains/contacts/callers.ts'
import * as contactBook from '#lib/domains/contacts/contact-book.ts'
import * as contacts from '#lib/domains/contacts/contacts.ts'
import * as messages from '#lib/domains/contacts/messages.ts'
import * as environment from '#lib/domains/environments/environment.ts'
import * as sandboxPace from '#lib/domains/environments/sandbox-pace.ts'
import * as systemReport from '#lib/domains/environments/system-report.ts'
import * as live from '#lib/domains/events/live.ts'
import * as received from '#lib/domains/events/received.ts'
import * as callbacks from '#lib/domains/orders/critical/callbacks.ts'
import * as critical from '#lib/domains/orders/critical/critical.ts'
import * as figures from '#lib/domains/orders/figures.ts'
import * as orderCounts from '#lib/domains/orders/order-counts.ts'
import * as orderIds from '#lib/domains/orders/order-ids.ts'
import * as simulationEvents from '#lib/domains/orders/simulation/simulation-events.ts'
import * as stuckLimitChanges from '#lib/domains/orders/stuck/stuck-limit-changes.ts'
import * as stuckLimits from '#lib/domains/orders/stuck/stuck-limits.ts'
import * as turnaround from '#lib/domains/orders/turnaround.ts'
import * as overview from '#lib/domains/orders/worklist/overview.ts'
import * as worklist from '#lib/domains/orders/worklist/worklist.ts'
import * as zips from '#lib/domains/service-centers/zips.ts'
import * as notices from '#lib/domains/staff/notices.ts'
import * as staff from '#lib/domains/staff/staff.ts'
import * as viewer from '#lib/domains/staff/viewer.ts'
import * as teams from '#lib/domains/teams/teams.ts'
import * as directory from '#lib/domains/users/directory.ts'
import * as directoryConnections from '#lib/domains/users/directory-connections.ts'
import * as viewChanges from '#lib/domains/views/view-changes.ts'
import * as views from '#lib/domains/views/views.ts'
import * as deliveries from '#lib/domains/webhooks/deliveries.ts'
import * as webhookEndpoints from '#lib/domains/webhooks/endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'

const MODULES = [
  audit,
  person,
  reportAction,
  reviewSchema,
  settingChanges,
  booking,
  catalog,
  importLog,
  environment,
  sandboxPace,
  systemReport,
  live,
  received,
  callers,
  contacts,
  contactBook,
  messages,
  callbacks,
  critical,
  figures,
  orderCounts,
  orderIds,
  simulationEvents,
  stuckLimitChanges,
  stuckLimits,
  turnaround,
  overview,
  worklist,
  zips,
  notices,
  staff,
  viewer,
  teams,
  directory,
  directoryConnections,
  viewChanges,
  views,
  deliveries,
  webhookEndpoints,
] as const

type DeclaredIn<Module> = Module extends unknown ? Module[keyof Module] : never
export type ConsoleEndpointName = Extract<DeclaredIn<(typeof MODULES)[number]>, Endpoint>['name']

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'response' in value

export const consoleEndpointList: readonly Endpoint[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module),
).filter(isEndpoint)
