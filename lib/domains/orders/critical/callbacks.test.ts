import { describe, expect, test } from 'vitest'
import { callbackState, ESCALATES_AFTER_MS, isEscalated } from './callback-state.ts'
import { makeCallback } from './callbacks.testing.ts'
import { CALL_OUTCOMES, CALLED, type Callback, NOTE_MAX, newCallback } from './callbacks.ts'
import type { Acknowledgement } from './critical.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 20, minute)).toISOString()
const instant = (minute: number) => Date.parse(at(minute))
const RESULT_AT = at(0)

const call = (minute: number, outcome: Callback['outcome'], changes: Partial<Callback> = {}) =>
  makeCallback({
    at: at(minute),
    outcome,
    next_attempt_at: outcome === 'read_back' ? null : at(minute + 10),
    ...changes,
  })
const taken = (id: number, owner_name: string, result_at = RESULT_AT): Acknowledgement => ({
  id,
  order_id: makeCallback().order_id,
  result_at,
  at: at(5),
  owner_id: owner_name,
  owner_name,
  comment: 'Called.',
})
const stateOf = (callbacks: Callback[], acknowledgements: Acknowledgement[] = []) =>
  callbackState({ result_at: RESULT_AT, acknowledgements, callbacks })

describe('the time of escalation', () => {
  test.each<[string, Callback[], number | null]>([
    ['30 minutes after the result while nobody has called', [], 30],
    ['30 minutes after an attempt that reached nobody', [call(12, 'not_reached')], 42],
    ['after the newest of them', [call(12, 'not_reached'), call(25, 'not_reached')], 55],
    ['unmoved by a call without read-back', [call(12, 'no_read_back')], 30],
    ['unmoved by a call without read-back after it', [call(12, 'not_reached'), call(20, 'no_read_back')], 42],
    ['also where the attempt came after the escalation', [call(50, 'not_reached')], 80],
    ['never once the result was read back', [call(12, 'read_back')], null],
    ['also where an earlier attempt failed', [call(12, 'not_reached'), call(20, 'read_back')], null],
    ['nor after a later attempt that reached nobody', [call(12, 'read_back'), call(20, 'not_reached')], null],
    ['from the result where an attempt is about an earlier one', [call(12, 'not_reached', { result_at: at(-60) })], 30],
    ['although an earlier result was read back', [call(12, 'read_back', { result_at: at(-60) })], 30],
    ['from the result, never before it', [call(-5, 'not_reached')], 30],
  ])('is %s', (_, callbacks, minute) => {
    expect(stateOf(callbacks).escalatesAt).toBe(minute === null ? null : instant(minute))
  })

  test('is never once somebody acknowledged this result; of an earlier one nothing counts', () => {
    expect(stateOf([], [taken(1, 'Ann')]).escalatesAt).toBeNull()
    expect(stateOf([call(12, 'not_reached')], [taken(1, 'Ann')]).escalatesAt).toBeNull()
    expect(stateOf([], [taken(1, 'Ann', at(-60))])).toMatchObject({ owner: null, escalatesAt: instant(30) })
  })

  test('has come at the very instant, not before', () => {
    const state = stateOf([call(12, 'not_reached')])
    expect(isEscalated(state, instant(42) - 1)).toBe(false)
    expect(isEscalated(state, instant(42))).toBe(true)
    expect(isEscalated(stateOf([call(12, 'read_back')]), instant(999))).toBe(false)
    expect(state.startsAt).toBe(instant(42) - ESCALATES_AFTER_MS)
  })
})

test('the owner is who acknowledged this result last', () => {
  expect(stateOf([]).owner).toBeNull()
  expect(stateOf([call(3, 'read_back')])).toMatchObject({ owner: null, isReadBack: true })
  const both = [taken(1, 'Ann'), taken(2, 'Ben'), taken(3, 'Cy', at(-60))]
  expect(stateOf([], both).owner?.owner_name).toBe('Ben')
  // The wire may write one instant in two ways.
  expect(stateOf([], [taken(1, 'Ann', '2026-11-19T20:00:00+00:00')]).owner?.owner_name).toBe('Ann')
})

test('the next attempt is that of the newest call, until nothing is left to try', () => {
  const missed = call(5, 'not_reached')
  expect(stateOf([]).nextAttemptAt).toBeNull()
  expect(stateOf([missed, call(9, 'no_read_back')]).nextAttemptAt).toBe(instant(19))
  expect(stateOf([missed, call(9, 'read_back')]).nextAttemptAt).toBeNull()
  expect(stateOf([missed], [taken(1, 'Ann')]).nextAttemptAt).toBeNull()
})

test('attempts are those of this result, newest first', () => {
  const old = call(1, 'read_back', { result_at: at(-60) })
  const { callbacks, isReadBack } = stateOf([old, call(2, 'not_reached'), call(3, 'no_read_back')])
  expect(callbacks.map((each) => each.at)).toEqual([at(3), at(2)])
  expect(isReadBack).toBe(false)
})

describe('a new attempt', () => {
  const { at: _, recorded_by_id, recorded_by_name, ...given } = makeCallback()
  const issuesOf = (changes: object) =>
    newCallback.safeParse({ ...given, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? []

  test('has every kind of person and outcome; empty texts are none, others are trimmed', () => {
    for (const called of CALLED)
      for (const outcome of CALL_OUTCOMES) {
        const next_attempt_at = outcome === 'read_back' ? null : at(20)
        expect(issuesOf({ called, outcome, next_attempt_at, called_name: 'Nurse on call' })).toEqual([])
      }
    expect(newCallback.parse({ ...given, called_name: '  ', note: ' Voicemail. ' })).toMatchObject({
      called_name: null,
      note: 'Voicemail.',
    })
  })

  test.each<[string, object, string[]]>([
    ['another person has a name', { called: 'other', called_name: ' ' }, ['called_name']],
    ['nobody reached needs a next attempt', { next_attempt_at: null }, ['next_attempt_at']],
    ['no read-back needs a next attempt', { outcome: 'no_read_back', next_attempt_at: null }, ['next_attempt_at']],
    ['read back has no next attempt', { outcome: 'read_back' }, ['next_attempt_at']],
    ['a kind of person from the list', { called: 'neighbor' }, ['called']],
    ['an outcome from the list', { outcome: 'maybe' }, ['outcome']],
    ['a note has an end', { note: 'x'.repeat(NOTE_MAX + 1) }, ['note']],
    ['an ID is a UUID', { id: 'one' }, ['id']],
  ])('%s', (_name, changes, expected) => {
    expect(issuesOf(changes)).toEqual(expected)
  })
})
