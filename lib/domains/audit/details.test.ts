import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bulkImportConnections, deregisterProvider } from '#lib/domains/connections/connection.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { updateUserInfo, userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { updateUser, userUpdate } from '#lib/domains/users/user.ts'
import { changeView } from '#lib/domains/views/view-changes.ts'
import { changedFields, detailsOf, sentFields } from './details.ts'

const USER = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const none = { params: {}, body: null, sent: undefined }
const ofBody = (body: Record<string, unknown>) => ({ params: {}, body, sent: body })

const INFO = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@mail.example',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '1980-02-29',
  address: { first_line: '12 Elm St', second_line: '', zip_code: '80205', state: 'CO', city: 'Denver' },
}

describe('what a change says of itself', () => {
  test('the fields that were sent, by the names of the schema', () => {
    const sent = { fallback_time_zone: 'America/Denver', client_user_id: null, 'Jane Doe': 1 }
    expect(detailsOf(updateUser, { params: { user_id: USER }, body: sent, sent })).toEqual({
      fields: ['fallback_time_zone', 'client_user_id'],
    })
  })

  test('nested fields by their path, and that a whole record was sent', () => {
    const details = detailsOf(updateUserInfo, ofBody(INFO))
    expect(details?.fields).toContain('address.zip_code')
    expect(details?.fields).not.toContain('address')
    expect(details?.is_whole).toBe(true)
  })

  test('the source that is disconnected', () => {
    expect(detailsOf(deregisterProvider, { ...none, params: { user_id: USER, provider: 'ostrel_glucose' } })).toEqual({
      provider: 'ostrel_glucose',
    })
  })

  test('source and rows of an import, and nothing of its rows', () => {
    const row = { user_id: USER, access_token: 'secret', refresh_token: 'r', provider_id: 'p', expires_at: 1 }
    expect(detailsOf(bulkImportConnections, ofBody({ provider: 'korrin_ring', connections: [row, row] }))).toEqual({
      provider: 'korrin_ring',
      rows: 2,
    })
  })

  test('the saved view by its id, never by its name', () => {
    const sent = { name: 'Jane Doe', version: 3 }
    expect(detailsOf(changeView, { params: { environment: 'sandbox', view_id: USER }, body: sent, sent })).toEqual({
      fields: ['name'],
      view: USER,
    })
  })

  test('no value of any call of any endpoint', () => {
    const MARK = 'Q'
    const text = fc.string({ maxLength: 8 }).map((part) => `${part}${MARK}`)
    for (const endpoint of [...endpointList, ...consoleEndpointList]) {
      const names = endpoint.body ? Object.keys(endpoint.body.shape) : []
      const body = fc.dictionary(fc.constantFrom(...names, 'other', MARK), fc.oneof(text, fc.array(text), fc.object()))
      fc.assert(
        fc.property(body, (sent) => {
          expect(JSON.stringify(detailsOf(endpoint, { params: {}, body: sent, sent }) ?? {})).not.toContain(MARK)
        }),
        { numRuns: 20 },
      )
    }
  })
})

describe('what has changed', () => {
  test('only fields with another value; nothing is the same as an empty text', () => {
    const before = { ...INFO, address: { ...INFO.address, second_line: null }, medical_proxy: null, extra: 'kept' }
    const after = { ...INFO, phone_number: '+16025550199', address: { ...INFO.address, zip_code: '80206' } }
    expect(changedFields(userInfoWrite, before, after)).toEqual(['phone_number', 'address.zip_code'])
  })

  test('a part that was not there before', () => {
    const medical_proxy = { first_name: 'Lin', last_name: 'Doe', phone_number: '+16025550100', address: INFO.address }
    expect(changedFields(userInfoWrite, INFO, { ...INFO, medical_proxy })).toContain('medical_proxy.first_name')
  })

  test('a list as a whole', () => {
    expect(sentFields(userUpdate, { ingestion_start: '2026-01-01', nobody: 1 })).toEqual(['ingestion_start'])
  })
})
