import { describe, expect, test } from 'vitest'
import { US_STATES } from '#lib/utils/text/addresses.ts'
import { zipMatchesState } from './zip-states.ts'

describe('a ZIP code and its state', () => {
  test.each([
    ['85004', 'AZ'],
    ['10001', 'NY'],
    ['60601', 'IL'],
    ['94103', 'CA'],
    ['06390', 'NY'],
    ['00501', 'NY'],
    ['88510', 'TX'],
    ['20500', 'DC'],
    ['83414', 'WY'],
    ['96799', 'AS'],
    ['00901', 'PR'],
    ['02134-1000', 'MA'],
    ['99501', 'AK'],
    ['09012', 'AE'],
  ])('%s is in %s', (zip, state) => {
    expect(zipMatchesState(zip, state)).toBe(true)
  })

  test.each([
    ['80205', 'NM'],
    ['85004', 'NY'],
    ['96799', 'HI'],
    ['10001', 'CT'],
  ])('%s is not in %s', (zip, state) => {
    expect(zipMatchesState(zip, state)).toBe(false)
  })

  test.each(['', '123', '71500', 'abcde'])('nobody can say for “%s”', (zip) => {
    expect(zipMatchesState(zip, 'AZ')).toBe(true)
  })

  test('every state has a ZIP code', () => {
    const prefixes = Array.from({ length: 1000 }, (_, index) => `${String(index).padStart(3, '0')}01`)
    const zips = [...prefixes, '96799']
    for (const { value: state } of US_STATES) {
      expect([state, zips.some((zip) => !zipMatchesState(zip, 'XX') && zipMatchesState(zip, state))]).toEqual([
        state,
        true,
      ])
    }
  })
})
