/** Every endpoint × every role, limited people and nobody, over real HTTP: what the table of rights says. */
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
import { confirmOwner } from '#e2e/support/session.ts'
import { type Colleague, STAFF_PASSWORD } from '#e2e/support/staff.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { RIGHTS, SIGN_IN } from '#lib/domains/rights.testing.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { AUTH_PREFIX, authEndpointList } from '#lib/domains/staff/sign-in.ts'
import { PERMISSIONS } from '#lib/kernel/permissions.ts'
import { buildPath } from '#lib/kernel/wire.ts'

/** All people have these done once in five minutes between them; whoever asks later may, and is told to wait. */
const SHARED: readonly string[] = ['refresh_directory', 'check_connections']
const isRepeated = ({ name }: MatrixCall, { status }: Answer) => SHARED.includes(name) && status === 429

/** An immediate reset leaves no request to decline. */
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
const isOfService = (name: string) => endpointList.some((endpoint) => endpoint.name === name)
/** Every call below is made in the sandbox, where its endpoint has an environment at all. */
const inSandbox = ({ name }: MatrixCall) => isOfService(name) || 'environment' in recordOf(name).params.shape
/** An environment that somebody may not enter is not there for them. */
const refusal = (call: MatrixCall, isLimited: boolean) =>
  isLimited && (inSandbox(call) || call.name === 'report_action') ? 404 : 403
const recordOf = (name: string) => {
  const found = [...endpointList, ...consoleEndpointList].find((endpoint) => endpoint.name === name)
  if (!found) throw new Error(`There is no endpoint ${name}.`)
  return found
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

for (const role of ROLES) {
  test(`${role}: may do exactly what the table says`, async ({ attackTarget }) => {
    const who = attackTarget.people[role]
    const targets = await targetsFor(attackTarget, who.session)
    await confirmOwner(attackTarget.origin, who.session, STAFF_PASSWORD)
    const calls = matrixCalls(targets)
    const denied = calls.filter(({ name }) => !RIGHTS[name]?.includes(role))
    await expectDenied(attackTarget, who, denied, targets)
    for (const call of denied) {
      const { detail } = await send(attackTarget.origin, call, who)
      expect.soft(detail).toContain(`“${PERMISSIONS[recordOf(call.name).permission]}”`)
    }
    for (const call of calls.filter(({ name }) => RIGHTS[name]?.includes(role))) {
      const answer = await send(attackTarget.origin, call, who)
      if (isRepeated(call, answer) || isOver(call, answer)) continue
      const detail = answer.status === call.success ? '' : answer.detail
      expect.soft(`${call.name}: ${answer.status} ${detail}`).toBe(`${call.name}: ${call.success} `)
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

test('nobody, signed out: gets nothing of anyone’s own account', async ({ attackTarget }) => {
  for (const { name, method, path } of authEndpointList.filter(({ name }) => SIGN_IN[name] === 'signed_in')) {
    const address = `${AUTH_PREFIX}${buildPath(path, { id: randomUUID() })}`
    const answer = await ask(attackTarget.origin, address, { method, ...(method === 'POST' && { json: {} }) })
    expect.soft([name, answer.status]).toEqual([name, 401])
    expect.soft(answer.json, name).toMatchObject({ code: 'not_signed_in' })
  }
})

for (const role of ROLES) {
  test(`${role}: may see their own sessions`, async ({ attackTarget }) => {
    const { session } = attackTarget.people[role]
    const answer = await ask(attackTarget.origin, `${AUTH_PREFIX}/sessions`, { session })
    expect(answer.status).toBe(200)
  })
}
