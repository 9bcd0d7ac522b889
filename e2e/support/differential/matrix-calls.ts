/** A valid call of every endpoint, about real people and orders of the sandbox, and a look at all that it could change. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { keptEvent } from '#e2e/support/events.ts'
import { ask } from '#e2e/support/http.ts'
import type { AttackTarget } from '#e2e/support/servers/attack-target.ts'
import type { SignedIn } from '#e2e/support/session.ts'
import { invite } from '#e2e/support/staff.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { type ConsoleEndpointName, consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { type EndpointName, endpoints as ofService } from '#lib/domains/service-endpoints.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { buildPath, encodeQuery, type QueryValues } from '#lib/kernel/wire.ts'
import { LAB_TESTS } from '#lib/sandbox/data/labs.ts'
import { PROVIDERS } from '#lib/sandbox/data/providers.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { callbackOf } from './callback-calls.ts'
import { type WebhookTargets, webhookGiven, webhooksSchema, webhookTargets } from './webhook-calls.ts'

export interface MatrixCall {
  name: string
  method: string
  path: string
  json?: unknown
  /** The status of somebody who may. */
  success: number
}

/** Records reserved for one person's calls. */
export interface Targets {
  user_id: string
  /** The reference of another user, whom no call changes. */
  reference: string
  /** A source that the user has connected. */
  provider: string
  order_id: string
  staff_id: string
  /** An order with a critical result. */
  critical: { order_id: string; result_at: string }
  /** An order that needs action, and nobody has marked. */
  worklist_order_id: string
  /** Saved views of whoever calls: one to change, one to delete, and one that is deleted. */
  views: { changed: string; deleted: string; restored: string }
  /** A confirmed booking that was made here. */
  booking_id: string
  /** An event about the user. */
  event_id: number
  webhooks: WebhookTargets
}

interface Given {
  params?: Readonly<Record<string, string>>
  query?: QueryValues
  json?: unknown
  success?: number
}

const INFO = {
  first_name: 'Zebulon',
  last_name: 'Quillfeather',
  email: 'zebulon.quillfeather@mail.example',
  phone_number: '+16025550177',
  gender: 'male',
  dob: '1971-05-23',
  address: { first_line: '4711 Quandary Ter', zip_code: '85004', state: 'AZ', city: 'Phoenix' },
}
const IMPORTABLE = PROVIDERS.find(({ kind }) => kind === 'cloud_oauth')?.slug
const IN_A_MONTH = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const IN_AN_HOUR = () => Math.floor(Date.now() / 1000) + 3600

