import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseYet } from './http.ts'

const server = createServer(refuseYet)
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on a port.')
  origin = `http://127.0.0.1:${address.port}`
})
afterAll(() => server.close())

const ask = (headers: Record<string, string>) => fetch(`${origin}/sandbox/orders`, { headers })

test('a browser gets a page that loads again, a program JSON with when to come back', async () => {
  const page = await ask({ accept: 'text/html,application/xhtml+xml' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await page.text()).toContain('<meta http-equiv="refresh" content="1">')
  const call = await ask({ accept: 'application/json' })
  expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/json'])
  expect(await call.json()).toMatchObject({ code: 'unavailable', retry_after_ms: 1000 })
})

test('the router of an open page gets no answer, so it waits and tries again', async () => {
  await expect(ask({ accept: '*/*', rsc: '1' })).rejects.toThrow('fetch failed')
})
