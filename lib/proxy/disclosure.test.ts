/** Subjects of a service's response are on record before a browser has it; where data is masked, it has no names. */
import { describe, expect, test } from 'vitest'
import { ORDER } from '#components/orders/detail/order.testing.ts'
import { listMarkers } from '#lib/domains/catalog/marker.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'
import { QUERY_IN_BODY } from '#lib/kernel/wire.ts'
import { answering, testProxy } from './proxy.testing.ts'

const [A, B] = ['8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b', '3cb73ce0-1dc1-47c1-8ace-5589bb58a797']
const [FIRST, SECOND] = ['e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2', 'd41903eb-0b6e-4f0e-9a35-6f2f0f5c3b77']
const orderOf = (id: string, user_id: string) => ({ ...ORDER, id, user_id, order_transaction: null })
const ORDERS = { orders: [orderOf(FIRST, A), orderOf(SECOND, B)], total: 2, page: 1, size: 50 }
const born = { value: '1982-02-03', source_slug: 'manual', updated_at: '2026-01-01T00:00:00Z' }
const userOf = (user_id: string) => makeUser({ user_id, fallback_birth_date: born })
const USERS = { users: [userOf(A), userOf(B)], total: 2, offset: 0, limit: 100 }

describe('a list names everybody in it, once a page', () => {
  test.each([
    ['orders', pathOf(listOrders, { query: { size: 50 } }), ORDERS, [A, B, FIRST, SECOND]],
    ['users', pathOf(listUsers, { query: { limit: 100 } }), USERS, [A, B]],
  ])('%s', async (_, path, body, subjects) => {
    const { call, audited } = answering(body)
    expect((await call(`live${path}`)).status).toBe(200)
    expect(await audited()).toMatchObject([{ subjects, listed: true, masked: false, outcome: 'done' }])
  })

  test('a search by a patient’s name, whose text is in no entry', async () => {
    const { send, audited } = answering(ORDERS)
    const headers = { 'content-type': QUERY_IN_BODY }
    await send(listOrders, { method: 'POST', headers, body: 'patient_name=Lindqvist' })
    expect(await audited()).toMatchObject([{ action: 'list_orders', subjects: [A, B, FIRST, SECOND], listed: true }])
    expect(JSON.stringify(await audited())).not.toContain('Lindqvist')
  })
})

test('who was asked for by id was opened, with whom they belong to', async () => {
  const { send, audited } = answering({ ...ORDERS, orders: [orderOf(FIRST, A)] })
  await send(listOrders, { query: { order_ids: [FIRST] } })
  expect(await audited()).toMatchObject([{ subjects: [A, FIRST], listed: false }])
})

test('an error that names somebody is on record with them', async () => {
  const { send, audited } = answering({ detail: { user_id: B } }, { status: 400 })
  await send(updateUser, { params: { user_id: A }, json: { client_user_id: 'member-1' } })
  expect(await audited()).toMatchObject([{ subjects: [A, B], outcome: 'refused' }])
})

test('a list names everybody in it, however their IDs are spelled', async () => {
  const spelled = orderOf(`{${FIRST.toUpperCase()}}`, ` ${A.replaceAll('-', '')}`)
  const { send, audited } = answering({ ...ORDERS, orders: [spelled] })
  await send(listOrders)
  expect(await audited()).toMatchObject([{ subjects: [A, FIRST] }])
})

test('an answer with more people than any page holds isn’t shown, and no entry holds them', async () => {
  const users = Array.from({ length: 5_001 }, (_, at) => makeUser({ user_id: `${A.slice(0, -5)}${10_000 + at}` }))
  const { send, audited } = answering({ ...USERS, users })
  expect((await send(listUsers)).status).toBe(502)
  expect(await audited()).toMatchObject([{ subjects: [], outcome: 'failed' }])
})

