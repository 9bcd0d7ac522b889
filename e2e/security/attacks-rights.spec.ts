/** Attacks on what somebody may do: more rights for oneself, another environment, a quieter audit log. */

import { ask } from '#e2e/support/http.ts'
import type { AttackTarget } from '#e2e/support/servers/attack-target.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { ROLES } from '#lib/domains/staff/roles.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'

const INVITED = { email: 'accomplice@clinic.test', name: 'Accomplice', environments: null }

async function memberOf({ origin, administrator }: AttackTarget, email: string) {
  const { json } = await ask(origin, '/api/console/staff', { session: administrator })
  return listStaff.response.parse(json).staff.find((member) => member.email === email)
}

for (const role of ROLES.filter((name) => name !== 'administrator')) {
  test(`${role} can neither raise themselves nor invite an accomplice`, async ({ attackTarget }) => {
    const { origin, people } = attackTarget
    const { id, email, session } = people[role]
    const tries = [
      { path: `/${id}`, method: 'PATCH', json: { role: 'administrator' } },
      { path: '', method: 'POST', json: { ...INVITED, role: 'administrator' } },
      { path: '', method: 'POST', json: { ...INVITED, role } },
      { path: `/${people.administrator.id}`, method: 'PATCH', json: { disabled: true } },
      { path: `/${people.administrator.id}/reset`, method: 'POST' },
    ]
    for (const { path, ...asked } of tries) {
      expect((await ask(origin, `/api/console/staff${path}`, { ...asked, session })).status).toBe(403)
    }
    expect(await memberOf(attackTarget, email)).toMatchObject({ role, environments: null, status: 'active' })
    expect(await memberOf(attackTarget, INVITED.email)).toBeUndefined()
  })
}

test('an administrator of one environment stays one', async ({ attackTarget }) => {
  const { origin, people, limited } = attackTarget
  const { id, email, session } = limited.administrator
  const tries = [
    { path: `/${id}`, method: 'PATCH', json: { environments: null } },
    { path: `/${id}`, method: 'PATCH', json: { environments: ['elsewhere', 'sandbox'] } },
    { path: '', method: 'POST', json: { ...INVITED, role: 'administrator' } },
    { path: '', method: 'POST', json: { ...INVITED, role: 'read_only', environments: ['sandbox'] } },
    { path: `/${people.read_only.id}`, method: 'PATCH', json: { role: 'administrator' } },
    { path: `/${people.administrator.id}`, method: 'PATCH', json: { environments: ['elsewhere'] } },
    { path: `/${people.administrator.id}`, method: 'PATCH', json: { disabled: true } },
    { path: `/${people.administrator.id}/reset`, method: 'POST' },
  ]
  for (const { path, ...asked } of tries) {
    const answer = await ask(origin, `/api/console/staff${path}`, { ...asked, session })
    expect(answer.status).toBe(403)
    expect(answer.detail).toMatch(/You can only manage people in your own environments/)
  }
  expect(await memberOf(attackTarget, email)).toMatchObject({ environments: ['elsewhere'] })
  expect(await memberOf(attackTarget, people.administrator.email)).toMatchObject({
    status: 'active',
    environments: null,
  })
})

test('roles, environments and people that do not exist are not made up', async ({ attackTarget }) => {
  const { origin, administrator: session } = attackTarget
  const bodies = [
    { role: 'root' },
    { role: 'Administrator' },
    { role: 'read_only', environments: [] },
    { role: 'read_only', environments: ['nowhere'] },
  ]
  for (const body of bodies) {
    const json = { ...INVITED, ...body }
    expect((await ask(origin, '/api/console/staff', { method: 'POST', json, session })).status).toBe(422)
  }
  for (const id of ['nobody', '%25', '__proto__', "'%20or%201=1"]) {
    const answer = await ask(origin, `/api/console/staff/${id}`, {
      method: 'PATCH',
      json: { role: 'support' },
      session,
    })
    expect(answer.status).toBe(404)
  }
})

test('who is limited to one environment is shown nothing of another, in no way', async ({ attackTarget }) => {
  const { origin, administrator, limited } = attackTarget
  await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session: administrator })
  const { session } = limited.administrator
  for (const path of ['/sandbox/users', '/sandbox/orders', '/sandbox', '/sandbox/settings']) {
    const page = await ask(origin, path, { session })
    expect(page.status).toBe(404)
    expect(page.text).not.toMatch(/member-1\d{4}/)
  }
  const environments = await ask(origin, '/api/console/environments', { session })
  expect(environments.json).toEqual({ environments: [expect.objectContaining({ id: 'elsewhere' })] })
  const { entries } = listAudit.response.parse((await ask(origin, '/api/console/audit?limit=500', { session })).json)
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.filter(({ environment }) => environment !== null && environment !== 'elsewhere')).toEqual([])
  const asked = await ask(origin, '/api/console/audit?environment=sandbox', { session })
  expect(asked.json).toMatchObject({ entries: [], next: null, more_subjects: {}, references: {} })
  const file = await ask(origin, '/api/console/audit/export', { session })
  expect(file.text).not.toContain(',sandbox,')
})

test('an id of one environment opens nothing in another', async ({ attackTarget }) => {
  const { origin, administrator: session, service } = attackTarget
  const { json } = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session })
  const user_id = endpoints.list_users.response.parse(json).users[0]?.user_id
  const answer = await ask(origin, `/api/service/elsewhere/v2/user/${user_id}/info/latest`, { session })
  expect(service.calls.at(-1)?.url).toBe(`/elsewhere/v2/user/${user_id}/info/latest`)
  expect(answer.text).not.toContain('first_name')
})

