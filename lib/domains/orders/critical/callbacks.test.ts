import { describe, expect, test } from 'vitest'
import { makeCallback } from './callbacks.testing.ts'
import { CALL_OUTCOMES, CALLED, type Callback, NOTE_MAX, newCallback } from './callbacks.ts'
import type { Acknowledgement } from './critical.ts'
import { compareStates, criticalState, isEscalated, type Judged } from './critical-state.ts'

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
const stateOf = (callbacks: Callback[], acknowledgements: Acknowledgement[] = [], changes: Partial<Judged> = {}) =>
  criticalState({ result_at: RESULT_AT, is_critical: true, acknowledgements, callbacks, ...changes })

describe('when escalation is due', () => {
  test.each<[string, Callback[], number | null]>([
    ['30 minutes after the result while nobody has called', [], 30],
    ['not later for a call that reached nobody', [call(12, 'not_reached')], 30],
    ['nor for several', [call(12, 'not_reached'), call(25, 'not_reached')], 30],
    ['nor for a call without read-back', [call(12, 'no_read_back')], 30],
    ['never once the result was read back', [call(12, 'read_back')], null],
    ['nor after a later attempt that reached nobody', [call(12, 'read_back'), call(20, 'not_reached')], null],
    ['although an earlier result was read back', [call(12, 'read_back', { result_at: at(-60) })], 30],
  ])('is %s', (_, callbacks, minute) => {
    expect(stateOf(callbacks).escalatesAt).toBe(minute === null ? null : instant(minute))
  })

  test('is as before once somebody acknowledged it: nobody was reached by that', () => {
    expect(stateOf([], [taken(1, 'Ann')]).escalatesAt).toBe(instant(30))
    expect(stateOf([call(12, 'not_reached')], [taken(1, 'Ann')]).escalatesAt).toBe(instant(30))
    expect(stateOf([], [{ ...taken(1, 'Ann'), closes: true }]).escalatesAt).toBeNull()
  })

  test('has come at the very instant, not before', () => {
    const state = stateOf([call(12, 'not_reached')])
    expect(isEscalated(state, instant(30) - 1)).toBe(false)
    expect(isEscalated(state, instant(30))).toBe(true)
    expect(isEscalated(stateOf([call(12, 'read_back')]), instant(999))).toBe(false)
    expect(state.startsAt).toBe(instant(0))
  })
})

describe('a result', () => {
  const closed = { ...taken(2, 'Ben'), closes: true }
  const old = { result_at: at(-60) }
  test.each<[string, Callback[], Acknowledgement[], Partial<Judged>, string]>([
    ['waits', [], [], {}, 'waiting'],
    ['waits although a call was read back', [call(3, 'read_back')], [], {}, 'waiting'],
    ['waits although an earlier one was closed', [], [{ ...taken(1, 'Ann', at(-60)), closes: true }], {}, 'waiting'],
    ['is acknowledged and not reached', [call(3, 'not_reached')], [taken(1, 'Ann')], {}, 'acknowledged'],
    ['is not reached by a call without read-back', [call(3, 'no_read_back')], [taken(1, 'Ann')], {}, 'acknowledged'],
    [
      'is not reached by a call about an earlier one',
      [call(3, 'read_back', old)],
      [taken(1, 'Ann')],
      {},
      'acknowledged',
    ],
    ['is reached', [call(3, 'read_back')], [taken(1, 'Ann')], {}, 'reached'],
    ['is closed', [], [taken(1, 'Ann'), closed], {}, 'closed'],
    ['stays closed when somebody acknowledges it again', [], [closed, taken(3, 'Cy')], {}, 'closed'],
    ['is no longer critical', [], [], { is_critical: false }, 'no_longer_critical'],
    [
      'is no longer critical, however settled it was',
      [call(3, 'read_back', old)],
      [taken(1, 'Ann', at(-60))],
      { is_critical: false },
      'no_longer_critical',
    ],
    ['is closed once it is no longer critical', [], [closed], { is_critical: false }, 'closed'],
    ['came before the start', [], [], { starts_at: at(1) }, 'before_start'],
    ['came at the start', [], [], { starts_at: at(0) }, 'waiting'],
    ['came before the start, and somebody works on it', [call(3, 'not_reached')], [], { starts_at: at(1) }, 'waiting'],
    [
      'corrected in the same second waits again',
      [],
      [{ ...taken(1, 'Ann'), result_id: 5 }],
      { result_id: 6 },
      'waiting',
    ],
    ['of the same event is acknowledged', [], [{ ...taken(1, 'Ann'), result_id: 5 }], { result_id: 5 }, 'acknowledged'],
    [
      'a microsecond later waits again',
      [],
      [taken(1, 'Ann', '2026-11-19T20:00:00.000001Z')],
      { result_at: '2026-11-19T20:00:00.000002Z' },
      'waiting',
    ],
  ])('%s', (_, callbacks, acknowledgements, changes, expected) => {
    expect(stateOf(callbacks, acknowledgements, changes).standing).toBe(expected)
  })

  test('that is no longer critical keeps every call, and says who was told the old value', () => {
    const calls = [
      call(1, 'read_back', old),
      call(2, 'not_reached', old),
      call(3, 'no_read_back', old),
      call(9, 'read_back'),
    ]
    const state = stateOf(calls, [], { is_critical: false })
    expect(state).toMatchObject({
      toldOld: ['ordering_provider'],
      isOpen: true,
      escalatesAt: null,
      nextAttemptAt: null,
    })
    expect(state.callbacks).toEqual(calls.toReversed())
  })

  test('is sorted by how long nobody was reached, then what only has to be acknowledged or closed', () => {
    const states = {
      settled: stateOf([call(3, 'read_back')], [taken(1, 'Ann')]),
      corrected: stateOf([], [], { is_critical: false, result_at: at(-90) }),
      readBack: stateOf([call(3, 'read_back')]),
      newer: stateOf([], [], { result_at: at(20) }),
      owned: stateOf([call(3, 'not_reached')], [taken(1, 'Ann')]),
    }
    const sorted = Object.entries(states).sort(([, a], [, b]) => compareStates(a, b))
    expect(sorted.map(([name]) => name)).toEqual(['owned', 'newer', 'readBack', 'corrected', 'settled'])
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
  expect(stateOf([missed], [taken(1, 'Ann')]).nextAttemptAt).toBe(instant(15))
  expect(stateOf([missed, call(9, 'read_back')]).nextAttemptAt).toBeNull()
  expect(stateOf([missed], [{ ...taken(1, 'Ann'), closes: true }]).nextAttemptAt).toBeNull()
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
    ['only what was read back acknowledges', { acknowledge: true }, ['acknowledge']],
  ])('%s', (_name, changes, expected) => {
    expect(issuesOf(changes)).toEqual(expected)
  })
})
