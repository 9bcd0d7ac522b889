/** The contact book and requests about data over HTTP: versions, rights, environments, and nothing of a person in the log. */
import { expect, test } from 'vitest'
import {
  type BookEntries,
  changeContactBook,
  changesOf,
  dialed,
  getContactBook,
  type Partner,
  type PartnerKind,
  partnersFor,
} from '#lib/domains/contacts/contact-book.ts'
import { finishDataRequest, listDataRequests, openDataRequest } from '#lib/domains/contacts/contacts.ts'
import { userOf } from '#lib/domains/users/console/directory.testing.ts'
import { consoleOver } from '#lib/domains/users/console/routes.testing.ts'
import { NOW } from '#lib/system/console/console.testing.ts'

const idOf = (index: number) => `${index}0000000-0000-4000-8000-000000000000`
const partner = (index: number, kind: PartnerKind, name: string): Partner => ({
  ...{ id: idOf(index), kind, name, phone_number: '(602) 555-0143', hours: '', email: '', how_to_cancel: '', note: '' },
})
const BOOK: BookEntries = {
  partners: [partner(1, 'lab', 'Northbeck Labs'), partner(2, 'carrier', 'Parcelwing')],
  source_changes: [
    { id: idOf(3), provider: 'ostrel_glucose', change: 'ends', day: '2026-12-31', note: 'Use another.' },
  ],
  request_days: 45,
}
const params = { environment: 'sandbox' }

test('the book begins with the default days, is saved whole by version, and says which part was changed', async () => {
  const { send, rows } = await consoleOver(1)
  const read = async (as = 'read_only') =>
    getContactBook.response.parse(await (await send(getContactBook, { params, as })).json())
  const save = (json: unknown, as = 'administrator') => send(changeContactBook, { params, json, as })
  expect(await read()).toEqual({
    ...{ partners: [], source_changes: [], request_days: 30, version: 0, changed_at: null, changed_by: null },
  })
  expect((await save({ ...BOOK, version: 0 })).status).toBe(200)
  expect(await read()).toMatchObject({ ...BOOK, version: 1, changed_at: NOW.toISOString() })
  expect((await save({ ...BOOK, partners: [], version: 0 })).status).toBe(409)
  expect((await save({ ...BOOK, version: 1 }, 'support')).status).toBe(403)
  expect((await read()).partners).toHaveLength(2)
  const done = rows.filter(({ action, outcome }) => action === 'change_contact_book' && outcome === 'done')
  expect(done.map(({ details }) => details?.fields)).toEqual([['partners', 'source_changes', 'request_days']])
})

