/** Messages over HTTP: texts of one environment, changed by administrators, and a record without the text. */
import { expect, test } from 'vitest'
import { listSubjectChanges } from '#lib/domains/audit/person.ts'
import {
  changeMessageTemplate,
  listMessageTemplates,
  MESSAGES,
  prepareMessage,
} from '#lib/domains/contacts/messages.ts'
import { userOf } from '#lib/domains/users/console/directory.testing.ts'
import { consoleOver, STRANGER } from '#lib/domains/users/console/routes.testing.ts'

const { user_id } = userOf(1)
const ORDER = '0000000a-0000-4000-8000-000000000000'
const TEXTS = {
  email_title: 'Visit',
  email_text: 'On {visit_time}.',
  sms_text: 'See you on {visit_time}.',
  version: 0,
}

async function started() {
  const tested = await consoleOver(3)
  const { send } = tested
  const change = (json = TEXTS, { as = 'administrator', environment = 'sandbox' } = {}) =>
    send(changeMessageTemplate, { params: { environment, template: 'visit_time' }, json, as })
  const textOf = async (environment = 'sandbox') => {
    const answer = await send(listMessageTemplates, { params: { environment }, as: 'support' })
    return listMessageTemplates.response
      .parse(await answer.json())
      .templates.find((one) => one.template === 'visit_time')
  }
  return { ...tested, change, textOf }
}

test('administrators change a text, in one environment, over what they have seen', async () => {
  const { change, textOf } = await started()
  expect(await textOf()).toMatchObject({ sms_text: MESSAGES.visit_time.sms_text, version: 0, changed_by: null })
  expect((await change(TEXTS, { as: 'support' })).status).toBe(403)
  expect((await change()).status).toBe(200)
  expect(await textOf()).toMatchObject({ sms_text: TEXTS.sms_text, version: 1, changed_by: 'Ada Marker' })
  expect(await textOf('production')).toMatchObject({ sms_text: MESSAGES.visit_time.sms_text, version: 0 })
  expect((await change()).status).toBe(409)
  expect((await change({ ...TEXTS, version: 1 }, { as: 'limited', environment: 'production' })).status).toBe(404)
})

test.each([
  ['sms_text', 'See you.'],
  ['email_text', 'On {link}.'],
  ['email_title', 'Two\nlines'],
])('a %s that can’t be filled in is refused at its field', async (field, text) => {
  const { change, textOf } = await started()
  const refused = await change({ ...TEXTS, [field]: text })
  expect([refused.status, (await refused.json()).issues[0].loc]).toEqual([422, ['body', field]])
  expect(await textOf()).toMatchObject({ version: 0 })
})

test('a prepared message is on the timeline of the person and of the order, without a text', async () => {
  const { send, rows, store } = await started()
  const prepare = (json: object, as = 'support', id = user_id) =>
    send(prepareMessage, { params: { environment: 'sandbox', user_id: id }, json, as })
  expect((await prepare({ template: 'visit_time', channel: 'sms', order_id: ORDER })).status).toBe(204)
  expect((await prepare({ template: 'portal_link', channel: 'copy', text: 'https://secret.test' })).status).toBe(204)
  const changesOf = async (query: object) => {
    const answer = await send(listSubjectChanges, {
      params: { environment: 'sandbox', user_id },
      query,
      as: 'read_only',
    })
    return listSubjectChanges.response.parse(await answer.json()).changes.map(({ details }) => details.fields)
  }
  expect(await changesOf({})).toEqual([['portal_link.copy'], ['visit_time.sms']])
  expect(await changesOf({ order_id: ORDER })).toEqual([['visit_time.sms']])
  expect(JSON.stringify(rows)).not.toContain('secret')
  expect((await prepare({ template: 'visit_time', channel: 'fax' })).status).toBe(422)
  expect((await prepare({ template: 'visit_time', channel: 'sms' }, 'read_only')).status).toBe(403)
  expect((await prepare({ template: 'visit_time', channel: 'sms' }, 'support', STRANGER)).status).toBe(404)
  await store.savePeople('sandbox', [{ id: ORDER, user_id: userOf(2).user_id, order_id: ORDER, hashes: [] }])
  expect((await prepare({ template: 'visit_time', channel: 'sms', order_id: ORDER })).status).toBe(422)
})
