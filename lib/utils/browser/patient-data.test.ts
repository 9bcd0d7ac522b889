import { describe, expect, test } from 'vitest'
import { MASKED, MASKED_BY_DEFAULT, patientDataCookie, readPatientData, SHOWN_FOR, shownFrom } from './patient-data.ts'

const now = Date.parse('2026-11-21T09:00:00Z')

describe('where patients are real', () => {
  test.each([null, undefined, '', MASKED_BY_DEFAULT, 'shown', 'shown-', 'shown-abc', 'visible', 'shown-1e99'])(
    '%j is masked',
    (cookie) => {
      expect(readPatientData(cookie, true, now)).toEqual({ masked: true, until: null })
    },
  )

  test('what was asked for is shown for five minutes, to the millisecond', () => {
    const cookie = shownFrom(now)
    const until = now + SHOWN_FOR
    expect(readPatientData(cookie, true, now)).toEqual({ masked: false, until })
    expect(readPatientData(cookie, true, until - 1)).toEqual({ masked: false, until })
    expect(readPatientData(cookie, true, until).masked).toBe(true)
  })

  test('a choice to hide is known as one', () => {
    expect(readPatientData(MASKED, true, now)).toEqual({ masked: true, until: null, isChosen: true })
  })

  test('a time further off than a reveal lasts was not written by this console', () => {
    expect(readPatientData(shownFrom(now + 1), true, now).masked).toBe(true)
  })
})

describe('where data is made up', () => {
  test('it is shown unless it was masked, and stays so', () => {
    expect(readPatientData(null, false, now)).toEqual({ masked: false, until: null })
    expect(readPatientData(shownFrom(now), false, now)).toEqual({ masked: false, until: null })
    expect(readPatientData(MASKED, false, now)).toEqual({ masked: true, until: null, isChosen: true })
  })
})

test('each environment has its own cookie', () => {
  expect(patientDataCookie('staging-eu')).toBe('patient_data_staging-eu')
})