function givenFor(targets: Targets) {
  const { user_id, reference, provider, order_id, staff_id, critical, worklist_order_id, views, booking_id } = targets
  const { event_id, webhooks } = targets
  const viewOf = (view_id: string) => ({ environment: 'sandbox', list: 'orders', view_id })
  const view = { name: randomUUID(), shared: false, filter: { status: ['lost'] }, look: {} }
  const lab_test_id = LAB_TESTS[0].id
  const connection = { user_id, access_token: `a-${randomUUID()}`, refresh_token: `r-${randomUUID()}` }
  const inSandbox = { environment: 'sandbox' }
  const ofTeam = { ...inSandbox, team_id: EMBEDDED_TEAM_ID }
  const orderList = { ...inSandbox, list: 'orders' }
  const connections = [{ ...connection, provider_id: 'p-1', expires_at: IN_AN_HOUR() }]
  return {
    list_users: { query: { limit: 5 } },
    get_latest_user_info: { params: { user_id } },
    list_user_providers: { params: { user_id } },
    list_orders: { query: { size: 5, user_id } },
    list_markers: { params: { lab_test_id } },
    get_service_centers: { query: { zip_code: '85004', lab_id: 1 } },
    update_user: { params: { user_id }, json: { client_user_id: `matrix-${randomUUID()}` }, success: 204 },
    create_user: { json: { client_user_id: `matrix-${randomUUID()}` } },
    get_user: { params: { user_id } },
    resolve_user: { params: { client_user_id: reference } },
    delete_user: { params: { user_id } },
    undo_delete_user: { query: { user_id } },
    update_user_info: { params: { user_id }, json: INFO },
    create_portal_url: { params: { user_id }, json: { context: 'launch' } },
    create_link_code: { query: { user_id } },
    create_link_token: { json: { user_id } },
    create_sign_in_token: { params: { user_id } },
    book_phlebotomy_appointment: { params: { order_id }, json: { booking_key: 'sandbox_confirm' } },
    bulk_import_connections: { json: { provider: IMPORTABLE, connections, wait_for_completion: true } },
    list_bulk_ops: { query: { page_size: 5 } },
    // A workout that isn't there: the sandbox sends events of workouts only when it is asked to.
    get_workout_stream: { params: { workout_id: randomUUID() }, success: 404 },
    get_historical_pulls: { query: { user_id } },
    deregister_provider: { params: { user_id, provider } },
    list_environments: {},
    reveal_patient_data: { params: inSandbox },
    get_viewer: {},
    list_staff: {},
    invite_staff: {
      json: { email: `${randomUUID()}@clinic.test`, name: 'Somebody', role: 'read_only', environments: null },
      success: 201,
    },
    update_staff: { params: { staff_id }, json: { role: 'support' } },
    reset_staff_access: { params: { staff_id }, json: {} },
    decline_staff_reset: { params: { staff_id } },
    change_staff_email: { params: { staff_id }, json: { email: `${randomUUID()}@clinic.test` } },
    remove_staff: { params: { staff_id } },
    get_sign_in_rules: {},
    get_system: {},
    // No change: the people of other tests are not asked for a second factor.
    change_sign_in_rule: { params: { role: 'read_only' }, json: { required: false } },
    list_notices: {},
    dismiss_notices: { json: { ids: [] }, success: 204 },
    list_audit: { query: { limit: 5 } },
    count_subject_views: { query: { subject: user_id } },
    export_audit: { query: { subject: user_id } },
    review_viewers: { query: { month: '2026-11' } },
    list_setting_changes: { params: { environment: 'sandbox', setting: 'stuck_limits' } },
    list_subject_changes: { params: { environment: 'sandbox', user_id } },
    export_person_audit: { query: { user_id, format: 'fhir' } },
    report_action: {
      json: { action: 'export_users', environment: 'sandbox', rows: 5 },
      success: 204,
    },
    count_order_searches: { params: inSandbox, json: { time_zone: 'UTC', filter: {}, choices: [{ stuck: true }] } },
    find_order_ids: { params: inSandbox, query: { part: order_id.slice(-4) } },
    search_directory: { params: inSandbox, json: { limit: 5 } },
    find_people: { params: inSandbox, json: { text: 'maria' } },
    name_people: { params: inSandbox, json: { user_ids: [user_id] } },
    get_directory_state: { params: inSandbox },
    get_directory_user: { params: { ...inSandbox, user_id } },
    refresh_directory: { params: inSandbox, success: 202 },
    search_directory_connections: { params: inSandbox, query: { limit: 5 } },
    count_directory_sources: { params: inSandbox },
    count_coverage: { params: inSandbox },
    list_connection_changes: { params: { ...inSandbox, user_id } },
    check_connections: { params: inSandbox, success: 202 },
    list_deleted_users: { params: inSandbox },
    list_imports: { params: inSandbox },
    record_import: {
      params: { ...inSandbox, import_id: randomUUID() },
      json: { provider: 'marrowfit', state: 'running', rows: 2, connected: 0, failed: 0 },
    },
    get_overview: { params: inSandbox },
    list_critical_orders: { params: inSandbox },
    list_acknowledgements: { params: inSandbox, query: { order_ids: [critical.order_id] } },
    acknowledge_critical_order: {
      params: inSandbox,
      json: { ...critical, comment: 'The lab has called the doctor.' },
      success: 201,
    },
    list_worklist: { params: inSandbox, query: { limit: 5 } },
    get_worklist_order: { params: { ...inSandbox, order_id: worklist_order_id } },
    mark_worklist_order: {
      params: { ...inSandbox, order_id: worklist_order_id },
      json: { version: 0, owner: 'me' },
    },
    get_figures: { params: inSandbox, query: { from: '2026-10-01', to: '2026-10-30' } },
    get_turnaround: { params: inSandbox, query: { lab_test_name: 'Lipid panel', method: 'testkit' } },
    list_contacts: { params: { ...inSandbox, user_id } },
    get_my_work: { params: inSandbox },
    add_contact: {
      params: { ...inSandbox, user_id },
      json: { id: randomUUID(), note: 'Prefers email.' },
      success: 201,
    },
    get_caller_check: { params: { ...inSandbox, user_id } },
    verify_caller: { params: { ...inSandbox, user_id }, json: { dob: '1900-01-01', zip_code: '00501' } },
    list_data_requests: { params: inSandbox },
    open_data_request: {
      params: { ...inSandbox, user_id },
      json: { id: randomUUID(), kind: 'send', due_on: IN_A_MONTH(), note: '' },
      success: 201,
    },
    // A request that isn't there: one that this run opens can be finished once.
    finish_data_request: {
      params: { ...inSandbox, user_id, request_id: randomUUID() },
      json: { outcome: 'done', note: '' },
      success: 404,
    },
    get_contact_book: { params: inSandbox },
    change_contact_book: {
      params: inSandbox,
      json: { version: 0, partners: [], source_changes: [], request_days: 45 },
    },
    list_message_templates: { params: inSandbox },
    change_message_template: {
      params: { ...inSandbox, template: 'visit_time' },
      json: { version: 0, email_title: 'Visit', email_text: 'On {visit_time}.', sms_text: 'On {visit_time}.' },
    },
    prepare_message: {
      params: { ...inSandbox, user_id },
      json: { template: 'portal_link', channel: 'sms' },
      success: 204,
    },
    list_colleagues: { params: inSandbox },
    list_callbacks: { params: inSandbox, query: { order_ids: [critical.order_id] } },
    set_critical_start: { params: inSandbox, json: { starts_at: '2026-01-01T00:00:00Z' } },
    record_callback: { params: inSandbox, json: callbackOf(critical), success: 201 },
    locate_zips: { json: { zip_codes: ['85004'] } },
    list_views: { params: orderList },
    count_views: { params: orderList, query: { time_zone: 'America/Denver' } },
    save_view: { params: orderList, json: view, success: 201 },
    change_view: { params: viewOf(views.changed), json: { version: 1, name: randomUUID() } },
    delete_view: { params: viewOf(views.deleted), query: { version: 1 }, success: 204 },
    restore_view: { params: viewOf(views.restored) },
    set_own_view: { params: orderList, json: { view_id: 'all' } },
    set_role_view: { params: orderList, json: { role: 'support', view_id: 'open' } },
    get_stuck_limits: { params: inSandbox },
    change_stuck_limits: { params: inSandbox, json: { version: 0, chosen: { with_lab: 9, with_customer: 3 } } },
    list_catalogue: { params: inSandbox },
    save_catalogue_entries: { params: inSandbox, json: { entries: [{ kind: 'lab', id: '990', name: 'Somewhere' }] } },
    remove_catalogue_entry: { params: { ...inSandbox, kind: 'lab', id: '990' }, success: 204 },
    list_bookings: { params: inSandbox, query: { order_id } },
    list_visit_times: { params: inSandbox, query: { order_ids: order_id } },
    type_visit_time: {
      params: { ...inSandbox, order_id: worklist_order_id },
      json: { id: randomUUID(), visit: null, note: 'The patient doesn’t know yet.', version: 0 },
    },
    get_booking: { params: { ...inSandbox, booking_id } },
    set_booking_state: {
      params: { ...inSandbox, booking_id },
      json: { state: 'cancelled', note: 'The phlebotomist has called.', version: 2 },
    },
    list_events: { params: inSandbox, query: { user_id } },
    count_events: {
      params: inSandbox,
      query: { window_from: '2026-11-21T00:00:00Z', window_to: '2026-11-22T00:00:00Z' },
    },
    count_new_events: { params: inSandbox, query: { user_id, after: '0' } },
    count_source_days: { params: inSandbox, query: { user_id, to: '2026-11-22T00:00:00Z' } },
    watch_events: { params: inSandbox, query: { seconds: '1' } },
    get_event: { params: { ...inSandbox, event_id: String(event_id) } },
    read_event_body: { params: { ...inSandbox, event_id: String(event_id) } },
    expunge_event_body: { params: { ...inSandbox, event_id: String(event_id) } },
    check_operations: { params: inSandbox },
    get_sandbox_pace: { params: inSandbox },
    change_sandbox_pace: { params: inSandbox, json: { version: 0, pace: 'off' } },
    list_teams: { params: inSandbox },
    create_team: { params: inSandbox, json: { name: 'Research' } },
    update_team: { params: ofTeam, json: { name: 'Sandbox' } },
    // A team or key that isn't there is as good as deleted.
    delete_team: { params: { ...inSandbox, team_id: randomUUID() } },
    create_team_api_key: { params: ofTeam, json: { label: randomUUID() } },
    delete_team_api_key: { params: { ...ofTeam, key_id: randomUUID() } },
    create_management_key: { params: inSandbox, json: { label: randomUUID(), kind: 'organization' } },
    delete_management_key: { params: { ...inSandbox, key_id: randomUUID() } },
    ...webhookGiven(webhooks),
    // Comes last: by then the draw is booked.
    advance_order: { params: { ...inSandbox, order_id }, json: { status: 'draw_completed' }, success: 201 },
  } satisfies Record<EndpointName | ConsoleEndpointName, Given>
}

