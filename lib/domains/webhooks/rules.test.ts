import { expect, test } from 'vitest'
import { HOUR, SECOND } from '#lib/utils/time/durations.ts'
import {
  codeClass,
  endpointState,
  failureBand,
  getsType,
  isSuccess,
  MAX_ATTEMPTS,
  type Outcome,
  retryAt,
  targetUrl,
} from './rules.ts'

const AT = new Date('2026-11-21T08:00:00Z')
const failed: Outcome = { status: 500, failure: null, retry_after: null }
const waitAfter = (attempts: number, outcome: Partial<Outcome> = {}, chance = 0.5) => {
  const next = retryAt(attempts, { ...failed, ...outcome }, AT, chance)
  return next && (next.getTime() - AT.getTime()) / SECOND
}

test('delays grow from 5 seconds to 6 hours; the eighth attempt is the last', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS }, (_, index) => waitAfter(index + 1))
  expect(waits).toEqual([5, 30, 120, 600, 1800, 7200, 21_600, null])
})

test('jitter is up to a fifth either way', () => {
  expect([waitAfter(4, {}, 0), waitAfter(4, {}, 1)]).toEqual([480, 720])
})

test.each<[Partial<Outcome>, number]>([
  [{ status: 429, retry_after: '60' }, 60],
  [{ status: 503, retry_after: '60' }, 60],
  [{ status: 503, retry_after: '1' }, 5],
  [{ status: 503, retry_after: new Date(AT.getTime() + HOUR).toUTCString() }, 3600],
  [{ status: 503, retry_after: 'soon' }, 5],
  [{ status: 503, retry_after: '-5' }, 5],
  [{ status: 500, retry_after: '60' }, 5],
  [{ status: 429, retry_after: '999999999' }, 86_400],
])('Retry-After: %j waits %i s', (outcome, seconds) => {
  expect(waitAfter(1, outcome)).toBe(seconds)
})

test('only 2xx is a success', () => {
  const good = [199, 200, 204, 299, 300, 301, 410, 500].filter((status) => isSuccess({ status }))
  expect(good).toEqual([200, 204, 299])
  expect(isSuccess({ status: null })).toBe(false)
})

test('classes of codes', () => {
  const classes = [200, 301, 404, 503, 999].map((status) => codeClass({ status, failure: null }))
  expect(classes).toEqual(['2xx', '3xx', '4xx', '5xx', 'no_response'])
  expect(codeClass({ status: null, failure: 'timeout' })).toBe('timeout')
  expect(codeClass({ status: null, failure: 'tls' })).toBe('no_response')
  expect(codeClass({ status: null, failure: null })).toBeNull()
})

test('bands at the third failure, and at 50, 70, 90 and 100 % of the limit', () => {
  expect([0, 2, 3, 49, 50, 69, 70, 89, 90, 99, 100].map(failureBand)).toEqual([
    'none',
    'none',
    'few',
    'few',
    'half',
    'half',
    'high',
    'high',
    'critical',
    'critical',
    'limit',
  ])
})

test.each([
  ['working', { failures: 2 }],
  ['failing', { failures: 3 }],
  ['unproven', { last_success_at: null }],
  ['failing', { failures: 3, last_success_at: null }],
  ['disabled', { failures: 100, disabled: {} }],
] as const)('an endpoint is %s: %j', (state, change) => {
  const { failures, last_success_at, disabled } = {
    failures: 0,
    last_success_at: AT.toJSON(),
    disabled: null,
    ...change,
  }
  expect(endpointState({ failures, disabled, health: { last_success_at } })).toBe(state)
})

test('a pattern is a type or a prefix', () => {
  expect(getsType(null, 'a.b')).toBe(true)
  expect(getsType(['daily.data.*'], 'daily.data.sleep.created')).toBe(true)
  expect(getsType(['daily.data.*'], 'daily.database')).toBe(false)
  expect(getsType(['labtest.result.critical'], 'labtest.result.critical.x')).toBe(false)
})

test.each([
  ['https://example.com/hook', true],
  ['http://localhost:3000/api', true],
  ['http://127.0.0.1:8080/', true],
  ['http://[::1]:8080/', true],
  ['http://example.com/hook', false],
  ['http://localhost.example.com/', false],
  ['ftp://example.com/', false],
  ['https://user:secret@example.com/', false],
  ['https://example.com/#part', false],
  ['example.com', false],
  ['', false],
])('%s: %s', (url, isFine) => {
  expect(targetUrl.safeParse(url).success).toBe(isFine)
})

test('a URL holds no control characters, nor what turns text around, and is short as it is sent', () => {
  for (const part of ['\u001b[201~', '\n', '\u007f', '\u009b201~', '\u202e', '\u2069', 'ü'.repeat(1000)])
    expect.soft(targetUrl.safeParse(`https://example.com/a${part}b`).success).toBe(false)
})

test('a URL is kept as it is sent', () => {
  expect(targetUrl.parse(" https://Example.com/a b/ü?c='d' ")).toBe('https://example.com/a%20b/%C3%BC?c=%27d%27')
  expect(targetUrl.parse('https://example.com')).toBe('https://example.com/')
})
