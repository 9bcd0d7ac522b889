/** Two people who save at the same moment: one wins, the other is told, whatever both have seen. */
import { describe, expect, test, vi } from 'vitest'
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { getLatestUserInfo, userInfo } from '#lib/domains/demographics/user-info.ts'
import { seenInfoTag, updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { seenUserTag, type User, updateUser } from '#lib/domains/users/user.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { inProcess } from './in-process.ts'
import { testProxy, USER } from './proxy.testing.ts'
import { UpstreamError } from './upstream.ts'

const INFO = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@mail.example',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '1980-02-29',
  address: { first_line: '12 Elm St', second_line: null, zip_code: '80205', state: 'CO', city: 'Denver' },
}
const MADE = { user_id: USER, team_id: USER, created_on: '2026-01-01T00:00:00Z', connected_sources: [] }
const params = { user_id: USER }

describe('demographics', () => {
  function proxied(stored: Record<string, unknown> | null) {
    let record = stored
    const proxy = testProxy(
      inProcess(async (request) => {
        if (request.method === updateUserInfo.method) record = JSON.parse(await request.text())
        return record ? Response.json(record) : Response.json({ detail: 'None' }, { status: 404 })
      }),
    )
    const save = (last_name: string, seen: Record<string, unknown> | null) =>
      proxy.send(updateUserInfo, {
        params,
        json: { ...INFO, last_name },
        headers: { [SEEN_HEADER]: seenInfoTag(seen) },
      })
    return { ...proxy, save, record: () => record }
  }

  test.each([
    ['recorded before', INFO],
    ['recorded by nobody yet', null],
  ])('%s: exactly one save wins', async (_, stored) => {
    const { save, record, seen } = proxied(stored)
    const names = ['Reyes', 'Rowe']
    const answers = await Promise.all(names.map((name) => save(name, stored)))
    // Either may come first.
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = answers.findIndex(({ status }) => status === 200)
    expect(JSON.parse(answers[1 - won]?.text ?? '')).toMatchObject({ code: 'stale' })
    expect(record()).toMatchObject({ last_name: names[won] })
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET'])
  })

  test('a record with numbers for texts is saved as its form reads it, and only what was changed is on record', async () => {
    const stored = { ...INFO, dob: 19800229, address: { ...INFO.address, zip_code: 5004 } }
    const { send, record, audited } = proxied(stored)
    const read = userInfo.parse(stored)
    const headers = { [SEEN_HEADER]: seenInfoTag(read) }
    expect((await send(updateUserInfo, { params, json: { ...read, last_name: 'Rowe' }, headers })).status).toBe(200)
    expect(record()).toMatchObject({ dob: '1980-02-29', last_name: 'Rowe', address: { zip_code: '05004' } })
    expect((await audited())[0]?.details).toMatchObject({ fields: ['last_name'] })
  })

  test('the service gets what was read and cleaned, and nothing that isn’t declared', async () => {
    const { send, record } = proxied(null)
    const phone_number = '+1 (602) 555\u20110143'
    const address = { ...INFO.address, state: 'colo.', zip_code: '80205–1234' }
    const json = { ...INFO, last_name: 'O’Brien', phone_number, address, is_admin: true }
    expect((await send(updateUserInfo, { params, json })).status).toBe(200)
    const cleaned = { ...INFO.address, zip_code: '80205-1234' }
    expect(record()).toEqual({ ...INFO, last_name: "O'Brien", address: cleaned })
  })

  test.each(['zip_code', 'zip'])(
    'a stored ZIP that is refused today, called %s, stands while another field is saved',
    async (key) => {
      const { zip_code: _, ...address } = INFO.address
      const proxy = { ...INFO, address: { ...address, [key]: '8020' } }
      const { send, record, audited } = proxied({ ...proxy, medical_proxy: proxy })
      const sent = { ...INFO, address: { ...address, zip_code: '8020' } }
      const json = { ...sent, phone_number: '602 555 0199', medical_proxy: sent }
      expect((await send(updateUserInfo, { params, json })).status).toBe(200)
      expect(record()).toMatchObject({ phone_number: '+16025550199', address: { zip_code: '8020' } })
      expect((await audited())[0]?.details).toMatchObject({ fields: ['phone_number'] })
      const worse = { ...json, address: { ...sent.address, zip_code: '802' } }
      expect((await send(updateUserInfo, { params, json: worse })).status).toBe(422)
    },
  )

  test('unknown fields within the medical proxy go only where they stand on record just so', async () => {
    const guarantor = { ...INFO, relationship: 'mother', plan: { tier: 'gold' } }
    const medical_proxy = Object.fromEntries(
      Object.entries(guarantor).filter(([key]) => !['email', 'gender', 'dob'].includes(key)),
    )
    const { send, record } = proxied({ ...INFO, medical_proxy })
    const sent = { ...medical_proxy, is_admin: true, address: { ...INFO.address, country: 'US' } }
    expect((await send(updateUserInfo, { params, json: { ...INFO, medical_proxy: sent } })).status).toBe(200)
    expect(record()?.['medical_proxy']).toEqual(medical_proxy)
    const changed = { ...medical_proxy, plan: { tier: 'other' } }
    expect((await send(updateUserInfo, { params, json: { ...INFO, medical_proxy: changed } })).status).toBe(200)
    const { plan: _, ...declared } = medical_proxy
    expect(record()?.['medical_proxy']).toEqual(declared)
  })

  test('what can’t be compared isn’t saved', async () => {
    const { send, seen } = testProxy(inProcess(async () => new Response(null, { status: 500 })))
    const headers = { [SEEN_HEADER]: seenInfoTag(INFO) }
    const { status } = await send(updateUserInfo, { params, json: INFO, headers })
    expect(status).toBe(503)
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set([getLatestUserInfo.method]))
  })
})