test('what can’t be read can’t be recorded, and is not shown', async () => {
  const page = testProxy(async () => ({
    status: 200,
    header: typeOf('text/html'),
    body: bytes('<p>Theo Lindqvist</p>'),
  }))
  const { status, text } = await page.send(listOrders)
  expect([status, JSON.parse(text).code]).toEqual([502, 'service_answer_unusable'])
  expect(text).not.toContain('Theo')
  expect(await page.audited()).toMatchObject([{ outcome: 'failed', status: 502 }])
})

test('whom nobody can record nobody sees', async () => {
  const { send } = answering(ORDERS, {}, { recorded: false })
  const { status, text } = await send(listOrders)
  expect(status).toBe(503)
  expect(text).not.toContain(FIRST)
})

test('an answer passes unchanged to the byte where nothing is masked', async () => {
  const body = '{ "orders": [],\n "total" : 0, "page":1,"size":50, "later": "ö" }'
  const { send } = testProxy(async () => ({ status: 200, header: typeOf('application/json'), body: bytes(body) }))
  expect((await send(listOrders)).text).toBe(body)
})

describe('where patient data is masked', () => {
  const PERSONAL = /Theo|Lindqvist|1982-02-03|male|Elm St|Flat 3|Denver|80205|3035550148|Signature/

  test.each([
    [listOrders.path, ORDERS],
    [listUsers.path, USERS],
  ])('%s holds nothing that says who somebody is, and the entry says so', async (path, body) => {
    const { call, audited, answers } = answering(body, {}, { masked: true })
    const { status, text } = await call(`live${path}`)
    expect(status).toBe(200)
    expect(text).not.toMatch(PERSONAL)
    expect(JSON.parse(text)).toMatchObject({ total: 2 })
    expect(await audited()).toMatchObject([{ masked: true, listed: true }])
    // Observers that learn lab names get unmasked responses.
    expect(answers[0]?.text).toMatch(/1982-02-03/)
  })

  test.each([
    ['orders of the verified caller alone', { user_id: A }, [orderOf(FIRST, A)], true],
    ['orders that the service mixes with another’s', { user_id: A }, ORDERS.orders, false],
    ['orders of another', { user_id: B }, [orderOf(SECOND, B)], false],
    ['orders of the verified caller that nobody asked for by ID', {}, [orderOf(FIRST, A)], false],
  ])('%s', async (_, query, orders, isShown) => {
    const { send, audited } = answering({ ...ORDERS, orders }, {}, { masked: true, verified: A })
    const { text } = await send(listOrders, { query })
    expect(text.includes(ORDER.patient_address?.receiver_name ?? '')).toBe(isShown)
    expect(await audited()).toMatchObject([{ masked: !('user_id' in query && query.user_id === A) }])
  })

  test('demographics of the verified caller, and never those of another or the words of an error', async () => {
    const info = { first_name: 'Maya', last_name: 'Stanton', gender: 'female', dob: '2012-03-03', address: {} }
    const hidden = { masked: true, verified: A }
    const shown = answering(info, {}, hidden)
    expect((await shown.send(getLatestUserInfo, { params: { user_id: A } })).text).toContain('Stanton')
    expect((await shown.send(getLatestUserInfo, { params: { user_id: B } })).text).not.toContain('Stanton')
    const refused = answering({ detail: 'Maya Stanton is unknown' }, { status: 400 }, hidden)
    expect((await refused.send(getLatestUserInfo, { params: { user_id: A } })).text).not.toContain('Stanton')
  })

  test('that a value is on file isn’t told by taking it, unless the caller is verified', async () => {
    const stored = {
      first_name: 'Jösé',
      last_name: 'Stanton',
      email: '',
      gender: 'female',
      dob: '2012-03-03',
      address: {},
    }
    const issuesOf = async (verified?: string) => {
      const { send } = answering(stored, {}, { masked: true, ...(verified && { verified }) })
      const { text } = await send(updateUserInfo, { params: { user_id: A }, json: { ...stored, email: 'nope' } })
      return JSON.parse(text).issues.map(({ loc }: { loc: string[] }) => loc.at(1))
    }
    expect(await issuesOf()).toEqual(expect.arrayContaining(['first_name', 'email']))
    expect(await issuesOf(A)).not.toContain('first_name')
  })

  test('a masked text is never written', async () => {
    const { send, seen } = answering({}, {}, { masked: true })
    const { status, text } = await send(updateUser, { params: { user_id: A }, json: { client_user_id: 'T▒' } })
    expect([status, seen.length]).toEqual([422, 0])
    expect(JSON.parse(text).issues).toMatchObject([{ loc: ['body', 'client_user_id'], type: 'masked_value' }])
  })
})