const isRemoval = ({ name }: Endpoint) => /^(?:remove|delete|expunge)_/.test(name)

/** In the order of the contracts, the console's removals after all that they would take away. */
export function matrixCalls(targets: Targets): MatrixCall[] {
  const given: Readonly<Record<string, Given>> = givenFor(targets)
  const call = (prefix: string) => (endpoint: Endpoint) => {
    const { params = {}, query = {}, json, success = 200 } = given[endpoint.name] ?? {}
    const search = encodeQuery(query)
    const path = `${prefix}${buildPath(endpoint.path, params)}${search && `?${search}`}`
    return { name: endpoint.name, method: endpoint.method, path, json, success }
  }
  return [
    ...Object.values(ofService).map(call('/api/service/sandbox')),
    ...consoleEndpointList.toSorted((a, b) => Number(isRemoval(a)) - Number(isRemoval(b))).map(call('/api/console')),
  ]
}

let taken = 0

async function savedViews(origin: string, session: SignedIn): Promise<Targets['views']> {
  const save = async () => {
    const json = { name: randomUUID(), shared: false, filter: {}, look: {} }
    const answer = await ask(origin, '/api/console/views/sandbox/orders', { method: 'POST', json, session })
    return saveView.response.parse(answer.json).id
  }
  const views = { changed: await save(), deleted: await save(), restored: await save() }
  await ask(origin, `/api/console/views/sandbox/orders/${views.restored}?version=1`, { method: 'DELETE', session })
  return views
}

