import { describe, expect, test } from 'vitest'
import { appointment } from '#lib/domains/bookings/appointment.ts'
import { type UserInfo, userInfo } from '#lib/domains/demographics/user-info.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { order } from './order.ts'
import { calledChoices, contactOf, patientOf, recordDifferences } from './patient.ts'

const INFO: UserInfo = {
  first_name: 'Maya',
  last_name: 'Stanton',
  email: 'maya@example.test',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '2012-03-03',
  address: { first_line: '418 Ironwood Ave', second_line: null, city: 'Phoenix', state: 'AZ', zip_code: '85016-1234' },
  medical_proxy: null,
}
const ADDRESS = {
  receiver_name: 'Oscar Stanton',
  first_line: '418 Ironwood Ave',
  city: 'Phoenix',
  state: 'AZ',
  zip: '85016',
  phone_number: '(602) 555-0143',
}
const ORDER = { user_id: 'maya', patient_address: ADDRESS, patient_details: { dob: '2012-03-03', gender: 'female' } }
const TODAY = '2026-11-26'

describe('the patient of an order', () => {
  test('is nobody before demographics are known: the recipient is only that', () => {
    for (const info of [undefined, null]) {
      expect(patientOf(ORDER, info)).toEqual({ name: null, birth_date: '2012-03-03', recipient: 'Oscar Stanton' })
    }
  })

  test.each<[string, string | null, string | null]>([
    ['another person', 'Oscar Stanton', 'Oscar Stanton'],
    ['the patient', 'Maya Stanton', null],
    ['the patient in other letters', ' MAYA  stanton ', null],
    ['the patient with another name between', 'Maya R. Stanton', 'Maya R. Stanton'],
    ['nobody', null, null],
    ['blank', ' ', null],
  ])('has the name in demographics; parcels go to %s', (_, receiver_name, recipient) => {
    const order = { ...ORDER, patient_address: { ...ADDRESS, receiver_name } }
    expect(patientOf(order, INFO)).toEqual({ name: 'Maya Stanton', birth_date: '2012-03-03', recipient })
  })

  test('has the birth date of demographics, or else the order’s', () => {
    expect(patientOf(ORDER, { ...INFO, dob: '2012-03-04' }).birth_date).toBe('2012-03-04')
    expect(patientOf(ORDER, { ...INFO, dob: 'soon' }).birth_date).toBe('2012-03-03')
    expect(patientOf({ user_id: 'maya' }, { ...INFO, dob: 'soon' }).birth_date).toBe('soon')
    expect(patientOf({ user_id: 'maya' }, undefined)).toEqual({ name: null, birth_date: null, recipient: null })
  })
})

