/** The audit log says which demographics got another value, whoever sent the whole record. */
import { expect, test } from 'vitest'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { inProcess } from './in-process.ts'
import { testProxy, USER } from './proxy.testing.ts'

const INFO = {
  first_name: 'Jane',
  last_name: 'Doe',
  email: 'jane@mail.example',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '1980-02-29',
  address: { first_line: '12 Elm St', second_line: null, zip_code: '80205', state: 'CO', city: 'Denver' },
}
const SENT = { ...INFO, phone_number: '(602) 555-0199', address: { ...INFO.address, second_line: '', city: 'Aurora' } }

/** A service that answers what was recorded before by `before`. */
function proxied(before: () => Response) {
  const proxy = testProxy(
    inProcess(async ({ method }) => (method === getLatestUserInfo.method ? before() : Response.json(INFO))),
  )
  return { ...proxy, save: () => proxy.send(updateUserInfo, { params: { user_id: USER }, json: SENT }) }
}

test('fields with another value, a number typed otherwise is the same', async () => {
  const { save, audited, seen } = proxied(() => Response.json(INFO))
  expect((await save()).status).toBe(200)
  const [entry] = await audited()
  expect(entry?.details).toEqual({ fields: ['phone_number', 'address.city'] })
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'PATCH'])
  expect(JSON.stringify(await audited())).not.toMatch(/Aurora|Elm|0199|Doe/)
})

test('everything that has a value, where nothing was recorded before', async () => {
  const { save, audited } = proxied(() => new Response(null, { status: 404 }))
  await save()
  expect((await audited())[0]?.details?.fields).toContain('first_name')
  expect((await audited())[0]?.details?.fields).not.toContain('address.second_line')
  expect((await audited())[0]?.details?.is_whole).toBeUndefined()
})

test.each([
  ['may not be read', () => new Response(null, { status: 403 })],
  ['is no JSON', () => new Response('<html>')],
  ['does not come', () => new Response(null, { status: 503 })],
])('that all of it was sent, where what was before %s; the save is made all the same', async (_, before) => {
  const { save, audited } = proxied(before)
  expect((await save()).status).toBe(200)
  expect((await audited())[0]?.details).toMatchObject({ is_whole: true })
})