/**
 * A user with a source, and an order that may still be booked, that no other caller of this run is given; and saved views
 * of the caller, who may enter the sandbox.
 */
export async function targetsFor(attackTarget: AttackTarget, caller = attackTarget.administrator): Promise<Targets> {
  const { origin, administrator } = attackTarget
  const read = async (path: string) => (await ask(origin, path, { session: administrator })).json
  const { users } = ofService.list_users.response.parse(await read('/api/service/sandbox/v2/user/?limit=200'))
  const { orders } = ofService.list_orders.response.parse(
    await read('/api/service/sandbox/v3/orders?order_type=at_home_phlebotomy&status=ordered&size=50'),
  )
  const queue = listCriticalOrders.response.parse(await read('/api/console/overview/sandbox/critical'))
  const worklist = listWorklist.response.parse(await read('/api/console/overview/sandbox/worklist'))
  const connected = users.filter(({ connected_sources }) => connected_sources.length > 0)
  // Some sample users have no demographics, which a person who may read them must find.
  for (; taken < connected.length; taken += 1) {
    const path = `/api/service/sandbox/v2/user/${connected[taken]?.user_id}/info/latest`
    if ((await ask(origin, path, { session: administrator })).status === 200) break
  }
  const [user, order] = [connected[taken], orders[taken]]
  taken += 1
  const provider = user?.connected_sources[0]?.source.slug
  const staff = await invite(origin, administrator, { email: `${randomUUID()}@clinic.test`, role: 'read_only' })
  const order_id = order?.id
  return z
    .object({
      user_id: z.uuid(),
      reference: z.string(),
      provider: z.string(),
      order_id: z.uuid(),
      staff_id: z.string(),
      booking_id: z.uuid(),
      worklist_order_id: z.uuid(),
      event_id: z.number(),
      webhooks: webhooksSchema,
      critical: z.object({ order_id: z.uuid(), result_at: z.string() }),
      views: z.record(z.enum(['changed', 'deleted', 'restored']), z.uuid()),
    })
    .parse({
      user_id: user?.user_id,
      reference: connected.at(-1)?.client_user_id,
      provider,
      order_id,
      staff_id: staff.member.id,
      booking_id: await bookedBy(attackTarget, orders.at(-1)?.id ?? ''),
      worklist_order_id: worklist.items[taken]?.order_id,
      event_id: await keptEvent(attackTarget.server, administrator, user?.user_id ?? ''),
      webhooks: await webhookTargets(origin, administrator),
      critical: queue.waiting.filter(({ is_critical }) => is_critical)[taken] ?? queue.acknowledged[0],
      views: await savedViews(origin, caller),
    })
}

