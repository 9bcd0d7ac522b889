import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BASE_IDS,
  BOOKING_OUTCOME_IDS,
  DEFAULT_SCENARIO,
  formatScenario,
  MODIFIER_IDS,
  parseScenario,
  type Scenario,
} from './scenario.ts'

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  base: fc.constantFrom(...BASE_IDS),
  modifiers: fc.subarray([...MODIFIER_IDS]),
  booking: fc.option(fc.constantFrom(...BOOKING_OUTCOME_IDS)),
})

test('an address says every scenario, and back', () => {
  const check = (scenario: Scenario) => {
    expect(parseScenario(formatScenario(scenario))).toEqual(scenario)
  }
  fc.assert(fc.property(scenarios, check))
})

test('the default scenario needs no words', () => {
  expect(formatScenario(DEFAULT_SCENARIO)).toBe('')
  expect(parseScenario('')).toEqual(DEFAULT_SCENARIO)
})

test('any text is a scenario: unknown words are skipped, the last of two bases counts', () => {
  const check = (text: string) => {
    expect(BASE_IDS).toContain(parseScenario(text).base)
  }
  fc.assert(fc.property(fc.string(), check))
  expect(parseScenario('busy, slow,nonsense,new,slow,booking-late')).toEqual({
    base: 'new',
    modifiers: ['slow'],
    booking: 'booking-late',
  })
})
