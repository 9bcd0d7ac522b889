import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { infoSchema, infoValues, refusedValues } from '#components/demographics/demographics-values.ts'
import { parseChanged } from '#lib/kernel/unchanged.ts'
import { readPhone } from './phone.ts'
import { acceptedName, userInfoWrite } from './user-info-write.ts'

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
const wordsOf = ({ error }: { error?: ReturnType<typeof written>['error'] | undefined }) =>
  error?.issues.map(({ message }) => message).join(' ')

const inForm = (phone_number: string) => infoSchema(null).safeParse({ ...infoValues(INFO), phone_number })

describe('phone numbers, in the API as in the form', () => {
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
    ['939 555 0100', '+19395550100'],
    ['671 647 1234', '+16716471234'],
    ['800 555 0199', '+18005550199'],
    ['900-555-0143', '+19005550143'],
    ['602-555-0143.', '+16025550143'],
    ['"602-555-0143"', '+16025550143'],
    ['602·555·0143', '+16025550143'],
    ['602/555-0143', '+16025550143'],
    ['sms:+16025550143', '+16025550143'],
    ['٦٠٢٥٥٥٠١٤٣', '+16025550143'],
    ['+१६०२५५५०१४३', '+16025550143'],
    ['011 44 20 7946 0018', '+442079460018'],
    ['+44 020 7946 0018', '+442079460018'],
    ['+44 (0)7911 123456', '+447911123456'],
    ['+49 (0)30 901820', '+4930901820'],
    ['+33 (0)1 42 68 53 00', '+33142685300'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+52 55 1234 5678', '+525512345678'],
    ['+7 8 495 123 45 67', '+74951234567'],
    ['+81 03-1234-5678', '+81312345678'],
    ['+61 (0)2 9374 4000', '+61293744000'],
    ['+91 098765 43210', '+919876543210'],
    ['+86 010 6552 9988', '+861065529988'],
    ['+55 0 11 98765-4321', '+5511987654321'],
    ['+54 11 15 2345 6789', '+5491123456789'],
    ['+1 284 494 1234', '+12844941234'],
    ['+353 (0)1 234 5678', '+35312345678'],
    ['+1 (0)602 555 0143', '+16025550143'],
    ['6025550143.0', '+16025550143'],
    ["'6025550143", '+16025550143'],
    ['(+1) 602 555 0143', '+16025550143'],
    ['Cell: 602-555-0143', '+16025550143'],
    ['☎️ 602-555-0143', '+16025550143'],
    ['Tel. (602) 555-0143', '+16025550143'],
    ['M: +44 20 7946 0018', '+442079460018'],
    ['602-555-0143;', '+16025550143'],
    ...['T 602 555 0143', 'M+16025550143', 'Cell#602-555-0143', 'whatsapp:+16025550143', '602-555-0143 - home']
      .concat('Home phone: 602-555-0143', 'US +1 602 555 0143', '🇺🇸 602-555-0143', '“602-555-0143”')
      .concat('602-555-0143 (US)', '602-555-0143 h', '#602-555-0143')
      .map((typed): [string, string] => [typed, '+16025550143']),
    ['(602) 555-0143 home phone', '+16025550143'],
    ['tel:602-555-0143;phone-context=+1', '+16025550143'],
    ['tel://6025550143', '+16025550143'],
    // Ohio since March 2024, Illinois since 2023 and Houston since 2025.
    ['(436) 234-5678', '+14362345678'],
    ['861-234-5678', '+18612345678'],
    ['+1 621 234 5678', '+16212345678'],
    ['602-555-0143 (cell)', '+16025550143'],
    ['602 555 0143 Home', '+16025550143'],
    ['(602) 555-0143 (W)', '+16025550143'],
  ])('%j is saved as %s, for a proxy too', (typed, saved) => {
    expect(written({ phone_number: typed }).data?.phone_number).toBe(saved)
    expect(inForm(typed).data?.phone_number).toBe(saved)
    const { success: _, ...proxy } = { ...INFO, success: null, phone_number: typed }
    expect(written({ medical_proxy: proxy }).data?.medical_proxy?.phone_number).toBe(saved)
  })

  test.each([
    ['+1 602-555-0143 ext. 5', /extension/],
    ['602-555-0143 x5', /extension/],
    ['tel:+1-602-555-0143;ext=5', /extension/],
    ['602-555-0143 #5', /extension/],
    ['602-555-0143x12', /extension/],
    ['602-555-0143,12', /extension/],
    ['602-555-0143,,12#', /extension/],
    ['602 555 0143 w12', /extension/],
    ['+44 20 7946 0018 extn 9', /extension/],
    ['602-555-0143 (x5)', /extension/],
    ['6025550143 EXT5', /extension/],
    ['602.555.0143 ex 5', /extension/],
    ['6.02555E+09', /A spreadsheet shortened/],
    ['6.025550143E9', /A spreadsheet shortened/],
    ['(602) 555-0143 (ext. 5)', /extension/],
    ['+7 495 123-45-67 доб. 5', /extension/],
    ['+55 11 91234-5678 ramal 5', /extension/],
    ['+49 30 901820 Durchwahl 5', /extension/],
    ['+441', /too few digits for any country/],
    ['602-555-0143 / 602-555-0144', /one phone number/],
    ['(602) 555-0143 or 602 555 0144', /one phone number/],
    ['911', /too few digits.*has 3/],
    ['+1', /has 0/],
    ['000-000-0000', /Area codes don’t begin with 0 or 1/],
    ['222-222-2222', /No area has this area code/],
    ['976 555 1212', /No area has this area code/],
    ['602-055-0143', /After the area code/],
    ['+39 6 698 12345', /No number of this form.*\+39/],
    ['+44 20 7946 00181', /\+44/],
    ['+1+6025550143', /A \+ can only stand/],
    ['1-800-FLOWERS', /“F” can’t be part/],
    ['602-555-O143', /“O” can’t be part/],
    ['n/a', /“n” can’t be part/],
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
    expect(wordsOf(inForm(typed))).toBe(wordsOf(written({ phone_number: typed })))
  })
})

