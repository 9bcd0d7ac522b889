import { describe, expect, test } from 'vitest'
import { errorFrom } from './errors.ts'

const wordsOf = async (status: number, body: string, headers: Record<string, string> = {}) =>
  (await errorFrom(new Response(body, { status, headers }), 'GET /v2/user/')).message

describe('what a person reads of an error answer', () => {
  test.each([401, 403, 404, 500, 502, 503, 504, 418])('a %i without words says what to do', async (status) => {
    for (const body of ['', '<h1>Oops</h1>', '{"error": 1}']) {
      expect(await wordsOf(status, body)).toMatch(/Sign in again|Ask an administrator|Check the address|Try again/)
    }
  })

  test.each([
    ['{"detail": "Too many."}', '60', 'Too many. Try again in 60 seconds.'],
    ['', '1', 'The service asks to wait before the next call. Try again in a second.'],
    ['{"detail": "Too many tries. Try again in 15 minutes."}', '900', 'Too many tries. Try again in 15 minutes.'],
    ['{"detail": "Slow down. Go on in a second."}', '1', 'Slow down. Go on in a second.'],
  ])('%s with a wait of %s seconds', async (body, wait, words) => {
    expect(await wordsOf(429, body, { 'retry-after': wait })).toBe(words)
  })

  test('a wait that is no number of seconds is left out', async () => {
    expect(await wordsOf(503, '{"detail": "Later."}', { 'retry-after': 'Sat, 21 Nov 2026 07:28:00 GMT' })).toBe(
      'Later.',
    )
  })
})
