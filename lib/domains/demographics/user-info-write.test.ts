import { describe, expect, test } from 'vitest'
import { parseChanged } from '#lib/kernel/unchanged.ts'
import { isMilitary, isPoBox, lacksStreetNumber } from '#lib/utils/text/addresses.ts'
import { readPhone } from './phone.ts'
import { userInfoWrite } from './user-info-write.ts'

const INFO = {
  first_name: 'Maren',
  last_name: 'Okafor',
  email: 'maren@clinic.test',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '1988-03-07',
  address: { first_line: '1 Main St', zip_code: '85004', state: 'AZ', city: 'Phoenix' },
}
const written = (changes: object) => userInfoWrite.safeParse({ ...INFO, ...changes })
const address = (changes: object) => written({ address: { ...INFO.address, ...changes } })
const wordsOf = ({ error }: ReturnType<typeof written>) => error?.issues.map(({ message }) => message).join(' ')

describe('phone numbers', () => {
  test.each([
    ...[
      '\u202d+1 (602) 555\u20110143\u202c',
      '602\u2013555\u20130143',
      '602\u2212555\u22120143',
      'tel:+16025550143',
      '\uff0b\uff11\uff16\uff10\uff12\uff15\uff15\uff15\uff10\uff11\uff14\uff13',
      '602\u200b5550143',
      '1 602.555.0143',
      '\u00a0(602)\u20095550143',
    ].map((typed): [string, string] => [typed, '+16025550143']),
    ['+44 (0)20 7946 0018', '+442079460018'],
    ['+49 0151 12345678', '+4915112345678'],
    ['+39 06 698 12345', '+390669812345'],
    ['787-555-0143', '+17875550143'],
  ])('%j is saved as %s, for a proxy too', (typed, saved) => {
    expect(written({ phone_number: typed }).data?.phone_number).toBe(saved)
    const { success: _, ...proxy } = { ...INFO, success: null, phone_number: typed }
    expect(written({ medical_proxy: proxy }).data?.medical_proxy?.phone_number).toBe(saved)
  })

  test.each([
    ['+1 602-555-0143 ext. 5', /extension/],
    ['602-555-0143 x5', /extension/],
    ['tel:+1-602-555-0143;ext=5', /extension/],
    ['602-555-0143 #5', /extension/],
    ['602 555 014', /too few digits.*10.*has 9/],
    ['5550143', /too few digits/],
    ['602 555 01434', /too many digits/],
    ['(123) 555-0143', /Area codes don’t begin with 0 or 1/],
    ['(555) 555-0143', /No area has this area code/],
    ['602 123 4567', /After the area code/],
    ['+999 12345678', /No country/],
    ['+44 20 7946', /too few digits.*\+44/],
    ['0044 20 7946 0018', /\+ in place of 00/],
    ['602-555-CALL', /“C” can’t be part/],
    ['', /country code, or ten US digits/],
    ['-', /country code, or ten US digits/],
  ])('%j is refused: %s', (typed, words) => {
    expect(readPhone(typed).problem).toMatch(words)
    expect(wordsOf(written({ phone_number: typed }))).toMatch(words)
  })
})

test.each([
  ['O’Brien', "O'Brien"],
  ['Anne‑Marie', 'Anne-Marie'],
  ['\u202dＭaren\u00a0Okafor\u202c', 'Maren Okafor'],
])('the name %j is saved as %s', (typed, saved) => {
  expect(written({ first_name: typed }).data?.first_name).toBe(saved)
})

test('a letter that labs refuse is named with the one to write', () => {
  expect(wordsOf(written({ first_name: 'José' }))).toMatch(/^“é” can’t be used: write “e”\./)
  expect(wordsOf(written({ last_name: 'Weiß' }))).toMatch(/^“ß” can’t be used: write “ss”\./)
})

