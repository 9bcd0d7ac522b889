import { describe, expect, test } from 'vitest'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import { pathOf } from '#lib/kernel/endpoint.testing.ts'
import { answering, USER } from './proxy.testing.ts'

test.each([
  pathOf(listUsers, { query: { limit: 501 } }),
  pathOf(listOrders, { query: { order_ids: 'x' } }),
  `${listOrders.path}?size=1&size=x`,
])('%s: the query is not valid', async (path) => {
  const { call, seen } = answering()
  expect((await call(`live${path}`)).status).toBe(422)
  expect(seen).toHaveLength(0)
})

describe('a change from another site', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'sec-fetch-site': 'cross-site' }, 'http://console.test'],
    [{ 'sec-fetch-site': 'same-site' }, 'http://console.test'],
    [{ origin: 'null' }, 'http://console.test'],
    [{ origin: 'http://evil.test' }, 'http://console.test'],
    [{ origin: 'https://console.test' }, 'http://console.test'],
    [{ origin: 'http://console.test' }, 'https://console.test'],
    [{ origin: 'http://console.test', host: 'console.test' }, ''],
  ])('%o to %s', async (headers, publicUrl) => {
    const { send, change, seen, audited } = answering({}, {}, { publicUrl })
    const answer = await change('{}', { headers })
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text).detail).toContain('PUBLIC_URL')
    expect((await audited()).at(-1)).toMatchObject({ action: 'update_user', outcome: 'refused', status: 403 })
    expect(seen).toHaveLength(0)
    expect((await send(listUsers, { headers })).status).toBe(200)
  })

  test.each<[Record<string, string>, string]>([
    [{}, 'https://console.test'],
    [{ origin: 'https://console.test', 'sec-fetch-site': 'same-origin' }, 'https://console.test'],
    [{ origin: 'http://console.test' }, 'http://localhost:3000'],
  ])('is not: %o to %s', async (headers, publicUrl) => {
    const { change } = answering({}, {}, { publicUrl })
    expect((await change('{}', { headers })).status).toBe(200)
  })
})

describe('a body', () => {
  test('that is no JSON, or not valid, by the name of the field', async () => {
    const { change, seen } = answering()
    expect(JSON.parse((await change('{')).text).detail[0]).toMatchObject({ type: 'json_invalid' })
    const invalid = await change('{"ingestion_start":"2026-02-30"}')
    expect(invalid.status).toBe(422)
    expect(JSON.parse(invalid.text).detail[0].loc).toEqual(['body', 'ingestion_start'])
    expect(seen).toHaveLength(0)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('as %o, on record', async (type) => {
    const { change, seen, audited } = answering()
    const answer = await change('{"client_user_id":"a"}', { headers: { 'content-type': type } })
    expect(answer.status).toBe(415)
    expect(JSON.parse(answer.text)).toMatchObject({
      detail: 'Send the body as application/json.',
      code: 'unsupported_media_type',
    })
    expect((await audited()).at(-1)).toMatchObject({ action: 'update_user', outcome: 'refused', status: 415 })
    expect(seen).toHaveLength(0)
  })

  test('with a charset, or none at all where every field is optional', async () => {
    const { send, change, seen } = answering()
    expect((await change('{}', { headers: { 'content-type': 'application/json; charset=utf-8' } })).status).toBe(200)
    expect((await send(updateUser, { params: { user_id: USER } })).status).toBe(200)
    expect(seen.map(({ body }) => body)).toEqual(['{}', ''])
    expect((await send(createLinkToken)).status).toBe(422)
  })

  test('that is larger than any, declared or not', async () => {
    const { change, seen } = answering()
    const declared = { headers: { 'content-length': '999999999' } }
    expect((await change('{}', declared)).status).toBe(413)
    const chunk = new Uint8Array(1024 * 1024).fill(32)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    const undeclared = { body: endless, duplex: 'half' }
    expect((await change('', undeclared)).status).toBe(413)
    expect(seen).toHaveLength(0)
  })
})
