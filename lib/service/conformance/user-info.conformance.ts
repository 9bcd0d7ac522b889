/** Spec, endpoints 1 and 2, and "User info". Run by lib/service/conformance/*.test.ts. */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const update = under('1. Update user info')
const latest = under('2. Get latest user info')
const info = under('User info')
const gap = (name: string) => under(`Gap "${name}"`)

const REQUIRED = 'first_name last_name email phone_number gender dob address'
const OPTIONAL = ['medical_proxy', 'race', 'ethnicity', 'sexual_orientation', 'gender_identity']

const ADDRESS = { first_line: '1204 Alder St', second_line: 'Apt 4', zip_code: '85004', state: 'AZ', city: 'Phoenix' }
const PERSON = {
  first_name: 'Maren',
  last_name: "O'Brien-Lee",
  email: 'maren.obrien@mail.example',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '1982-02-28',
  address: ADDRESS,
}
const PROXY = {
  first_name: 'Ada',
  last_name: 'Lee',
  phone_number: '+16025550144',
  address: ADDRESS,
  relationship: 'parent',
}

async function put({ call }: Kit, user_id: string, body: unknown) {
  return call('PATCH', `/v2/user/${user_id}/info`, { body })
}

async function read({ call, ok }: Kit, user_id: string) {
  return ok(endpoints.get_latest_user_info, await call('GET', `/v2/user/${user_id}/info/latest`))
}

/** Sends one field changed and says where it was refused; an empty list when it was taken. */
async function tryWith(kit: Kit, change: object): Promise<string[]> {
  const { user_id } = await kit.takeUserOnce('user info')
  const reply = await put(kit, user_id, { ...PERSON, ...change })
  return reply.status === 200 ? [] : kit.refused(reply, 422)
}