describe('addresses', () => {
  test.each([
    [{ state: 'Arizona' }, { state: 'AZ' }],
    [{ state: 'ariz.' }, { state: 'AZ' }],
    [{ state: ' n.c. ' }, { state: 'NC' }],
    [{ state: 'Puerto\u00a0Rico' }, { state: 'PR' }],
    [{ state: 'ap' }, { state: 'AP' }],
    [{ state: 'District of Columbia' }, { state: 'DC' }],
    [{ zip_code: '85004–1234' }, { zip_code: '85004-1234' }],
    [{ zip_code: '850041234' }, { zip_code: '85004-1234' }],
    [{ zip_code: ' ８５００４ ' }, { zip_code: '85004' }],
    [{ first_line: '\u202d12 O’Neil\u00a0 St‑East\u200b' }, { first_line: "12 O'Neil St-East" }],
  ])('%j is saved as %j', (typed, saved) => {
    expect(address(typed).data?.address).toMatchObject(saved)
  })

  test.each([
    [{ first_line: '\u200b\u00a0\u2800' }, /street and number/],
    [{ first_line: '---' }, /street and number/],
    [{ city: '\u2060' }, /Enter the city/],
    [{ state: 'ZZ' }, /two-letter state/],
    [{ zip_code: '8500O' }, /“O” can’t be part/],
    [{ zip_code: '2134' }, /This has 4/],
    [{ zip_code: '\u200b' }, /Enter 5 digits, or ZIP\+4\.$/],
  ])('%j is refused: %s', (typed, words) => {
    expect(wordsOf(address(typed))).toMatch(words)
  })

  test('boxes, the armed forces and streets without a number are known', () => {
    for (const line of [
      'PO Box 12',
      'P.O. Box 12',
      'p o box #12',
      'POB 12',
      'Post Office Box 9',
      'Apartado 88',
      'Box 7',
    ])
      expect([line, isPoBox({ first_line: line })]).toEqual([line, true])
    for (const line of ['12 Box Elder Rd', 'PSC 3 Box 12', 'RR 2 Box 14', '1 Post Rd', '44 Pobst St'])
      expect([line, isPoBox({ first_line: line })]).toEqual([line, false])
    expect([
      isMilitary({ city: 'A.P.O.' }),
      isMilitary({ state: 'ae' }),
      isMilitary({ city: 'Apopka', state: 'FL' }),
    ]).toEqual([true, true, false])
    expect([lacksStreetNumber({ first_line: 'Main St' }), lacksStreetNumber({ first_line: 'One Main Plaza' })]).toEqual(
      [true, false],
    )
  })
})

test.each([
  ['Maren <mailto:maren@clinic.test>;', 'maren@clinic.test'],
  ['mailto:maren@clinic.test?subject=x', 'maren@clinic.test'],
  ['\u200bmaren＠clinic.test\u00a0', 'maren@clinic.test'],
])('the email %j is %s', (typed, saved) => {
  expect(written({ email: typed }).data?.email).toBe(saved)
})

test.each([
  ['02/29/2027', /^29 February isn’t in 2027\.$/],
  // A program’s own form: no answer repeats its value.
  ['2027-02-29', /^Not a real date/],
  ['03/07/88', /four digits: 1988/],
  ['1899-12-31', /between 1900 and today/],
  ['', /Enter a date/],
  ['soon', /Not a real date/],
])('the birth date %j is refused: %s', (dob, words) => {
  expect(wordsOf(written({ dob }))).toMatch(words)
})

test('a child born today anywhere on Earth has a birth date', () => {
  const inKiribati = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10)
  expect(written({ dob: inKiribati }).success).toBe(true)
})

test('what is stored and refused today stands while the rest is changed', () => {
  const stored = { ...INFO, first_name: 'José', dob: '1899-12-31' }
  const change = (changes: object) => parseChanged(userInfoWrite, { ...stored, ...changes }, stored)
  expect(change({ phone_number: '602 555 0199' })).toEqual({
    data: { ...stored, phone_number: '+16025550199' },
    issues: [],
  })
  const { issues } = change({ first_name: 'Josué', phone_number: '911' })
  expect(issues.map(({ path }) => path)).toEqual([['first_name'], ['phone_number']])
})
