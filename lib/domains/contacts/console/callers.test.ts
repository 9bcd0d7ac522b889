/** Checks of callers over HTTP: no oracle, limited, in no log, and what a success shows to whom. */
import { describe, expect, test, vi } from 'vitest'
import { memoryRecords } from '#lib/console/records.ts'
import { CALLER_LIMITS, getCallerCheck, VERIFIED_FOR_MS, verifyCaller } from '#lib/domains/contacts/callers.ts'
import { createCallerChecks } from '#lib/domains/contacts/console/routes.ts'
import { addContact, listContacts } from '#lib/domains/contacts/contacts.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { makeViewer } from '#lib/domains/staff/viewer.testing.ts'
import { userOf } from '#lib/domains/users/console/directory.testing.ts'
import { consoleOver, STRANGER } from '#lib/domains/users/console/routes.testing.ts'
import { MASK } from '#lib/utils/text/mask.ts'

const INFO: UserInfo = {
  ...{ first_name: 'Maya', last_name: 'Stanton', email: '', phone_number: '+16025550143', gender: 'female' },
  dob: '2012-03-03',
  address: { first_line: '418 Ironwood Ave', second_line: null, zip_code: '85016', state: 'AZ', city: 'Phoenix' },
}
const RIGHT = { dob: '2012-03-03', zip_code: '85016' }
const WRONG = { dob: '2012-03-03', zip_code: '85017' }
const [FIRST, SECOND] = [userOf(1).user_id, userOf(2).user_id]

async function started({ environment = 'sandbox' } = {}) {
  const readInfo = vi.fn(async (): Promise<UserInfo | null> => INFO)
  const tested = await consoleOver(30, { infos: { readInfo }, environment })
  const to = (user_id: string) => ({ environment, user_id })
  const check = (facts: object, { as = 'support', of = FIRST } = {}) =>
    tested.send(verifyCaller, { params: to(of), json: facts, as })
  const state = async (as = 'support') =>
    getCallerCheck.response.parse(await (await tested.send(getCallerCheck, { params: to(FIRST), as })).json())
  return { ...tested, check, state, readInfo }
}

test('two right answers verify the caller for 15 minutes, for this member of staff alone', async () => {
  const { check, state, rows } = await started()
  const answer = verifyCaller.response.parse(await (await check(RIGHT)).json())
  expect(answer).toMatchObject({ user_id: FIRST, facts: ['dob', 'zip_code'], attempts_left: CALLER_LIMITS.perPerson })
  expect(Date.parse(answer.verified_until ?? '') - Date.parse(answer.verified_at ?? '')).toBe(VERIFIED_FOR_MS)
  expect(await state()).toEqual(answer)
  expect(await state('lab_coordinator')).toMatchObject({ verified_at: null, facts: [] })
  const [entry] = rows.filter(({ action, outcome }) => action === 'verify_caller' && outcome === 'done')
  expect(entry).toMatchObject({ subjects: [FIRST], details: { fields: ['dob', 'zip_code', 'outcome.verified'] } })
})

test('a failure has one form, whatever was wrong or isn’t on file, and ends what was verified before', async () => {
  const { check, state, rows, readInfo } = await started()
  await check(RIGHT)
  const bodies = [await (await check(WRONG)).text()]
  readInfo.mockResolvedValueOnce({ ...INFO, dob: '', address: { ...INFO.address, zip_code: '' } })
  bodies.push(await (await check(WRONG)).text())
  readInfo.mockResolvedValueOnce(null)
  bodies.push(await (await check(RIGHT)).text())
  const form = { user_id: FIRST, verified_at: null, verified_until: null, facts: [] }
  expect(bodies.map((body) => JSON.parse(body))).toEqual([2, 1, 0].map((attempts_left) => ({ ...form, attempts_left })))
  expect(await state()).toMatchObject({ verified_until: null })
  for (const value of ['85016', '85017', '2012']) expect(JSON.stringify(rows)).not.toContain(value)
})

