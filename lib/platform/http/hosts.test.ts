import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { hostChecker, listen } from './http.ts'

const DATA = `${CONSOLE_PREFIX}/data`
const place = { host: '127.0.0.1', public_url: 'https://console.example.com', allowed_hosts: ['console', 'a.internal'] }

describe('the names the server answers to', () => {
  const isOurs = hostChecker(place)

  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '10.1.2.3',
    '[::1]:3000',
    '[2001:db8::1]',
    'console.example.com',
    'Console.Example.com:443',
    'console.example.com.',
    'console:3000',
    'a.internal',
  ])('%s is one', (host) => {
    expect(isOurs(host)).toBe(true)
  })

  test.each([
    undefined,
    '',
    'evil.test',
    'localhost.evil.test',
    'console.example.com.evil.test',
    '127.0.0.1.evil.test',
    'evil.test:3000',
    'user@localhost',
    'localhost/evil',
    'localhost:3000:1',
    '[evil]',
    '[::1',
    ':3000',
    'localhost, evil.test',
  ])('%s is none', (host) => {
    expect(isOurs(host)).toBe(false)
  })

  test('the host it listens on is one, and without an address of its own no other name', () => {
    const named = hostChecker({ host: 'box.local' })
    expect(named('box.local:3000')).toBe(true)
    expect(hostChecker({ host: '' })('')).toBe(false)
    expect(hostChecker({ host: '0.0.0.0' })('console.example.com')).toBe(false)
  })
})

test('a request for another name gets 421, and health checks are answered by any', async () => {
  const app = new Hono()
  app.get('/healthz', (c) => c.text('alive'))
  app.get(DATA, (c) => c.text('data'))
  const http = await listen(app, async () => (_, response) => void response.end('page'), { ...place, port: 0 })
  const ask = (path: string, ...host: string[]) =>
    new Promise<[status: number | undefined, text: string]>((resolve, reject) => {
      const asked = request(
        `${http.origin}${path}`,
        { headers: host.flatMap((name) => ['host', name]) },
        async (response) => {
          resolve([response.statusCode, await text(response)])
        },
      )
      asked.on('error', reject).end()
    })
  const refused = [421, expect.stringContaining('"code":"unknown_host"')]
  expect(await ask(DATA, 'console.example.com')).toEqual([200, 'data'])
  expect(await ask('/users', 'console')).toEqual([200, 'page'])
  expect(await ask(DATA, 'evil.test')).toEqual(refused)
  expect(await ask('/users', 'evil.test')).toEqual(refused)
  for (const two of [
    ['console', 'evil.test'],
    ['evil.test', 'console'],
    ['console', 'console'],
  ] as const)
    expect(await ask(DATA, ...two)).toEqual(refused)
  expect(await ask('/healthz', 'evil.test')).toEqual([200, 'alive'])
  await http.close()
})
