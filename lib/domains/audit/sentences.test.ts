import { describe, expect, test } from 'vitest'
import type { AuditEntry } from './audit.ts'
import { fieldLabel, fieldPhrase } from './details.ts'
import { actionPhrase, actorName, predicateOf, sentenceOf } from './sentences.ts'

const ENTRY: AuditEntry = {
  id: 1,
  at: '2026-11-20T09:00:00.000Z',
  actor_id: 's1',
  actor_email: 'sam@clinic.test',
  actor_name: 'Sam Tate',
  role: 'support',
  environment: 'production',
  action: 'update_user_info',
  subjects: [],
  listed: false,
  masked: false,
  outcome: 'done',
  status: 200,
  request_id: 'r',
  duration: 1,
}

describe('a sentence', () => {
  test.each([
    [
      'update_user_info',
      { fields: ['phone_number', 'address.zip_code', 'address.city'] },
      'changed the phone number and the address',
    ],
    ['update_user_info', { fields: ['first_name', 'dob'], is_whole: true }, 'saved the demographics'],
    ['update_user_info', { fields: [] }, 'saved the demographics without a change'],
    ['update_user', { fields: ['client_user_id'] }, 'changed the reference'],
    ['update_user', undefined, 'changed profile'],
    ['deregister_provider', { provider: 'ostrel_glucose' }, 'disconnected Ostrel Glucose'],
    ['deregister_provider', undefined, 'disconnected source'],
    ['bulk_import_connections', { provider: 'korrin_ring', rows: 200 }, 'imported 200 rows from Korrin Ring'],
    ['bulk_import_connections', { provider: 'korrin_ring', rows: 1 }, 'imported 1 row from Korrin Ring'],
    ['export_users', { rows: 1200 }, 'exported 1,200 users'],
    ['export_users', undefined, 'exported users'],
    [
      'change_view',
      { fields: ['name', 'filter.status'], view: 'x' },
      'changed the name and the filters of a saved view',
    ],
    ['change_stuck_limits', { fields: ['days.lost', 'days.received'] }, 'changed 2 stuck-order limits'],
    ['record_callback', undefined, 'recorded a callback about a critical result'],
    ['record_callback', { called: 'medical_proxy' }, 'recorded a call to the parent or proxy about a critical result'],
    ['record_callback', { called: 'other' }, 'recorded a call to somebody else about a critical result'],
    ['staff_updated', { fields: ['role'] }, 'changed the role of a colleague'],
    ['get_latest_user_info', undefined, 'viewed demographics'],
    ['beam_up', undefined, 'beam up'],
  ] as const)('%s with %o', (action, details, words) => {
    const { fields, ...others } = { fields: undefined, ...details }
    const known = details && { ...others, ...(fields && { fields: [...fields] }) }
    const entry = { ...ENTRY, action, ...(known && { details: known }) }
    expect(sentenceOf(entry)).toBe(`Sam Tate ${words}`)
  })

  test('names a source as people know it', () => {
    const entry = { ...ENTRY, action: 'deregister_provider', details: { provider: 'ostrel_glucose' } }
    expect(actionPhrase(entry, () => 'Ostrel® Glucose')).toBe('Disconnected Ostrel® Glucose')
  })

  test('says how a change ended, and how many calls it stands for', () => {
    expect(sentenceOf({ ...ENTRY, outcome: 'refused' })).toBe('Sam Tate changed demographics (refused)')
    expect(predicateOf({ action: 'list_users', calls: 64 })).toBe('listed users (64 times in one minute)')
  })
})

test('somebody who left keeps the name that was recorded', () => {
  expect(actorName(ENTRY, new Map([['s1', 'Sam Tate-Ek']]))).toBe('Sam Tate-Ek')
  expect(actorName(ENTRY)).toBe('Sam Tate')
  expect(actorName({ actor_id: 's1', actor_email: 'sam@clinic.test' })).toBe('sam@clinic.test')
  expect(actorName({ actor_id: null, actor_email: null })).toBe('Not signed in')
  expect(actorName({ actor_id: 'service_key', actor_email: null })).toBe('Service API key')
})

test('fields in words', () => {
  expect(fieldPhrase(['phone_number'])).toBe('the phone number')
  expect(fieldPhrase(['a_b', 'c', 'd', 'e', 'f'])).toBe('5 fields')
  expect(fieldLabel('address.zip_code')).toBe('Address: ZIP code')
  expect(fieldLabel('medical_proxy.address.city')).toBe('Medical proxy: address, city')
  expect(fieldLabel('days.delivered')).toBe('Days: delivered')
})