export const userInfo: Statement[] = [
  update('answers the same fields, and the latest are these', async (kit) => {
    const { user_id } = await kit.takeUser()
    const body = {
      ...PERSON,
      medical_proxy: PROXY,
      race: 'asian',
      ethnicity: 'non_hispanic',
      sexual_orientation: 'dont_know',
      gender_identity: 'female',
    }
    const answer = kit.ok(endpoints.update_user_info, await put(kit, user_id, body))
    kit.expect(answer).toEqual(body)
    kit.expect(await read(kit, user_id)).toEqual(body)
  }),

  update('each of the seven fields is required', async (kit) => {
    for (const field of REQUIRED.split(' ')) {
      kit.expect(await tryWith(kit, { [field]: undefined })).toEqual([`body.${field}`])
      kit.expect((await tryWith(kit, { [field]: null })).length).toBeGreaterThan(0)
    }
  }),

  update('the other five may be left out or null', async (kit) => {
    kit.expect(await tryWith(kit, {})).toEqual([])
    kit.expect(await tryWith(kit, Object.fromEntries(OPTIONAL.map((field) => [field, null])))).toEqual([])
  }),

  update('a user that nobody is, and an id that is none', async (kit) => {
    kit.expect(kit.refused(await put(kit, NOBODY, PERSON), 404)).toEqual([])
    kit.expect(kit.refused(await put(kit, 'somebody', PERSON), 422)).toEqual(['path.user_id'])
  }),

  update('a body that is no object is refused, for a user that nobody is too', async (kit) => {
    const { user_id } = await kit.takeUser()
    for (const id of [user_id, NOBODY])
      for (const body of [null, [], 'none', 0]) kit.expect(kit.refused(await put(kit, id, body), 422)).toEqual(['body'])
  }),

  update('a refused write changes nothing', async (kit) => {
    const { user_id } = await kit.takeUser()
    kit.ok(endpoints.update_user_info, await put(kit, user_id, PERSON))
    kit.refused(await put(kit, user_id, { ...PERSON, first_name: 'Other', dob: '1990-13-01' }), 422)
    kit.expect(await read(kit, user_id)).toEqual(PERSON)
  }),

  update('what is written replaces what was there, whole', async (kit) => {
    const { user_id } = await kit.takeUser()
    await put(kit, user_id, { ...PERSON, race: 'other', medical_proxy: PROXY })
    await put(kit, user_id, { ...PERSON, first_name: 'Second' })
    kit.expect(await read(kit, user_id)).toEqual({ ...PERSON, first_name: 'Second' })
  }),

  info('email has the form of one, a birth date is a real day of the past', async (kit) => {
    for (const email of ['', 'maren', 'maren@', '@mail.example', 'a b@mail.example']) {
      kit.expect(await tryWith(kit, { email })).toEqual(['body.email'])
    }
    for (const dob of ['', '1982-02-29', '28/02/1982', '1982-2-28', '2999-01-01', '1899-12-31', 19820228]) {
      kit.expect(await tryWith(kit, { dob })).toEqual(['body.dob'])
    }
    kit.expect(await tryWith(kit, { dob: '2000-02-29' })).toEqual([])
  }),

  info('race, ethnicity, sexual orientation and gender identity are open: unknown values are kept', async (kit) => {
    const { user_id } = await kit.takeUser()
    const unknown = { race: 'of_2031', ethnicity: 'of_2031', sexual_orientation: 'of_2031', gender_identity: 'of_2031' }
    kit.ok(endpoints.update_user_info, await put(kit, user_id, { ...PERSON, ...unknown }))
    kit.expect(await read(kit, user_id)).toMatchObject(unknown)
    for (const field of Object.keys(unknown)) kit.expect(await tryWith(kit, { [field]: 7 })).toEqual([`body.${field}`])
  }),

  gap('name rule')('what labs take, and what they do not', async (kit) => {
    for (const name of ['Maren', "O'Brien", 'Anne-Marie', 'J. R.', 'Smith, Jr.', 'X1', '3rd', 'A B C']) {
      kit.expect(await tryWith(kit, { first_name: name, last_name: name })).toEqual([])
    }
    for (const name of [
      '',
      ' ',
      ' Ann',
      'Ann ',
      'Ann  Lee',
      'José',
      'Ann@Lee',
      "'Ann",
      'Ann\n',
      '李',
      'x'.repeat(101),
    ]) {
      const places = await tryWith(kit, { first_name: name, last_name: name })
      kit.expect([...new Set(places)]).toEqual(['body.first_name', 'body.last_name'])
    }
  }),

  gap('phone number')('E.164, and US numbers are completed', async (kit) => {
    const { user_id } = await kit.takeUser()
    for (const [phone_number, stored] of [
      ['(602) 555-0143', '+16025550143'],
      ['1.602.555.0143', '+16025550143'],
      ['+44 20 7946 0018', '+442079460018'],
    ]) {
      const answer = kit.ok(endpoints.update_user_info, await put(kit, user_id, { ...PERSON, phone_number }))
      kit.expect(answer.phone_number).toBe(stored)
    }
    for (const phone_number of ['', '555', 'none', '+0123456789', '0044 20 7946 0018']) {
      kit.expect(await tryWith(kit, { phone_number })).toEqual(['body.phone_number'])
    }
  }),

  gap('gender')('any word', async (kit) => {
    for (const gender of ['female', 'unknown', 'two words']) kit.expect(await tryWith(kit, { gender })).toEqual([])
    kit.expect(await tryWith(kit, { gender: '' })).toEqual(['body.gender'])
  }),

  gap('address')('four fields are required, the second line is not', async (kit) => {
    for (const field of ['first_line', 'zip_code', 'state', 'city']) {
      kit.expect(await tryWith(kit, { address: { ...ADDRESS, [field]: undefined } })).toEqual([`body.address.${field}`])
      kit.expect(await tryWith(kit, { address: { ...ADDRESS, [field]: '' } })).toEqual([`body.address.${field}`])
    }
    for (const zip_code of ['85004-1234', '00501'])
      kit.expect(await tryWith(kit, { address: { ...ADDRESS, zip_code } })).toEqual([])
    for (const zip_code of ['8500', '850041', '85004-12', 'ABCDE']) {
      kit.expect(await tryWith(kit, { address: { ...ADDRESS, zip_code } })).toEqual(['body.address.zip_code'])
    }
    kit.expect(await tryWith(kit, { address: { ...ADDRESS, state: 'Arizona' } })).toEqual([])
    kit.expect(await tryWith(kit, { address: { ...ADDRESS, state: 'ZZ' } })).toEqual(['body.address.state'])
    kit.expect(await tryWith(kit, { address: { ...ADDRESS, second_line: null } })).toEqual([])
  }),

  gap('medical_proxy')('four fields are required, unknown ones are kept', async (kit) => {
    const { user_id } = await kit.takeUser()
    const medical_proxy = { ...PROXY, insurance: { plan: 'gold' } }
    kit.ok(endpoints.update_user_info, await put(kit, user_id, { ...PERSON, medical_proxy }))
    kit.expect((await read(kit, user_id)).medical_proxy).toEqual(medical_proxy)
    for (const field of ['first_name', 'last_name', 'phone_number', 'address']) {
      const places = await tryWith(kit, { medical_proxy: { ...PROXY, [field]: undefined } })
      kit.expect(places).toEqual([`body.medical_proxy.${field}`])
    }
    kit.expect(await tryWith(kit, { medical_proxy: { ...PROXY, relationship: undefined } })).toEqual([])
  }),

  latest('the seven required fields are always there', async (kit) => {
    let found = 0
    for (const { user_id } of (await kit.users()).slice(0, 40)) {
      const reply = await kit.call('GET', `/v2/user/${user_id}/info/latest`)
      if (reply.status === 404) continue
      kit.have(REQUIRED, kit.ok(endpoints.get_latest_user_info, reply))
      found += 1
    }
    kit.expect(found).toBeGreaterThan(10)
  }),

  latest('a user without demographics has none, nor has nobody', async (kit) => {
    const { user_id } = await kit.userWithoutInfo()
    kit.expect(kit.refused(await kit.call('GET', `/v2/user/${user_id}/info/latest`), 404)).toEqual([])
    kit.expect(kit.refused(await kit.call('GET', `/v2/user/${NOBODY}/info/latest`), 404)).toEqual([])
    kit.expect(kit.refused(await kit.call('GET', '/v2/user/x/info/latest'), 422)).toEqual(['path.user_id'])
  }),

  latest('closed beta: the team of the sandbox is enabled', async (kit) => {
    const { user_id } = await kit.takeUser()
    await put(kit, user_id, PERSON)
    kit.expect(await read(kit, user_id)).toEqual(PERSON)
  }),
]