describe('whom to call', () => {
  const PROXY = { first_name: 'Oscar', last_name: 'Stanton', phone_number: '+16025550188', relationship: 'parent' }
  const callOf = (dob: string, medical_proxy: UserInfo['medical_proxy'] | 'unread') =>
    medical_proxy === 'unread'
      ? contactOf({ ...ORDER, patient_details: { dob } }, undefined, TODAY)
      : contactOf({ ...ORDER, patient_details: { dob } }, { ...INFO, dob, medical_proxy }, TODAY)

  test('a minor’s proxy, never the child', () => {
    expect(callOf('2012-03-03', PROXY)).toEqual({
      minor: 14,
      proxy: { name: 'Oscar Stanton', relationship: 'parent', phone: '+16025550188' },
      phone: '+16025550143',
      isOrdersPhone: false,
      call: '+16025550188',
    })
  })

  test.each<[string, string, UserInfo['medical_proxy'] | 'unread', string | null]>([
    ['nobody for a minor without a proxy', '2012-03-03', null, null],
    ['nobody for a minor whose proxy has no number', '2012-03-03', { first_name: 'Oscar', phone_number: ' ' }, null],
    ['nobody for a minor whose demographics aren’t known', '2012-03-03', 'unread', null],
    ['nobody on the day before the 18th birthday', '2008-11-27', null, null],
    ['the patient from the 18th birthday on', '2008-11-26', null, '+16025550143'],
    ['an adult themselves, whoever decides for them', '1970-01-01', PROXY, '+16025550143'],
    ['the patient of an unknown age', MASK, PROXY, '+16025550143'],
  ])('%s', (_, dob, proxy, call) => {
    expect(callOf(dob, proxy).call).toBe(call)
  })

  test.each([20120303, '20120303', '2012-03-03'])('a birth date sent as %j makes a minor', (dob) => {
    const info = userInfo.parse({ ...INFO, dob, medical_proxy: PROXY })
    expect(contactOf(null, info, TODAY)).toMatchObject({ minor: 14, call: '+16025550188' })
    const patient_details = order.shape.patient_details.parse({ dob, gender: null })
    expect(contactOf({ patient_details }, undefined, TODAY).minor).toBe(14)
  })

  test.each(['soon', '20121303', 7, '2012-02-30'])('a birth date of %j hides none that the order has', (dob) => {
    expect(contactOf(ORDER, userInfo.parse({ ...INFO, dob }), TODAY)).toMatchObject({ minor: 14, call: null })
  })

  test('a ZIP that is a number gets its zeros back', () => {
    const { address } = userInfo.parse({ ...INFO, address: { zip_code: 5004, zip: 85004 } })
    expect(address).toEqual({ zip_code: '05004', zip: '85004' })
    expect(order.shape.patient_address.parse({ zip: 5004 })).toEqual({ zip: '05004' })
    expect(appointment.shape.address.parse({ zip_code: 5004 })).toEqual({ zip_code: '05004' })
  })

  const SAID = ['ordering_provider', 'covering_provider', 'patient']
  test.each<[string, string, UserInfo['medical_proxy'] | 'unread', string[], string | null]>([
    ['a minor’s proxy, first and meant', '2012-03-03', PROXY, ['medical_proxy', ...SAID, 'other'], 'medical_proxy'],
    ['whoever answers for a minor without one', '2012-03-03', null, ['medical_proxy', ...SAID, 'other'], null],
    ['the same before demographics are known', '2012-03-03', 'unread', ['medical_proxy', ...SAID, 'other'], null],
    ['an adult, or their proxy', '1970-01-01', PROXY, [...SAID, 'medical_proxy', 'other'], null],
    ['an adult without one', '1970-01-01', null, [...SAID, 'other'], null],
    ['anybody while nothing is known', MASK, 'unread', [...SAID, 'medical_proxy', 'other'], null],
  ])('a call may have reached %s', (_, dob, proxy, choices, usual) => {
    expect(calledChoices(callOf(dob, proxy))).toEqual({ choices, usual })
  })

  test('a proxy is unknown until demographics are, and nobody where they name none', () => {
    expect(callOf('2012-03-03', 'unread').proxy).toBeUndefined()
    expect(callOf('2012-03-03', null).proxy).toBeNull()
    expect(callOf('2012-03-03', { note: 1, phone_number: 5 }).proxy).toEqual({
      name: null,
      relationship: null,
      phone: null,
    })
  })
})

test('an order differs from the record in what it has otherwise, not in how that is written', () => {
  const labels = (order: object, info: Partial<UserInfo> = {}) =>
    recordDifferences({ ...ORDER, ...order }, { ...INFO, ...info }).map(({ label }) => label)
  expect(labels({})).toEqual([])
  expect(labels({ patient_address: { ...ADDRESS, first_line: '418 IRONWOOD AVE.' } })).toEqual([])
  expect(labels({ patient_address: { ...ADDRESS, first_line: '9 Elm St' } })).toEqual(['Address'])
  expect(labels({}, { phone_number: '+16025550144', dob: '2012-03-04' })).toEqual(['Phone', 'Birth date'])
  expect(labels({ patient_address: null, patient_details: null })).toEqual([])
  expect(labels({ patient_address: { ...ADDRESS, phone_number: MASK, first_line: MASK } })).toEqual([])
})
