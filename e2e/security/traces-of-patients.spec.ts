/** The search that every server of this run goes through when it stops (e2e/support/servers/server.ts): that it finds, and what. */
import { PGlite } from '@electric-sql/pglite'
import { ask } from '#e2e/support/http.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { noteSecretsIn, secretsSeen } from '#e2e/support/traces/secrets-seen.ts'
import { findTraces, identityIn } from '#e2e/support/traces/traces.ts'
import { patientsIn, placesIn, refuseTraces } from '#e2e/support/traces/traces-of-server.ts'
import { endpoints } from '#lib/domains/service-endpoints.ts'

const GRACE = {
  first_name: 'Grace',
  last_name: "O'Hara",
  email: 'grace.ohara.10007@mail.example',
  dob: '1957-03-04',
  phone_number: '+16025550143',
  address: { first_line: '100 N Alder St', city: 'Phoenix' },
  medical_proxy: { first_name: 'Lin', last_name: 'Vo' },
}

const log = (text: string) => [{ name: 'the log', text }]
const findsIn = (text: string) => findTraces(log(text), identityIn(GRACE)).map((find) => find.replace('the log: ', ''))

for (const [planted, found] of [
  ['{"msg":"could not read Grace"}', ['Grace']],
  ['{"url":"/users?search=Grace+O%27Hara"}', ['Grace', "O'Hara"]],
  ['{"key":"patient_Grace_key"}', ['Grace']],
  ['{"detail":"grace.ohara.10007@mail.example is taken"}', ['grace.ohara.10007@mail.example']],
  ['{"at":"1957-03-04T00:00:00.000Z"}', ['1957-03-04']],
  ['tel:+16025550143', ['+16025550143']],
  ['call 6025550143 back', ['6025550143']],
  ['to 100%20N%20Alder%20St', ['100 N Alder St']],
  ['for Lin (parent)', ['Lin']],
] as const) {
  test(`a trace that was planted is found: ${planted}`, () => {
    expect(findsIn(planted).sort()).toEqual([...found].sort())
  })
}

for (const innocent of [
  '{"name":"Linear","by":"Voss","at":"Graceful"}',
  'in the grace period, line 1957, at /lib/vo.ts',
  '{"at":"2026-11-21T20:57:03.004Z","id":"16025550-1430-4000-8000-000000000000"}',
]) {
  test(`what only looks like one is not: ${innocent}`, () => {
    expect(findsIn(innocent)).toEqual([])
  })
}

test('a token that a test has seen is found wherever it is, also inside a longer text', () => {
  noteSecretsIn(
    '{"sign_in_token": "planted-token-of-a-test", "nested": [{"link": "http://x.test/setup#planted-link-token"}]}',
  )
  const wanted = secretsSeen().map((value) => ({ kind: 'anywhere', value }) as const)
  expect(findTraces(log('cookie=xplanted-token-of-a-testx'), wanted)).toEqual(['the log: planted-token-of-a-test'])
  expect(findTraces(log('planted-link-token'), wanted)).toEqual(['the log: planted-link-token'])
})

test('a server that leaves a trace does not stop quietly', async () => {
  const remains = { log: 'called with planted-key-of-a-test', dataDir: '/nowhere', secrets: ['planted-key-of-a-test'] }
  await expect(refuseTraces(remains)).rejects.toThrow('the log: planted-key-of-a-test')
  expect(await refuseTraces({ ...remains, secrets: [] })).toBeUndefined()
})

test('every table beside the service’s own is read, and everybody in the service’s is looked for', async () => {
  const database = new PGlite()
  await database.exec(`
    create schema service; create schema console; create schema auth; create schema jobs;
    create table service.users (info json, team_id uuid);
    create table service.orders (body json);
    create table console.audit (id bigint, actor_email text, subjects text[]);
    create table auth.staff (name text, email text);
    create table jobs.job (data jsonb);
    insert into service.users values ('${JSON.stringify(GRACE).replaceAll("'", "''")}', null);
    insert into service.orders values ('{"patient_address": {"receiver_name": "Osei Halloran"}}');
    insert into auth.staff values ('Grace', 'grace@clinic.test');
    insert into console.audit values (1, 'grace@clinic.test', array['Osei Halloran']);
    insert into jobs.job values ('{"deep": [{"dob": "1957-03-04"}]}');`)
  const found = findTraces(await placesIn(database), await patientsIn(database))
  await database.close()
  expect(found.sort()).toEqual(['console.audit: Osei Halloran', 'jobs.job: 1957-03-04'])
})

test('the people of the sandbox are known to the search: one of theirs in a log would be found', async ({
  attackTarget,
}) => {
  const { origin, administrator: session } = attackTarget
  const users = await ask(origin, '/api/service/sandbox/v2/user/?limit=3', { session })
  for (const { user_id } of endpoints.list_users.response.parse(users.json).users) {
    const info = await ask(origin, `/api/service/sandbox/v2/user/${user_id}/info/latest`, { session })
    if (info.status !== 200) continue
    const wanted = identityIn(info.json)
    expect(wanted.length).toBeGreaterThan(5)
    expect(findTraces(log(`{"body":${info.text}}`), wanted).length).toBeGreaterThan(5)
    expect(findTraces(log(attackTarget.server.log()), wanted)).toEqual([])
  }
  // The search has something to look through: every request so far has left its line.
  expect(attackTarget.server.log()).toContain('"request"')
})