const typeOf = (type: string) => (name: string) => (name === 'content-type' ? type : null)

async function* bytes(text: string) {
  yield new TextEncoder().encode(text)
}

describe('while patient data is hidden', () => {
  const hidden = { masked: true }

  test('what a service says in words of an error is hidden; its ids and its form stay', async () => {
    const said = answering({ detail: 'Theo Lindqvist is on file', user_id: B }, { status: 400 }, hidden)
    const plain = await said.send(updateUser, { params: { user_id: A }, json: { client_user_id: 'member-1' } })
    expect([plain.status, JSON.parse(plain.text)]).toEqual([
      400,
      { detail: expect.stringContaining('show patient data'), user_id: B },
    ])
    const listed = answering({ detail: [{ loc: ['body', 'dob'], msg: 'Theo was born 1982' }] }, { status: 422 }, hidden)
    const { text } = await listed.send(updateUser, { params: { user_id: A }, json: { client_user_id: 'member-1' } })
    expect(text).not.toMatch(/Theo|1982/)
    const shown = answering({ detail: 'Theo Lindqvist is on file' }, { status: 400 })
    expect((await shown.send(updateUser, { params: { user_id: A }, json: {} })).text).toContain('Theo')
  })

  test.each([
    ['a text', { detail: 'Theo Lindqvist is on file' }],
    ['a name for a field', { jane: 'Theo' }],
    ['a code of ours', { detail: 'Theo Lindqvist', code: 'conflict' }],
    ['the form of ours', { detail: 'Theo Lindqvist', code: 'conflict', request_id: '1' }],
    ['no JSON', 'Theo Lindqvist'],
  ])('errors at endpoints without patient data say no more: %s', async (_, said) => {
    const { status, text } = await answering(said, { status: 400 }, hidden).send(listMarkers, {
      params: { lab_test_id: A },
    })
    expect(status).toBe(400)
    expect(text).not.toMatch(/theo|lindqvist|jane/i)
    expect((await answering(said, { status: 400 }).send(listMarkers, { params: { lab_test_id: A } })).text).toContain(
      'Theo',
    )
  })

  test('an answer nested too deep to be read isn’t shown, and says so', async () => {
    const deep = `{"orders":[{"extra":${'['.repeat(200_000)}${']'.repeat(200_000)}}],"total":1,"page":1,"size":50}`
    const one = testProxy(async () => ({ status: 200, header: typeOf('application/json'), body: bytes(deep) }), hidden)
    const { status, text } = await one.send(listOrders)
    expect([status, JSON.parse(text).code]).toEqual([502, 'service_answer_unusable'])
    const refused = testProxy(
      async () => ({
        status: 400,
        header: typeOf('application/json'),
        body: bytes(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
      }),
      hidden,
    )
    expect((await refused.send(listMarkers, { params: { lab_test_id: A } })).status).toBe(502)
  })

  test('orders aren’t put in the order of names that can’t be seen', async () => {
    const masked = answering(ORDERS, {}, hidden)
    expect((await masked.send(listOrders, { query: { order_key: 'patient_name' } })).status).toBe(409)
    expect((await masked.send(listOrders, { query: { order_key: 'created_at' } })).status).toBe(200)
    expect((await answering(ORDERS).send(listOrders, { query: { order_key: 'patient_name' } })).status).toBe(200)
  })
})