describe('the profile', () => {
  function proxied(isReadable = true) {
    let user: User = { ...MADE, client_user_id: 'NW-1' }
    const proxy = testProxy(
      inProcess(async (request) => {
        user = { ...user, ...JSON.parse(await request.text()) }
        return new Response(null, { status: 204 })
      }),
      { readUser: async () => (isReadable ? user : null) },
    )
    const save = (json: Record<string, string>, from: User) =>
      proxy.send(updateUser, { params, json, headers: { [SEEN_HEADER]: seenUserTag(from, json) } })
    return { ...proxy, save, user: () => user }
  }

  test('exactly one of two saves of the same field wins; different fields are both saved', async () => {
    const { save, user } = proxied()
    const from = user()
    const answers = await Promise.all([
      save({ client_user_id: 'NW-2' }, from),
      save({ client_user_id: 'NW-3' }, from),
      save({ ingestion_start: '2026-01-01' }, from),
    ])
    const [two, three, ingestion] = answers.map(({ status }) => status)
    expect([two, three].toSorted()).toEqual([204, 409])
    expect(ingestion).toBe(204)
    expect(user().client_user_id).toBe(two === 204 ? 'NW-2' : 'NW-3')
  })

  test('what can’t be compared isn’t saved; a change that has seen nothing is', async () => {
    const { save, send, seen, user } = proxied(false)
    expect((await save({ client_user_id: 'NW-2' }, user())).status).toBe(503)
    expect(seen).toHaveLength(0)
    expect((await send(updateUser, { params, json: { client_user_id: 'NW-2' } })).status).toBe(204)
  })

  test('whoever was changed is read again before the answer; a failed change or reading changes nothing else', async () => {
    const known: (string | undefined)[] = []
    let stored = 'NW-1'
    let status = 204
    const read = vi.fn(async () => {
      known.push(stored)
      return null
    })
    const { send, faults } = testProxy(
      inProcess(async (request) => {
        if (status < 400 && request.method === updateUser.method)
          stored = JSON.parse(await request.text()).client_user_id
        return new Response(null, { status })
      }),
      { readUser: read },
    )
    const change = (client_user_id: string) => send(updateUser, { params, json: { client_user_id } })
    expect((await change('NW-2')).status).toBe(204)
    expect(known).toEqual(['NW-2'])
    status = 400
    expect((await change('NW-3')).status).toBe(400)
    expect(known).toEqual(['NW-2'])
    status = 204
    expect((await send(deregisterProvider, { params: { user_id: USER, provider: 'oura' } })).status).toBe(204)
    expect(known).toHaveLength(2)
    read.mockRejectedValueOnce(new ApiError('unavailable', 'The service can’t be reached.'))
    expect((await change('NW-4')).status).toBe(204)
    expect(faults).toEqual([])
    read.mockRejectedValueOnce(new Error('disk full'))
    expect((await change('NW-5')).status).toBe(204)
    expect(faults).toMatchObject([{ endpoint: updateUser.name, fault: 'changed_user_not_read' }])
  })

  test.each([
    ['was cut off', () => Promise.reject(new UpstreamError('cut')), 1],
    ['came too late', () => Promise.reject(new UpstreamError('timeout')), 1],
    ['was no answer, as nothing was sent', () => Promise.reject(new UpstreamError('unreachable')), 0],
  ])('where the answer to a change %s, its user is read again unless nothing was changed', async (_, answer, reads) => {
    const read = vi.fn(async () => null)
    const { send } = testProxy(answer, { readUser: read })
    expect((await send(updateUser, { params, json: { client_user_id: 'NW-2' } })).status).toBeGreaterThan(500)
    expect(read).toHaveBeenCalledTimes(reads)
  })
})
