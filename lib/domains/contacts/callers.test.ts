import { describe, expect, test } from 'vitest'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import { CALLER_FACTS, type CallerFact, callerFacts, isVerified } from './callers.ts'

const INFO: UserInfo = {
  ...{ first_name: 'Maya', last_name: 'Stanton', email: '', phone_number: '+16025550143', gender: 'female' },
  dob: '2012-03-03',
  address: { first_line: '418B Ironwood Ave', second_line: null, zip_code: '85016-2210', state: 'AZ', city: 'Phoenix' },
  medical_proxy: { first_name: 'Oscar', phone_number: '+1 303 555 0119' },
}
const RIGHT = { dob: '03/03/2012', zip_code: '85016', phone_number: '(602) 555-0143', house_number: '418b' }
const WRONG = { dob: '2012-03-04', zip_code: '85017', phone_number: '602 555 0144', house_number: '419' }
const said = (facts: Partial<Record<CallerFact, string>>) => isVerified(callerFacts.parse(facts), INFO)

const SETS = Array.from({ length: 16 }, (_, bits) => CALLER_FACTS.filter((_fact, at) => bits & (1 << at)))
const pick = (facts: readonly CallerFact[], from: Record<CallerFact, string>) =>
  Object.fromEntries(facts.map((fact) => [fact, from[fact]]))

describe.each(SETS.map((facts) => [facts.join(' and ') || 'nothing', facts] as const))('%s', (_, facts) => {
  test(facts.length >= 2 ? 'verifies a caller who has all of it right' : 'is not enough', () => {
    const read = callerFacts.safeParse(pick(facts, RIGHT))
    expect(read.success).toBe(facts.length >= 2)
    expect(read.success && isVerified(read.data, INFO)).toBe(facts.length >= 2)
  })

  test.each(facts.length >= 2 ? facts : [])('verifies nobody who has %s wrong', (wrong) => {
    const given = { ...pick(facts, RIGHT), [wrong]: WRONG[wrong] }
    expect(said(given)).toBe(false)
  })
})

test.each([
  ['a guardian’s own number', { phone_number: '303-555-0119' }],
  ['a number with its country', { phone_number: '+1 (602) 555-0143' }],
  ['a ZIP+4', { zip_code: '85016-9999' }],
])('%s fits', (_, fact) => {
  expect(said({ dob: '2012-03-03', ...fact })).toBe(true)
})

test('nothing on file never fits, and neither does a person without demographics', () => {
  const facts = callerFacts.parse({ zip_code: '85016', house_number: '418b' })
  const address = { ...INFO.address, first_line: 'PO Box 418', zip_code: null }
  expect(isVerified(facts, { ...INFO, address })).toBe(false)
  expect(isVerified(facts, null)).toBe(false)
  expect(isVerified({}, INFO)).toBe(false)
})

test.each([
  ['5th Ave', '5'],
  ['12-14 Main St', '12-14'],
  ['#7, The Mews', '7'],
  ['418 1/2 Elm St', '418'],
])('the number of %s is %s or none', (first_line, house_number) => {
  const info = { ...INFO, address: { ...INFO.address, first_line } }
  const fits = isVerified(callerFacts.parse({ zip_code: '85016', house_number }), info)
  expect(fits).toBe(first_line !== '5th Ave')
})

test.each([
  ['dob', '03/03'],
  ['zip_code', '850'],
  ['phone_number', '555-0143'],
  ['house_number', 'Ironwood'],
] as const)('a %s that can’t be one is refused at its field', (fact, text) => {
  const { error } = callerFacts.safeParse({ ...RIGHT, [fact]: text })
  expect(error?.issues.map(({ path }) => path)).toEqual([[fact]])
})