test.each([
  [
    'a contact that nobody can reach',
    { partners: [{ ...partner(1, 'lab', 'Lab'), phone_number: '' }] },
    'phone_number',
  ],
  [
    'letters as a number',
    { partners: [{ ...partner(1, 'lab', 'Lab'), phone_number: 'javascript:1' }] },
    'phone_number',
  ],
  ['no email address', { partners: [{ ...partner(1, 'lab', 'Lab'), email: 'nobody' }] }, 'email'],
  ['an ID that comes twice', { partners: [partner(1, 'lab', 'A'), partner(1, 'lab', 'B')] }, 'partners'],
  ['no whole number of days', { request_days: 0 }, 'request_days'],
  ['a day that there isn’t', { source_changes: [{ ...BOOK.source_changes[0], day: '2026-02-31' }] }, 'day'],
])('%s is refused by its field', async (_, change, field) => {
  const { send } = await consoleOver(1)
  const json = { ...BOOK, ...change, version: 0 }
  const answer = await send(changeContactBook, { params, json, as: 'administrator' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(`"${field}"`)
})

const { user_id } = userOf(1)
const REQUEST = { id: idOf(4), kind: 'delete', due_on: '', note: 'Theo asked by phone.' } as const
const day = (from: number) => new Date(NOW.getTime() + from * 86_400_000).toISOString().slice(0, 10)

async function started() {
  const tested = await consoleOver(3)
  const { send } = tested
  const open = (change: object = {}, as = 'support', of = user_id) =>
    send(openDataRequest, { params: { ...params, user_id: of }, json: { ...REQUEST, due_on: day(30), ...change }, as })
  const finish = (json: object, as = 'support', request_id: string = REQUEST.id) =>
    send(finishDataRequest, { params: { ...params, user_id, request_id }, json, as })
  const list = async (query = {}) =>
    listDataRequests.response.parse(await (await send(listDataRequests, { params, query, as: 'read_only' })).json())
  return { ...tested, open, finish, list }
}

test('a request is open until it is finished once, and then stays with the person', async () => {
  const { open, finish, list, rows } = await started()
  expect((await open()).status).toBe(201)
  expect((await open()).status).toBe(201)
  const opened = { ...REQUEST, due_on: day(30), user_id, opened_at: NOW.toISOString(), outcome: null }
  expect(await list()).toMatchObject({ requests: [opened], total: 1 })
  expect((await finish({ outcome: 'done', note: 'Lab confirmed.' })).status).toBe(200)
  expect((await finish({ outcome: 'refused', note: '' })).status).toBe(409)
  expect(await list()).toEqual({ requests: [], total: 0 })
  expect((await list({ user_id })).requests).toMatchObject([{ outcome: 'done', outcome_note: 'Lab confirmed.' }])
  const changes = rows.filter(({ action, outcome }) => /_data_request$/.test(action) && outcome === 'done')
  expect(changes.map(({ action, subjects }) => [action, subjects])).toContainEqual([
    'finish_data_request',
    expect.arrayContaining([user_id]),
  ])
  for (const text of ['Theo', 'Lab confirmed']) expect(JSON.stringify(rows)).not.toContain(text)
})

test('one open request of a kind for a person; another kind, and the same again once it is finished', async () => {
  const { open, finish, list } = await started()
  await open()
  const answers = [
    await open({ id: idOf(5) }),
    await open({ note: 'Other words.' }),
    await open({ id: idOf(5), kind: 'send', due_on: day(3) }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 201])
  expect((await list()).requests.map(({ kind }) => kind)).toEqual(['send', 'delete'])
  await finish({ outcome: 'withdrawn', note: '' })
  expect((await open({ id: idOf(6) })).status).toBe(201)
})

test('nobody opens or finishes without the right, for a person that there isn’t, or by a day that can’t be', async () => {
  const { open, finish, list } = await started()
  const answers = [
    await open({}, 'read_only'),
    await open({}, 'support', idOf(9)),
    await open({ due_on: '2001-01-01' }),
    await open({ due_on: day(800) }),
    await finish({ outcome: 'done', note: '' }, 'support'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 404, 422, 422, 404])
  await open()
  expect((await finish({ outcome: 'done', note: '' }, 'read_only')).status).toBe(403)
  expect((await list()).total).toBe(1)
})

test('a named carrier stands for all carriers; without a name all of the kind are shown, kind by kind', () => {
  const partners = [partner(1, 'lab', 'Lab'), partner(2, 'carrier', 'Parcelwing'), partner(3, 'carrier', 'Other')]
  const names = (kinds: PartnerKind[], of: (string | null)[] = []) =>
    partnersFor({ partners }, kinds, of).map(({ name }) => name)
  expect(names(['carrier', 'lab'], [null, ' parcelwing '])).toEqual(['Parcelwing', 'Lab'])
  expect(names(['carrier'], ['Unheard of'])).toEqual(['Parcelwing', 'Other'])
  expect(names(['draw_provider'])).toEqual([])
})

test.each([
  ['(602) 555-0143', '6025550143'],
  ['+1 602.555.0143 ext. 12', '+16025550143,12'],
])('%s dials %s', (written, wanted) => expect(dialed(written)).toBe(wanted))

test('a change of a source is over the day after it', () => {
  const isOver = (today: string) => changesOf(BOOK, 'ostrel_glucose', today).map((one) => one.isOver)
  expect([isOver('2026-12-30'), isOver('2026-12-31'), isOver('2027-01-01')]).toEqual([[false], [false], [true]])
  expect(changesOf(BOOK, 'ostrel', '2026-12-30')).toEqual([])
})
