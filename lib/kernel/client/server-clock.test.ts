import { afterEach, expect, test, vi } from 'vitest'
import { serverClockOffset } from './server-clock.ts'

afterEach(() => vi.unstubAllGlobals())

test('reads the body of the health check, so its connection is free again', async () => {
  const answer = new Response('{"status":"ok"}', { headers: { date: new Date().toUTCString() } })
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  await serverClockOffset()
  expect(answer.bodyUsed).toBe(true)
})
