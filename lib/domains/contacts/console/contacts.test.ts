/** Notes and contacts over HTTP: added once, corrected by another entry, masked, and without a text in the log. */
import { expect, test } from 'vitest'
import { addContact, getMyWork, listContacts, type NewContact, shownContacts } from '#lib/domains/contacts/contacts.ts'
import { userOf } from '#lib/domains/users/console/directory.testing.ts'
import { consoleOver, STRANGER } from '#lib/domains/users/console/routes.testing.ts'
import { NOW } from '#lib/system/console/console.testing.ts'
import { MASK } from '#lib/utils/text/mask.ts'

const { user_id } = userOf(1)
const params = { environment: 'sandbox', user_id }
const idOf = (index: number) => `${index}0000000-0000-4000-8000-000000000000`
const ORDER = '0000000a-0000-4000-8000-000000000000'
const NOTE: NewContact = { id: idOf(1), note: 'Speak to Oscar only. ', pinned: true, mentions: ['rosa'] }
const CALL: NewContact = {
  ...{ id: idOf(2), order_id: ORDER, note: 'Asked to call back.', channel: 'phone', outcome: 'voicemail' },
  ...{ contacted: 'guardian', ticket_url: 'https://desk.test/1' },
}

async function started() {
  const tested = await consoleOver(3)
  const { send } = tested
  const add = (body: NewContact, as = 'support', to = params) => send(addContact, { params: to, json: body, as })
  const list = async (query = {}, as = 'read_only') =>
    listContacts.response.parse(await (await send(listContacts, { params, query, as })).json()).contacts
  return { ...tested, add, list }
}

test('a note and a call are kept word for word, newest first, and found by type', async () => {
  const { add, list, rows } = await started()
  const note = addContact.response.parse(await (await add(NOTE)).json())
  expect(note).toMatchObject({
    ...{ id: NOTE.id, user_id, note: 'Speak to Oscar only.', pinned: true, order_id: null, channel: null },
    ...{ mentions: [{ id: 'rosa', name: 'Rosa Adeyemi' }], at: NOW.toISOString(), by_id: 'id-of-support' },
  })
  expect((await add(CALL)).status).toBe(201)
  expect((await list()).map(({ id }) => id)).toEqual([CALL.id, NOTE.id])
  expect(await list({ kind: 'note' })).toEqual([note])
  expect(await list({ kind: 'phone' })).toMatchObject([{ ...CALL, corrects: null }])
  expect(await list({ kind: 'email' })).toEqual([])
  const added = rows.filter(({ action, outcome }) => action === 'add_contact' && outcome === 'done')
  expect(added.map(({ subjects }) => subjects.toSorted())).toEqual([[user_id], [ORDER, user_id].toSorted()])
  for (const text of ['Oscar', 'call back', 'desk.test']) expect(JSON.stringify(rows)).not.toContain(text)
})

test('the same entry again answers what was kept; its ID for another one is refused', async () => {
  const { add, list } = await started()
  const answers = [await add(CALL), await add(CALL)]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const other = { ...params, user_id: userOf(2).user_id }
  const refused = [
    await add({ ...CALL, note: 'Other.' }),
    await add(CALL, 'lab_coordinator'),
    await add(CALL, 'support', other),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(await list()).toHaveLength(1)
})

test('a correction is another entry, by the author or an administrator', async () => {
  const { add, list } = await started()
  await add(NOTE)
  const correction = { id: idOf(3), note: 'Speak to Oscar or Ann.', corrects: NOTE.id }
  expect((await add(correction, 'lab_coordinator')).status).toBe(403)
  expect((await add(correction)).status).toBe(201)
  expect((await add({ ...correction, id: idOf(4), pinned: true }, 'administrator')).status).toBe(201)
  expect((await add({ ...correction, id: idOf(5), corrects: idOf(3) })).status).toBe(404)
  const other = { ...params, user_id: userOf(2).user_id }
  expect((await add({ ...correction, id: idOf(6) }, 'support', other)).status).toBe(404)
  expect(await list()).toHaveLength(3)
  const [shown, ...rest] = shownContacts(await list())
  expect(rest).toEqual([])
  expect(shown).toMatchObject({ id: NOTE.id, note: correction.note, pinned: true })
  expect(shown?.earlier.map(({ note }) => note)).toEqual(['Speak to Oscar only.', correction.note])
})

test.each([
  ['an empty note', { note: ' ' }],
  ['a contact without an outcome', { channel: 'phone', contacted: 'patient' }],
  ['a contact without anyone', { channel: 'sms', outcome: 'reached' }],
  ['an outcome without a channel', { outcome: 'reached' }],
  ['a link that is no web address', { ticket_url: 'javascript:alert(1)' }],
  ['a mention of somebody who can’t enter', { mentions: ['stranger'] }],
  ['a note that is too long', { note: 'x'.repeat(4_001) }],
] satisfies [string, Partial<NewContact>][])('%s is refused', async (_, change) => {
  const { add, list } = await started()
  const { mentions: __, ...note } = NOTE
  expect((await add({ ...note, ...change })).status).toBe(422)
  expect(await list()).toEqual([])
})

test('nothing is added for a user that there isn’t, about another’s order, by who may only read, or into another environment', async () => {
  const { add, list, send, store } = await started()
  expect((await add(NOTE, 'support', { ...params, user_id: STRANGER })).status).toBe(404)
  await store.savePeople('sandbox', [{ id: ORDER, user_id: userOf(2).user_id, order_id: ORDER, hashes: [] }])
  const refused = await add(CALL)
  expect([refused.status, (await refused.json()).issues[0].loc]).toEqual([422, ['body', 'order_id']])
  expect((await add(NOTE, 'read_only')).status).toBe(403)
  const elsewhere = { ...params, environment: 'production' }
  expect((await add(NOTE, 'limited', elsewhere)).status).toBe(404)
  expect((await send(listContacts, { params: elsewhere, as: 'limited' })).status).toBe(404)
  expect(await list()).toEqual([])
})

test('texts are masked where patient data is, and a masked text can’t be saved', async () => {
  const { add, send, store } = await started()
  await add(CALL)
  const [entry] = await store.entries('sandbox', 'contact', user_id)
  if (!entry) throw new Error('It was added.')
  await store.addEntry('production', 'contact', entry)
  const masked = await send(listContacts, { params: { ...params, environment: 'production' }, as: 'support' })
  expect(listContacts.response.parse(await masked.json()).contacts).toMatchObject([
    { note: MASK, ticket_url: MASK, outcome: 'voicemail' },
  ])
  expect((await add({ ...NOTE, note: `Said ${MASK}` })).status).toBe(422)
})

test('a mention is told to the colleague it names and to nobody else, once, by whom and about whom', async () => {
  const { add, send } = await started()
  const mine = async (as: string) => getMyWork.response.parse(await (await send(getMyWork, { params, as })).json())
  const mentioning = { ...NOTE, order_id: ORDER, mentions: ['id-of-lab_coordinator'] }
  for (const answer of [await add(mentioning), await add(mentioning)]) expect(answer.status).toBe(201)
  expect((await mine('lab_coordinator')).mentions).toEqual([
    { id: NOTE.id, user_id, order_id: ORDER, by_name: 'Ada Marker', at: NOW.toISOString() },
  ])
  expect([(await mine('support')).mentions, (await mine('administrator')).mentions]).toEqual([[], []])
})