/** From the other end of the list than the order that a person may book. */
async function bookedBy({ origin, administrator }: AttackTarget, order_id: string): Promise<string> {
  const booking_id = randomUUID()
  const path = `/api/service/sandbox${buildPath(ofService.book_phlebotomy_appointment.path, { order_id })}`
  const sent = { session: administrator, headers: { [ATTEMPT_HEADER]: booking_id } }
  await ask(origin, path, { method: 'POST', json: { booking_key: 'sandbox_confirm' }, ...sent })
  return booking_id
}

/** Everything of the targets, and of the staff, as it stands; what time alone changes is left out. */
export async function readSandbox({ origin, administrator }: AttackTarget, { user_id }: Targets): Promise<unknown> {
  const paths = [`v2/user/${user_id}/info/latest`, `v2/user/providers/${user_id}`, `v3/orders?user_id=${user_id}`]
  const read = async (path: string) => {
    const { json } = await ask(origin, path, { session: administrator })
    // An error names its request: without its id, equal answers are equal.
    return typeof json === 'object' ? { ...json, request_id: undefined } : json
  }
  const staff = listStaff.response.parse(await read('/api/console/staff')).staff
  return {
    users: await read('/api/service/sandbox/v2/user/?limit=500'),
    details: await Promise.all(paths.map((path) => read(`/api/service/sandbox/${path}`))),
    critical: await read('/api/console/overview/sandbox/critical'),
    views: await read('/api/console/views/sandbox/orders'),
    limits: await read('/api/console/settings/sandbox/stuck-limits'),
    teams: await read('/api/console/teams/sandbox'),
    staff: staff.map(({ last_seen_at: _, ...member }) => member),
  }
}
