/** A person whose role needs a missing second factor gets nothing else from the console or a service. */
import { describe, expect, test } from 'vitest'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { answering, USER } from '#lib/proxy/proxy.testing.ts'
import { testConsole } from './console/console.testing.ts'

const FREE = ['get_viewer', 'list_environments', 'list_notices', 'dismiss_notices']
const PARAMS = {
  environment: 'sandbox',
  staff_id: 'x',
  view_id: 'x',
  user_id: USER,
  order_id: USER,
  booking_id: USER,
  kind: 'lab',
  id: 'x',
}

describe('the console', () => {
  // Those of staff are not of this test's console.
  const own = consoleEndpointList.filter(({ path }) => !/^\/(staff|sign-in-rules|notices|viewer)/.test(path))

  test.each(own)('$name', async ({ name, method, path }) => {
    const { call, rows } = testConsole()
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
    const response = await call(buildPath(path, PARAMS), { method, as: 'unenrolled', headers, ...body })
    if (FREE.includes(name)) return expect(response.status).toBe(200)
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'second_factor_required' }])
    expect(rows).toMatchObject([{ action: name, outcome: 'refused', status: 403 }])
  })
})

test('a service', async () => {
  const { send, change, seen } = answering({}, {}, { viewer: { must_enroll: true } })
  for (const answer of [await send(listUsers), await change('{}')]) {
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'second_factor_required'])
  }
  expect(seen).toHaveLength(0)
})
