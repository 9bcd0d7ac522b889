import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newCallback } from '#lib/domains/orders/critical/callbacks.ts'
import {
  type CallbackValues,
  callbackBody,
  callbackForm,
  NO_VALUES,
  nextAttemptAt,
  nextInstants,
} from './use-callback-form.ts'

const NOW = Date.parse('2026-11-19T20:32:00Z')
const values = (changes: Partial<CallbackValues>): CallbackValues => ({
  ...NO_VALUES,
  called: 'ordering_provider',
  outcome: 'not_reached',
  ...changes,
})
const next = (changes: Partial<CallbackValues>, zone = 'UTC') => {
  const found = nextAttemptAt(values(changes), { now: NOW, zone })
  return found === null ? null : new Date(found).toISOString()
}

describe('the next attempt', () => {
  test.each<[string, Partial<CallbackValues>, string, string | null]>([
    ['in some minutes', { next: '15' }, 'UTC', '2026-11-19T20:47:00.000Z'],
    ['at a time of today', { next: 'time', next_time: '20:42' }, 'UTC', '2026-11-19T20:42:00.000Z'],
    ['at a time that has passed, tomorrow', { next: 'time', next_time: '20:32' }, 'UTC', '2026-11-20T20:32:00.000Z'],
    ['on the clock of the viewer', { next: 'time', next_time: '14:42' }, 'America/Chicago', '2026-11-19T20:42:00.000Z'],
    ['also beyond midnight', { next: 'time', next_time: '02:05' }, 'Asia/Kolkata', '2026-11-19T20:35:00.000Z'],
    ['not yet typed', { next: 'time', next_time: '2' }, 'UTC', null],
    ['after a call without read-back', { outcome: 'no_read_back', next: '5' }, 'UTC', '2026-11-19T20:37:00.000Z'],
    ['none once it was read back', { outcome: 'read_back' }, 'UTC', null],
    ['none before an outcome is chosen', { outcome: '' }, 'UTC', null],
  ])('%s', (_, changes, zone, expected) => {
    expect(next(changes, zone)).toBe(expected)
  })
})

test('says what is missing at the field where it is missing', () => {
  const problems = (changes: Partial<CallbackValues>) =>
    callbackForm('UTC')
      .safeParse(values(changes))
      .error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(problems({})).toEqual([])
  expect(problems({ called: '' })).toEqual(['called'])
  expect(problems({ outcome: '' })).toEqual(['outcome'])
  expect(problems({ called: 'other', called_name: ' ' })).toEqual(['called_name'])
  expect(problems({ next: 'time', next_time: '25:00' })).toEqual(['next_time'])
  expect(problems({ outcome: 'read_back', next: 'time' })).toEqual([])
})

test('nothing that happened is assumed', () => {
  expect(NO_VALUES).toMatchObject({ called: '', called_name: '', outcome: '', note: '' })
})

test('the body is one that the console accepts; a patient has no name in it', () => {
  const about = {
    id: '0c5f1a52-6d1e-4b43-9d5a-2b1f4f7d9a01',
    order_id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    result_at: '2026-11-19T20:00:00Z',
  }
  const bodyOf = (changes: Partial<CallbackValues>) =>
    callbackBody(values(changes), { ...about, proxy: 'Oscar Stanton (parent)', now: NOW, zone: 'UTC' })
  const body = bodyOf({ called_name: ' Dr Moss ', note: ' ' })
  expect(newCallback.parse(body)).toEqual(body)
  expect(body).toMatchObject({
    ...about,
    called_name: 'Dr Moss',
    note: null,
    next_attempt_at: '2026-11-19T20:42:00.000Z',
  })
  expect(bodyOf({ called: 'patient', called_name: 'Theo' }).called_name).toBeNull()
  expect(bodyOf({ called: 'medical_proxy' })).toMatchObject({ called_name: 'Oscar Stanton (parent)' })
  expect(bodyOf({ called: 'medical_proxy', called_name: 'Iris, aunt' })).toMatchObject({ called_name: 'Iris, aunt' })
})

test.each([
  ['2027-03-14T06:00:00Z', '02:30', []],
  ['2027-03-13T20:00:00Z', '02:30', []],
  ['2027-03-14T12:00:00Z', '02:30', ['2027-03-15T06:30:00.000Z']],
  ['2027-11-07T05:00:00Z', '01:30', ['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z']],
  ['2027-11-07T05:45:00Z', '01:30', ['2027-11-07T06:30:00.000Z']],
  ['2027-11-07T07:00:00Z', '01:30', ['2027-11-08T06:30:00.000Z']],
])('at %s, clocks in New York show %s next at %j', (now, time, instants) => {
  const found = nextInstants(time, { now: Date.parse(now), zone: 'America/New_York' })
  expect(found.map((at) => at.toISOString())).toEqual(instants)
})

test('of a next attempt that clocks show twice one has to be chosen; one that they skip is refused', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const problems = (now: string, changes: Partial<CallbackValues>) => {
    vi.setSystemTime(now)
    const { error } = callbackForm('America/New_York').safeParse(values({ next: 'time', ...changes }))
    return error?.issues.map(({ path }) => path.join('.')) ?? []
  }
  expect(problems('2027-11-07T05:00:00Z', { next_time: '01:30' })).toEqual(['which'])
  expect(problems('2027-11-07T05:00:00Z', { next_time: '01:30', which: 'second' })).toEqual([])
  expect(problems('2027-03-14T06:00:00Z', { next_time: '02:30' })).toEqual(['next_time'])
})
