import { describe, expect, test } from 'vitest'
import { listUsers } from '#lib/domains/users/user.ts'
import { callName } from '#lib/kernel/endpoint.testing.ts'
import { errorFrom, failureOf } from './errors.ts'

const CALL = callName(listUsers)

const wordsOf = async (status: number, body: string, headers: Record<string, string> = {}) =>
  (await errorFrom(new Response(body, { status, headers }), CALL)).message

describe('what a person reads of an error answer', () => {
  test.each([401, 403, 404, 500, 502, 503, 504, 418])('a %i without words says what to do', async (status) => {
    for (const body of ['', '<h1>Oops</h1>', '{"error": 1}']) {
      expect(await wordsOf(status, body)).toMatch(/Sign in again|Ask your administrator|Check the address|Try again/)
    }
  })

  test.each([
    ['{"detail": "Too many."}', '60', 'Too many. Try again in 60 seconds.'],
    ['', '1', 'The service asked us to wait before the next call. Try again in a second.'],
    [
      '{"detail": "Too many attempts. Try again in 15 minutes.", "code": "too_many_attempts"}',
      '900',
      'Too many attempts. Try again in 15 minutes.',
    ],
    [
      '{"detail": "Slow down. Try again in a second.", "code": "too_many_requests"}',
      '1',
      'Slow down. Try again in a second.',
    ],
  ])('%s with a wait of %s seconds', async (body, wait, words) => {
    expect(await wordsOf(429, body, { 'retry-after': wait })).toBe(words)
  })

  test('reads code, issues, wait and request id of our own body, and needs none of them', async () => {
    const issues = [{ loc: ['body', 'name'], msg: 'Enter a name.', type: 'too_small' }]
    const body = { detail: issues, code: 'invalid_input', issues, retry_after_ms: 1500, request_id: 'request-1' }
    const ours = await errorFrom(Response.json(body, { status: 422 }), CALL)
    expect(ours).toMatchObject({ code: 'invalid_input', issues, retry_after_ms: 1500, request_id: 'request-1' })
    const theirs = await errorFrom(Response.json({ detail: issues, code: 7 }, { status: 422 }), CALL)
    expect(theirs).toMatchObject({ code: undefined, issues, retry_after_ms: undefined, request_id: undefined })
  })

  test.each([
    ['role_denied', true],
    ['unknown_environment', true],
    ['not_enabled', false],
    [undefined, false],
  ])('a 403 with the code %s is a denial of this console: %s', async (code, denied) => {
    const response = Response.json({ detail: 'Ask your administrator if you need it.', code }, { status: 403 })
    expect(failureOf(await errorFrom(response, CALL)).denied).toBe(denied)
  })

  test('a wait that is no number of seconds is left out', async () => {
    expect(await wordsOf(503, '{"detail": "Later."}', { 'retry-after': 'Sat, 21 Nov 2026 07:28:00 GMT' })).toBe(
      'Later.',
    )
  })
})