test('a child that is born today is born on the day that it is in Guam, however late it is in UTC', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T22:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  for (const read of [written, (changes: object) => infoSchema(null).safeParse({ ...infoValues(INFO), ...changes })])
    expect(['2026-11-26', '2026-11-27'].map((dob) => read({ dob }).success)).toEqual([true, false])
})

test.each([
  ['O’Brien', "O'Brien"],
  ['Anne‑Marie', 'Anne-Marie'],
  ['\u202dＭaren\u00a0Okafor\u202c', 'Maren Okafor'],
])('the name %j is saved as %s', (typed, saved) => {
  expect(written({ first_name: typed }).data?.first_name).toBe(saved)
})

test('a letter that labs refuse is named with the one to write', () => {
  expect(wordsOf(written({ first_name: 'José' }))).toMatch(/^Labs don’t accept “é”\. Use “Jose”\.$/)
  expect(wordsOf(written({ first_name: 'RenÃ©' }))).toMatch(/^Some letters were lost/)
  expect(wordsOf(written({ first_name: 'MarÃ\u00ada' }))).toMatch(/^Some letters were lost/)
  expect(['MarÃ\u00ada', 'RenÃ©', 'Jane', 'é'.repeat(101)].map(acceptedName)).toEqual([null, null, null, null])
  expect(wordsOf(written({ last_name: 'Lãm' }))).toMatch(/^Labs don’t accept “ã”\. Use “Lam”/)
  expect(wordsOf(written({ last_name: 'Weiß' }))).toMatch(/^Labs don’t accept “ß”\. Use “Weiss”\./)
})

