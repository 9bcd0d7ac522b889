/** Every endpoint × every role, limited people and nobody, over real HTTP: what the contract says, and what is written here. */
import { randomUUID } from 'node:crypto'
import {
  type MatrixCall,
  matrixCalls,
  readSandbox,
  type Targets,
  targetsFor,
} from '#e2e/support/differential/matrix-calls.ts'
import { type Answer, ask } from '#e2e/support/http.ts'
import type { AttackTarget } from '#e2e/support/servers/attack-target.ts'
import type { Colleague } from '#e2e/support/staff.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { PERMISSIONS } from '#lib/domains/staff/permission-labels.ts'
import { can, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { AUTH_PREFIX, authEndpointList } from '#lib/domains/staff/sign-in.ts'
import { buildPath } from '#lib/kernel/wire.ts'

const EVERYONE = ['administrator', 'support', 'lab_coordinator', 'read_only'] as const
const SUPPORTERS = ['administrator', 'support'] as const

/** Written manually, so that a change of the contract's own table does not go by unseen. */
const RIGHTS: Readonly<Record<string, readonly Role[]>> = {
  list_users: EVERYONE,
  get_latest_user_info: EVERYONE,
  list_user_providers: EVERYONE,
  list_orders: EVERYONE,
  list_markers: EVERYONE,
  get_service_centers: EVERYONE,
  update_user: SUPPORTERS,
  update_user_info: ['administrator', 'support', 'lab_coordinator'],
  deregister_provider: SUPPORTERS,
  bulk_import_connections: SUPPORTERS,
  list_imports: SUPPORTERS,
  record_import: SUPPORTERS,
  create_portal_url: SUPPORTERS,
  create_link_code: SUPPORTERS,
  create_link_token: SUPPORTERS,
  create_sign_in_token: SUPPORTERS,
  book_phlebotomy_appointment: ['administrator', 'lab_coordinator'],
  list_environments: EVERYONE,
  reveal_patient_data: EVERYONE,
  get_viewer: EVERYONE,
  report_action: EVERYONE,
  list_staff: ['administrator'],
  invite_staff: ['administrator'],
  update_staff: ['administrator'],
  get_sign_in_rules: ['administrator'],
  change_sign_in_rule: ['administrator'],
  remove_staff: ['administrator'],
  change_staff_email: ['administrator'],
  reset_staff_access: ['administrator'],
  decline_staff_reset: ['administrator'],
  list_notices: EVERYONE,
  dismiss_notices: EVERYONE,
  list_audit: ['administrator'],
  export_audit: ['administrator'],
  count_subject_views: ['administrator'],
  review_viewers: ['administrator'],
  list_subject_changes: EVERYONE,
  list_setting_changes: EVERYONE,
  export_person_audit: ['administrator'],
  search_directory: EVERYONE,
  get_directory_state: EVERYONE,
  get_directory_user: EVERYONE,
  refresh_directory: EVERYONE,
  search_directory_connections: EVERYONE,
  count_directory_sources: EVERYONE,
  check_connections: EVERYONE,
  count_coverage: EVERYONE,
  list_connection_changes: EVERYONE,
  find_order_ids: EVERYONE,
  count_order_searches: EVERYONE,
  get_overview: EVERYONE,
  list_critical_orders: EVERYONE,
  list_acknowledgements: EVERYONE,
  acknowledge_critical_order: ['administrator', 'support', 'lab_coordinator'],
  list_worklist: EVERYONE,
  get_worklist_order: EVERYONE,
  mark_worklist_order: ['administrator', 'support', 'lab_coordinator'],
  list_callbacks: EVERYONE,
  record_callback: ['administrator', 'support', 'lab_coordinator'],
  locate_zips: EVERYONE,
  list_views: EVERYONE,
  count_views: EVERYONE,
  save_view: EVERYONE,
  change_view: EVERYONE,
  delete_view: EVERYONE,
  restore_view: EVERYONE,
  set_own_view: EVERYONE,
  set_role_view: ['administrator'],
  get_stuck_limits: EVERYONE,
  change_stuck_limits: ['administrator'],
  list_catalogue: EVERYONE,
  save_catalogue_entries: ['administrator', 'lab_coordinator'],
  remove_catalogue_entry: ['administrator', 'lab_coordinator'],
  list_bookings: EVERYONE,
  get_booking: EVERYONE,
  set_booking_state: ['administrator', 'lab_coordinator'],
  advance_order: ['administrator'],
  list_events: EVERYONE,
  count_events: EVERYONE,
  count_new_events: EVERYONE,
  count_source_days: EVERYONE,
  watch_events: EVERYONE,
  get_event: EVERYONE,
  read_event_body: EVERYONE,
  expunge_event_body: ['administrator'],
  list_webhook_endpoints: ['administrator'],
  create_webhook_endpoint: ['administrator'],
  update_webhook_endpoint: ['administrator'],
  remove_webhook_endpoint: ['administrator'],
  rotate_webhook_secret: ['administrator'],
  disable_webhook_endpoint: ['administrator'],
  enable_webhook_endpoint: ['administrator'],
  test_webhook_endpoint: ['administrator'],
  list_webhook_deliveries: ['administrator'],
  count_webhook_deliveries: ['administrator'],
  get_webhook_delivery: ['administrator'],
  read_webhook_delivery_body: ['administrator'],
  expunge_webhook_delivery_body: ['administrator'],
  replay_webhook_delivery: ['administrator'],
  start_webhook_replay: ['administrator'],
  get_webhook_replay: ['administrator'],
  cancel_webhook_replay: ['administrator'],
}

/** All people have these done once in five minutes between them; whoever asks later may, and is told to wait. */
const SHARED: readonly string[] = ['refresh_directory', 'check_connections']
const isRepeated = ({ name }: MatrixCall, { status }: Answer) => SHARED.includes(name) && status === 429

/** Whoever is reset at once has no request that could be declined. */
const isOver = ({ name }: MatrixCall, { status }: Answer) => name === 'decline_staff_reset' && status === 409

/** Console calls that reach into the sandbox, or touch people beyond one's own environments. */
const BEYOND_REACH = [
  'report_action',
  'invite_staff',
  'update_staff',
  'reset_staff_access',
  'decline_staff_reset',
  'remove_staff',
  'change_staff_email',
  'change_sign_in_rule',
]
const inSandbox = ({ name, path }: MatrixCall) =>
  isOfService(name) ||
  /^\/api\/console\/(directory|overview|views|settings|catalogue|bookings|events|webhooks|simulation|patient-data|order-ids|order-counts|imports|audit\/changes|audit\/settings)\/sandbox/.test(
    path,
  )
const isOfService = (name: string) => endpointList.some((endpoint) => endpoint.name === name)
/** An environment that somebody may not enter is not there for them. */
const refusal = (call: MatrixCall, isLimited: boolean) =>
  isLimited && (inSandbox(call) || call.name === 'report_action') ? 404 : 403
const permissionOf = (name: string) => {
  const found = [...endpointList, ...consoleEndpointList].find((endpoint) => endpoint.name === name)
  if (!found) throw new Error(`There is no endpoint ${name}.`)
  return found.permission
}

function send(origin: string, { method, path, json }: MatrixCall, who: Colleague | null): Promise<Answer> {
  return ask(origin, path, {
    method,
    ...(json !== undefined && { json }),
    ...(who && { session: who.session }),
    headers: { 'x-request-id': `matrix-${randomUUID()}` },
  })
}

/** Newest first; tests before this one may have left some. */
async function refusalsOf({ origin, administrator }: AttackTarget, { id }: Colleague) {
  const path = `/api/console/audit?limit=500&outcome=refused&actor_id=${id}`
  return listAudit.response.parse((await ask(origin, path, { session: administrator })).json).entries
}

/** Denied calls change nothing, say why and whom to ask, and are on record. */
async function expectDenied(
  attackTarget: AttackTarget,
  who: Colleague,
  denied: readonly MatrixCall[],
  targets: Targets,
) {
  const isLimited = Object.values(attackTarget.limited).includes(who)
  const before = await readSandbox(attackTarget, targets)
  const earlier = (await refusalsOf(attackTarget, who))[0]?.id ?? 0
  for (const call of denied) {
    const answer = await send(attackTarget.origin, call, who)
    expect.soft(`${call.name}: ${answer.status}`).toBe(`${call.name}: ${refusal(call, isLimited)}`)
    expect.soft(answer.detail, call.name).toMatch(/Ask (your|an) administrator/)
    expect.soft(answer.headers['cache-control'], call.name).toBe('no-store')
  }
  expect(await readSandbox(attackTarget, targets)).toEqual(before)
  const recorded = (await refusalsOf(attackTarget, who)).filter(({ id }) => id > earlier)
  expect(recorded.map(({ action }) => action).sort()).toEqual(denied.map(({ name }) => name).sort())
  for (const { action, status, actor_email } of recorded) {
    const expected = denied.filter(({ name }) => name === action).map((call) => refusal(call, isLimited))
    expect([actor_email, expected]).toEqual([who.email, [status]])
  }
}

test('the table of rights holds every endpoint of both contracts, and agrees with them', () => {
  const endpoints = [...endpointList, ...consoleEndpointList]
  expect(Object.keys(RIGHTS).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  for (const { name, permission } of endpoints) {
    const allowed = ROLES.filter((role) => can(role, permission))
    expect(allowed, name).toEqual(ROLES.filter((role) => RIGHTS[name]?.includes(role)))
  }
})

for (const role of EVERYONE) {
  test(`${role}: may do exactly what the table says`, async ({ attackTarget }) => {
    const who = attackTarget.people[role]
    const targets = await targetsFor(attackTarget, who.session)
    const calls = matrixCalls(targets)
    const denied = calls.filter(({ name }) => !RIGHTS[name]?.includes(role))
    await expectDenied(attackTarget, who, denied, targets)
    for (const call of denied) {
      const { detail } = await send(attackTarget.origin, call, who)
      expect.soft(detail).toContain(`“${PERMISSIONS[permissionOf(call.name)]}”`)
    }
    for (const call of calls.filter(({ name }) => RIGHTS[name]?.includes(role))) {
      const answer = await send(attackTarget.origin, call, who)
      if (isRepeated(call, answer) || isOver(call, answer)) continue
      expect.soft(`${call.name}: ${answer.status} ${answer.detail}`).toBe(`${call.name}: ${call.success} `)
    }
  })

  test(`${role}, limited to another environment: gets nowhere in this one`, async ({ attackTarget }) => {
    const who = attackTarget.limited[role]
    const targets = await targetsFor(attackTarget)
    const calls = matrixCalls(targets)
    const isDenied = (call: MatrixCall) =>
      inSandbox(call) || BEYOND_REACH.includes(call.name) || !RIGHTS[call.name]?.includes(role)
    await expectDenied(attackTarget, who, calls.filter(isDenied), targets)
    for (const call of calls.filter(inSandbox)) {
      const answers = [call.path, call.path.replace('/sandbox', '/nowhere')].map(async (path) => {
        const { status, json } = await send(attackTarget.origin, { ...call, path }, who)
        return [status, { ...Object(json), request_id: null }]
      })
      const [forbidden, unknown] = await Promise.all(answers)
      expect.soft(forbidden, call.name).toEqual(unknown)
    }
    for (const call of calls.filter((one) => !isDenied(one))) {
      const answer = await send(attackTarget.origin, call, who)
      expect.soft(`${call.name}: ${answer.status}`).toBe(`${call.name}: ${call.success}`)
    }
    const own = await ask(attackTarget.origin, '/api/service/elsewhere/v2/user/', { session: who.session })
    expect(own.status).toBe(200)
  })
}

test('nobody, signed out: gets nothing from any endpoint, and changes nothing', async ({ attackTarget }) => {
  const targets = await targetsFor(attackTarget)
  const before = await readSandbox(attackTarget, targets)
  for (const call of matrixCalls(targets)) {
    const answer = await send(attackTarget.origin, call, null)
    expect.soft(`${call.name}: ${answer.status}`).toBe(`${call.name}: 401`)
    expect.soft(answer.detail, call.name).toMatch(/Sign in again/)
  }
  expect(await readSandbox(attackTarget, targets)).toEqual(before)
})

/** Written manually, as the table of rights is: sign-in needs no role, only a session or none. */
const SIGN_IN: Readonly<Record<string, 'anyone' | 'signed_in'>> = {
  list_sign_in_methods: 'anyone',
  sign_in: 'anyone',
  sign_in_with_code: 'anyone',
  sign_in_with_recovery_code: 'anyone',
  sign_out: 'anyone',
  check_link: 'anyone',
  use_link: 'anyone',
  start_sso: 'anyone',
  finish_sso: 'anyone',
  get_own_identity: 'signed_in',
  link_own_identity: 'signed_in',
  change_password: 'signed_in',
  get_own_second_factor: 'signed_in',
  enroll_second_factor: 'signed_in',
  confirm_second_factor: 'signed_in',
  disable_second_factor: 'signed_in',
  replace_recovery_codes: 'signed_in',
  list_own_sessions: 'signed_in',
  end_own_session: 'signed_in',
  end_other_sessions: 'signed_in',
}

test('the table of sign-in holds every endpoint, and agrees with the records', () => {
  expect(Object.fromEntries(authEndpointList.map(({ name, access }) => [name, access]))).toEqual(SIGN_IN)
})

test('nobody, signed out: gets nothing of anyone’s own account', async ({ attackTarget }) => {
  for (const { name, method, path } of authEndpointList.filter(({ name }) => SIGN_IN[name] === 'signed_in')) {
    const address = `${AUTH_PREFIX}${buildPath(path, { id: randomUUID() })}`
    const answer = await ask(attackTarget.origin, address, { method, ...(method === 'POST' && { json: {} }) })
    expect.soft([name, answer.status]).toEqual([name, 401])
    expect.soft(answer.json, name).toMatchObject({ code: 'not_signed_in' })
  }
})

for (const role of EVERYONE) {
  test(`${role}: may see their own sessions`, async ({ attackTarget }) => {
    const { session } = attackTarget.people[role]
    const answer = await ask(attackTarget.origin, `${AUTH_PREFIX}/sessions`, { session })
    expect(answer.status).toBe(200)
  })
}