test('a credential of the sandbox opens the one thing it was made for', async ({ attackTarget }) => {
  const { origin, administrator: session } = attackTarget
  const users = await ask(origin, '/api/service/sandbox/v2/user/?limit=1', { session })
  const user_id = endpoints.list_users.response.parse(users.json).users[0]?.user_id
  const make = (path: string, json?: unknown) =>
    ask(origin, `/api/service/sandbox${path}`, { method: 'POST', json, session })
  const link = endpoints.create_link_token.response.parse((await make('/v2/link/token', { user_id })).json)
  const portal = endpoints.create_portal_url.response.parse(
    (await make(`/v2/user/${user_id}/create_portal_url`, { context: 'launch' })).json,
  )
  const sign_in = endpoints.create_sign_in_token.response.parse((await make(`/v2/user/${user_id}/sign_in_token`)).json)
  const opened = new URL(portal.url).pathname.split('/').at(-1)
  const statuses = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await ask(origin, path)).status))
  expect(await statuses(`/link/${link.link_token}`, `/portal/${opened}`)).toEqual([200, 200])
  const wrong = [
    `/link/${opened}`,
    `/portal/${link.link_token}`,
    `/link/${sign_in.sign_in_token}`,
    `/portal/${link.link_token}x`,
  ]
  expect(await statuses(...wrong)).toEqual([404, 404, 404, 404])
  expect((await ask(origin, '/v2/user/', { headers: { 'x-service-api-key': sign_in.sign_in_token } })).status).toBe(401)
})

for (const redirect_url of [
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '//evil.test',
  ' javascript:alert(1)',
]) {
  test(`a link may not lead to ${redirect_url}`, async ({ attackTarget: { origin, administrator } }) => {
    const json = { user_id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797', redirect_url }
    const asked = { method: 'POST', json, session: administrator }
    expect((await ask(origin, '/api/service/sandbox/v2/link/token', asked)).status).toBe(422)
  })
}

test('the audit log has no door by which an entry is changed, removed or made up', async ({ attackTarget }) => {
  const { origin, administrator: session } = attackTarget
  const entries = async () =>
    listAudit.response.parse((await ask(origin, '/api/console/audit?limit=1', { session })).json).entries
  const [before] = await entries()
  for (const path of ['/audit', `/audit/${before?.id}`, '/audit/events/1', '/audit/export']) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      const answer = await ask(origin, `/api/console${path}`, { method, json: { outcome: 'done' }, session })
      expect([404, 405]).toContain(answer.status)
    }
  }
  const path = `/api/console/audit?limit=1&before=${Number(before?.id) + 1}`
  expect(listAudit.response.parse((await ask(origin, path, { session })).json).entries[0]).toEqual(before)
})

test('what a browser reports is about the one who reports it, now, and of a known kind', async ({ attackTarget }) => {
  const { origin, administrator, people } = attackTarget
  const report = { action: 'show_secret', environment: 'sandbox', subjects: [] }
  const forged = {
    actor_id: people.read_only.id,
    actor_email: 'x@clinic.test',
    at: '2000-01-01T00:00:00Z',
    outcome: 'refused',
    id: 1,
  }
  const { session, id, email } = people.support
  const headers = { 'x-request-id': 'chosen-by-me' }
  const asked = { method: 'POST', json: { ...report, ...forged }, session, headers }
  expect((await ask(origin, '/api/console/audit/events', asked)).status).toBe(204)
  const { json } = await ask(origin, `/api/console/audit?limit=1&actor_id=${id}&action=show_secret`, {
    session: administrator,
  })
  const [entry] = listAudit.response.parse(json).entries
  expect(entry).toMatchObject({ actor_email: email, role: 'support', outcome: 'done' })
  expect(Date.now() - Date.parse(entry?.at ?? '')).toBeLessThan(60_000)
  const unseen = { ...report, subjects: ['00000000-0000-4000-8000-00000000abcd'] }
  expect((await ask(origin, '/api/console/audit/events', { ...asked, json: unseen })).status).toBe(422)
  expect((await ask(origin, '/api/console/audit/events', { ...asked, session: people.read_only.session })).status).toBe(
    403,
  )
  for (const action of ['sign_in', 'staff_invited', 'list_users', '']) {
    const json = { ...report, action }
    expect((await ask(origin, '/api/console/audit/events', { method: 'POST', json, session })).status).toBe(422)
  }
})

test('a refused call is on record also when what it holds is faulty', async ({ attackTarget }) => {
  const { origin, administrator, people } = attackTarget
  const { session, id } = people.lab_coordinator
  const asked = { method: 'POST', body: 'neither JSON', headers: { 'content-type': 'text/plain' }, session }
  expect((await ask(origin, '/api/service/sandbox/v2/link/bulk_import', asked)).status).toBe(403)
  const path = `/api/console/audit?limit=1&actor_id=${id}`
  const [entry] = listAudit.response.parse((await ask(origin, path, { session: administrator })).json).entries
  expect(entry).toMatchObject({ action: 'bulk_import_connections', outcome: 'refused', status: 403 })
})

test('an address that begins like a formula is text in the saved log', async ({ attackTarget }) => {
  const { origin, administrator: session } = attackTarget
  const json = { ...INVITED, email: '+cmd-calc@clinic.test', role: 'read_only' }
  const invited = await ask(origin, '/api/console/staff', { method: 'POST', json, session })
  const { token } = { token: /setup#([\w-]+)/.exec(invited.text)?.[1] }
  await ask(origin, '/api/auth/setup', { method: 'POST', json: { token, password: 'slow lanterns drift east' } })
  const file = await ask(origin, '/api/console/audit/export?action=invitation_accepted', { session })
  expect(file.text).toContain("'+cmd-calc@clinic.test")
  expect(file.text).not.toMatch(/(^|,)"?\+cmd/m)
})