describe('addresses', () => {
  test.each([
    [{ state: 'Arizona' }, { state: 'AZ' }],
    [{ state: 'ariz.' }, { state: 'AZ' }],
    [{ state: ' n.c. ' }, { state: 'NC' }],
    [{ state: 'Puerto\u00a0Rico' }, { state: 'PR' }],
    [{ state: 'ap' }, { state: 'AP' }],
    [{ state: 'District of Columbia' }, { state: 'DC' }],
    [{ state: 'Calif.' }, { state: 'CA' }],
    [{ state: 'New York' }, { state: 'NY' }],
    [{ state: 'D.C.' }, { state: 'DC' }],
    [{ state: 'Washington, D.C.' }, { state: 'DC' }],
    [{ state: 'guam' }, { state: 'GU' }],
    [{ state: 'U.S. Virgin Islands' }, { state: 'VI' }],
    [{ state: 'American Samoa' }, { state: 'AS' }],
    [{ state: 'Northern Mariana Islands' }, { state: 'MP' }],
    [{ state: 'W. Va.' }, { state: 'WV' }],
    [{ state: 'N. Mex.' }, { state: 'NM' }],
    [{ state: 'Penna.' }, { state: 'PA' }],
    [{ state: 'Hawaiʻi' }, { state: 'HI' }],
    [{ state: 'Armed Forces Europe' }, { state: 'AE' }],
    [{ state: 'AZ - Arizona' }, { state: 'AZ' }],
    [{ state: 'AZ, Arizona' }, { state: 'AZ' }],
    [{ state: 'W. Virginia' }, { state: 'WV' }],
    [{ state: 'Commonwealth of Massachusetts' }, { state: 'MA' }],
    [{ state: 'Washington State' }, { state: 'WA' }],
    [{ state: 'US-AZ' }, { state: 'AZ' }],
    [{ state: 'AZ, USA' }, { state: 'AZ' }],
    [{ state: 'Arizona (AZ)' }, { state: 'AZ' }],
    [{ state: 'Micronesia' }, { state: 'FM' }],
    [{ state: 'California, CA' }, { state: 'CA' }],
    [{ state: 'usa-az' }, { state: 'AZ' }],
    [{ state: 'Dist. of Columbia' }, { state: 'DC' }],
    [{ state: 'N. Mariana Is.' }, { state: 'MP' }],
    [{ state: 'Fed. States of Micronesia' }, { state: 'FM' }],
    [{ state: 'Armed Forces of the Americas' }, { state: 'AA' }],
    [{ state: 'Armed Forces Americas (except Canada)' }, { state: 'AA' }],
    [{ state: 'Rhode Island and Providence Plantations' }, { state: 'RI' }],
    [{ state: 'State of Georgia' }, { state: 'GA' }],
    [{ state: 'Wash. D.C.' }, { state: 'DC' }],
    [{ state: 'APO AE' }, { state: 'AE' }],
    [{ state: 'AZ 85004-1234' }, { state: 'AZ' }],
    ...['Florida FL', 'FL - Florida', 'Florida, United States', 'FL, United States of America', 'U.S. FL'].map(
      (state): [object, object] => [{ state }, { state: 'FL' }],
    ),
    [{ state: 'U.S. Armed Forces – Europe' }, { state: 'AE' }],
    [{ state: 'Armed Forces (AP)' }, { state: 'AP' }],
    [{ state: 'FPO/AP' }, { state: 'AP' }],
    [{ state: 'Virgin Islands (U.S.)' }, { state: 'VI' }],
    [{ state: 'N. Hampshire' }, { state: 'NH' }],
    ...['AZ 85004', 'AZ85004', 'US-85004', 'Phoenix, AZ 85004', '(85004)', '“85004”', '85004;'].map(
      (zip_code): [object, object] => [{ zip_code }, { zip_code: '85004' }],
    ),
    [{ zip_code: '85004/1234' }, { zip_code: '85004-1234' }],
    [{ zip_code: 'ZIP: 85004, USA' }, { zip_code: '85004' }],
    [{ zip_code: '85 004' }, { zip_code: '85004' }],
    [{ zip_code: '="05004"' }, { zip_code: '05004' }],
    [{ zip_code: "'05004" }, { zip_code: '05004' }],
    [{ zip_code: '85004.0' }, { zip_code: '85004' }],
    [{ zip_code: '85004,' }, { zip_code: '85004' }],
    [{ zip_code: '00926-1234' }, { zip_code: '00926-1234' }],
    [{ second_line: 'Urb. Las\u00a0Gladiolas' }, { second_line: 'Urb. Las Gladiolas' }],
    [{ first_line: 'PSC 802 Box 74', city: 'APO', state: 'ae', zip_code: '09012' }, { state: 'AE' }],
    [{ zip_code: '85004—1234' }, { zip_code: '85004-1234' }],
    [{ zip_code: '85004 - 1234' }, { zip_code: '85004-1234' }],
    [{ zip_code: '٨٥٠٠٤' }, { zip_code: '85004' }],
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
    [{ zip_code: '2134.0' }, /This has 4: a spreadsheet/],
    [{ zip_code: '2134-1234' }, /This has 8: a spreadsheet/],
    [{ zip_code: '8.5E+04' }, /spreadsheet shortened/],
    [{ zip_code: '\u200b' }, /Enter 5 digits, or ZIP\+4\.$/],
  ])('%j is refused: %s', (typed, words) => {
    expect(wordsOf(address(typed))).toMatch(words)
  })
})