describe('guessing', () => {
  test('ends after three failures about a person, before the service is asked; a right answer is refused as well', async () => {
    const { check, readInfo } = await started()
    for (const _ of [1, 2, 3]) expect((await check(WRONG)).status).toBe(200)
    const asked = readInfo.mock.calls.length
    const refused = await check(RIGHT)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600])
    expect(readInfo.mock.calls.length).toBe(asked)
    expect((await check(RIGHT, { of: SECOND })).status).toBe(200)
    expect((await check(RIGHT, { as: 'lab_coordinator' })).status).toBe(200)
  })

  test('of one pair over many people ends as well', async () => {
    const { check } = await started()
    const statuses: number[] = []
    for (let index = 1; index <= CALLER_LIMITS.perStaff + 1; index++)
      statuses.push((await check(WRONG, { of: userOf(index).user_id })).status)
    expect(statuses).toEqual([...Array.from({ length: CALLER_LIMITS.perStaff }, () => 200), 429])
  })

  test('at once gets no more results than one after the other', async () => {
    const { check } = await started()
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(WRONG)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(CALLER_LIMITS.perPerson)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  test('by what can’t be compared is refused at its field, and counts as no attempt', async () => {
    const { check, state } = await started()
    for (const body of [
      {},
      { dob: '2012-03-03' },
      { dob: '2012-03-03', zip_code: '8' },
      { first_name: 'Maya', dob: '1' },
    ])
      expect((await check(body)).status).toBe(422)
    expect(await state()).toMatchObject({ attempts_left: CALLER_LIMITS.perPerson })
  })
})

test('who may not record contacts, another environment and an unknown user get nothing', async () => {
  const { check, send, state } = await started()
  expect((await check(RIGHT, { as: 'read_only' })).status).toBe(403)
  expect((await check(RIGHT, { of: STRANGER })).status).toBe(404)
  const production = { environment: 'production', user_id: FIRST }
  expect((await send(verifyCaller, { params: production, json: RIGHT, as: 'limited' })).status).toBe(404)
  await check(RIGHT)
  expect(await (await send(getCallerCheck, { params: production, as: 'support' })).json()).toMatchObject({
    verified_at: null,
  })
  expect((await state()).verified_at).not.toBeNull()
})

test('a check that can’t be read or saved has no result', async () => {
  const { check, state, readInfo, log } = await started()
  readInfo.mockRejectedValueOnce(new Error('boom'))
  expect((await check(RIGHT)).status).toBe(500)
  log.fails = true
  expect((await check(RIGHT)).status).toBe(503)
  log.fails = false
  expect(await state()).toMatchObject({ verified_at: null, attempts_left: CALLER_LIMITS.perPerson })
})

test('ends after 15 minutes, with the session, and failures are forgotten after an hour', async () => {
  let time = Date.parse('2026-11-21T08:00:00Z')
  const checks = createCallerChecks({ store: memoryRecords(), now: () => new Date(time) })
  const viewer = makeViewer()
  const of = { environment: 'sandbox', user_id: FIRST, viewer }
  await checks.save(of, RIGHT, true)
  const isVerified = (who = viewer) => checks.isVerified('sandbox', who, FIRST)
  expect(await isVerified()).toBe(true)
  const next = { ...viewer, ends_at: '2026-11-22T08:00:00Z' }
  expect(await isVerified(next)).toBe(false)
  expect(await checks.state({ ...of, viewer: next })).toMatchObject({ verified_until: null, facts: [] })
  time += VERIFIED_FOR_MS - 1
  expect(await isVerified()).toBe(true)
  time += 1
  expect(await isVerified()).toBe(false)
  for (const _ of [1, 2, 3]) await checks.save(of, WRONG, false)
  await expect(checks.requireAttempts(of)).rejects.toMatchObject({ code: 'too_many_requests' })
  time += CALLER_LIMITS.window_ms
  expect(await checks.save(of, RIGHT, true)).toMatchObject({ attempts_left: CALLER_LIMITS.perPerson })
})

test('where patients are masked a success shows this one, to this session, unless patients are hidden by choice', async () => {
  const { check, send, rows } = await started({ environment: 'production' })
  const note = { id: '10000000-0000-4000-8000-000000000000', note: 'Speak to Oscar.' }
  for (const user_id of [FIRST, SECOND])
    await send(addContact, { params: { environment: 'production', user_id }, json: { ...note, id: user_id } })
  const notesOf = async (user_id: string, as = 'support', cookie = '') => {
    const params = { environment: 'production', user_id }
    const answer = await send(listContacts, { params, as, ...(cookie && { headers: { cookie } }) })
    return listContacts.response.parse(await answer.json()).contacts.map(({ note: text }) => text)
  }
  expect(await notesOf(FIRST)).toEqual([MASK])
  await check(RIGHT)
  expect(await notesOf(FIRST)).toEqual(['Speak to Oscar.'])
  expect(rows.findLast(({ action }) => action === 'list_contacts')).toMatchObject({ masked: false, subjects: [FIRST] })
  expect(await notesOf(SECOND)).toEqual([MASK])
  expect(await notesOf(FIRST, 'lab_coordinator')).toEqual([MASK])
  expect(await notesOf(FIRST, 'support', 'patient_data_production=default')).toEqual(['Speak to Oscar.'])
  expect(await notesOf(FIRST, 'support', 'patient_data_production=masked')).toEqual([MASK])
  await check(WRONG)
  expect(await notesOf(FIRST)).toEqual([MASK])
})