test.each([
  ['Maren <mailto:maren@clinic.test>;', 'maren@clinic.test'],
  ['Email: maren@clinic.test', 'maren@clinic.test'],
  ['mailto:maren@clinic.test?subject=x', 'maren@clinic.test'],
  ['\u200bmaren＠clinic.test\u00a0', 'maren@clinic.test'],
  ['ann@x.test (work) (old)', 'ann@x.test'],
  ['Ann Lee (ann@x.test)', 'ann@x.test'],
])('the email %j is %s', (typed, saved) => {
  expect(written({ email: typed }).data?.email).toBe(saved)
})

test('two emails in one are named as such', () => {
  expect(wordsOf(written({ email: 'ann@x.test/bob@x.test' }))).toMatch(/more than one @/)
})

test.each([
  ['02/29/2027', /^29 February isn’t in 2027\.$/],
  // A program’s own form: no answer repeats its value.
  ['2027-02-29', /^Not a real date/],
  ['03/07/88', /four digits: 1988/],
  ['fecha de nacimiento: 05/04/1988', /can be 1988-04-05 or 1988-05-04/],
  ['1899-12-31', /between 1900 and today/],
  ['', /Enter a date/],
  ['soon', /^Not a real date\. Enter it as 03\/07\/1988 or 1988-03-07\.$/],
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

test.each(['1988‑03‑07', '1988-03-07\u200b', ' 1988-03-07'])(
  'the stored day typed as %j is never stored in those signs',
  (dob) => {
    expect(parseChanged(userInfoWrite, { ...INFO, dob }, INFO).data).toEqual(INFO)
  },
)

test('a form says none where nothing is stored, and no spaces at the ends of what is', () => {
  const stored = { ...INFO, first_name: ' José', address: { first_line: null, zip_code: ' ', state: 'ZZ' } }
  const sent = { ...stored, first_name: 'José', address: { first_line: '', zip_code: '', state: 'ZZ', city: '' } }
  expect(parseChanged(userInfoWrite, { ...sent, phone_number: '602 555 0199' }, stored).issues).toEqual([])
  expect(parseChanged(userInfoWrite, { ...sent, address: { ...sent.address, city: '-' } }, stored).issues).toHaveLength(
    1,
  )
})

test.each(['zip_code', 'zip'])(
  'beside a stored ZIP called %s that labs refuse, another field is saved in the form',
  (key) => {
    const { zip_code: _, ...rest } = INFO.address
    const stored = {
      ...INFO,
      address: { ...rest, [key]: '8500' },
      medical_proxy: { ...INFO, address: { ...rest, [key]: '1' } },
    }
    const values = { ...infoValues(stored), phone_number: '602 555 0199' }
    const saved = infoSchema(stored).safeParse(values).data
    expect(saved).toMatchObject({ phone_number: '+16025550199', address: { zip_code: '8500' } })
    expect(saved?.medical_proxy?.address.zip_code).toBe('1')
    expect(refusedValues(stored).map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/This has 4/),
      expect.stringMatching(/This has 1/),
    ])
  },
)

test('an empty text is refused where nothing is stored, in a new record as in a new medical proxy', () => {
  const pathsOf = (stored: object | null, sent: object) => [
    ...new Set(parseChanged(userInfoWrite, sent, stored).issues.map(({ path }) => path.join('.'))),
  ]
  expect(pathsOf(null, { ...INFO, first_name: '' })).toEqual(['first_name'])
  expect(pathsOf({}, { ...INFO, first_name: '' })).toEqual(['first_name'])
  const medical_proxy = { ...INFO, last_name: '' }
  expect(pathsOf(INFO, { ...INFO, medical_proxy })).toEqual(['medical_proxy.last_name'])
  const none = { first_line: '', second_line: null, zip_code: '', state: '', city: '' }
  expect(pathsOf({ ...INFO, address: null }, { ...INFO, address: none })).toEqual([])
  expect(pathsOf({ ...INFO, address: null }, { ...INFO, address: { ...none, city: 'X' } })).toContain('address.state')
})

test.each(['1', '1 ', '(', '+', '"', '1x', 'p1w', '1-', '0', ' ext', ','])(
  '60 kB of %j are no phone number, at once',
  (sign) => {
    const begin = process.cpuUsage()
    expect(readPhone(`602 555 0143${sign.repeat(60_000 / sign.length)}`).problem).toBe(
      'This is too long for a phone number.',
    )
    expect(process.cpuUsage(begin).user / 1e6).toBeLessThan(1)
  },
)
