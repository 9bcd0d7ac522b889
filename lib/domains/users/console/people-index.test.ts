/** Finding people by what a caller says: what is kept, what is found, and what nobody learns by trying. */
import { describe, expect, test } from 'vitest'
import { type InfoSource, SourceFailure } from '#lib/console/sources.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { findPeople, namePeople, searchDirectory } from '#lib/domains/users/directory.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { DAY, MINUTE } from '#lib/utils/time/durations.ts'
import { clock, NEVER, usersUpTo } from './directory.testing.ts'
import { createPeopleIndex, type PeopleOptions } from './people-index.ts'
import { plansOf } from './people-terms.ts'

const AT = '2026-11-21T07:30:00.000Z'
const users = usersUpTo(6)
const [maya, oscar, muller, cruz, bare, other] = users.map(({ user_id }) => user_id)
const sandbox = { environment: 'sandbox' }

function infoOf(first_name: string, last_name: string, changes: Partial<UserInfo> = {}): UserInfo {
  const address = { first_line: '1 Main St', zip_code: '85004', state: 'AZ', city: 'Phoenix' }
  return getLatestUserInfo.response.parse({
    first_name,
    last_name,
    email: '',
    phone_number: '',
    dob: '',
    address,
    ...changes,
  })
}

const INFOS = new Map<string | undefined, UserInfo>([
  [
    maya,
    infoOf('Maya', 'Stanton', {
      dob: '2012-03-03',
      email: 'Maya.Stanton@Example.test',
      medical_proxy: { first_name: 'Oscar', phone_number: '(602) 555-0199' },
    }),
  ],
  [oscar, infoOf('Oscar', 'Stanton', { dob: '1981-08-19', phone_number: '+16025550143' })],
  [muller, infoOf('Jürgen', 'Müller', { dob: '1970-01-02', phone_number: '+442079460958' })],
  [cruz, infoOf('Maria', 'De La Cruz', { dob: '1990-05-06' })],
])

const parcel = makeOrder({
  id: '00000000-0000-4000-8000-0000000000a1',
  user_id: bare ?? '',
  patient_address: { receiver_name: 'Catherine O’Brien', phone_number: '7135550123', zip: '77002-1234' },
  patient_details: { dob: '1969-12-31' },
  details: { type: 'testkit', data: { shipment: { outbound_tracking_number: '1Z 999 AA1 0123456784' } } },
  sample_id: 'SMP-77120-C',
})
const drawn = makeOrder({
  id: '00000000-0000-4000-8000-0000000000a3',
  user_id: oscar ?? '',
  details: { type: 'at_home_phlebotomy', data: { appointment_id: '00000000-0000-4000-8000-0000000000b3' } },
})
const visit = {
  id: '00000000-0000-4000-8000-0000000000b1',
  user_id: other,
  order_id: '00000000-0000-4000-8000-0000000000a2',
  address: {},
  provider: 'getlabs',
  type: 'phlebotomy',
  status: 'confirmed',
  event_status: 'scheduled',
  external_id: 'visit-0a1b2c3d',
}

interface Setting {
  orders?: Order[]
  infos?: InfoSource['readInfo']
}

/** A console whose index is read from a service of six users. */
async function built({ orders = [parcel], infos = async (_, user_id) => INFOS.get(user_id) ?? null }: Setting = {}) {
  const searches: unknown[] = []
  const tested = testConsole({
    infos: { readInfo: infos },
    orders: {
      async searchOrders(_, query) {
        searches.push(query)
        const rest = orders.filter(({ created_at }) => !query.start_date || created_at >= query.start_date)
        const size = query.size ?? 50
        const from = ((query.page ?? 1) - 1) * size
        return { orders: rest.slice(from, from + size), total: rest.length }
      },
    },
  })
  const { store, people } = tested
  for (const environment of ['sandbox', 'production']) {
    await store.beginCrawl(environment, AT)
    await store.savePage(environment, { crawl: 1, position: 0, entries: 6, unreadable: 0, total: 6, users, at: AT })
    await store.completeCrawl(environment, 1, { at: AT, problem: null })
  }
  for (const environment of ['sandbox', 'production']) await people.work(environment, NEVER)
  await people.note('sandbox', visit)
  const find = async (text: string, headers = {}) => {
    const answer = await tested.send(findPeople, { params: sandbox, json: { text }, headers })
    return findPeople.response.parse(await answer.json())
  }
  return Object.assign(tested, { searches, find })
}

const known = await built({ orders: [parcel, drawn] })

describe('the fourteen things that a caller may say', () => {
  const { find } = known

  test.each([
    ['a name', 'Oscar Stanton', oscar, 'exact', 'name'],
    ['a name in another order', 'stanton, oscar', oscar, 'exact', 'name'],
    ['a name without its accents', 'Jurgen Mueller', muller, 'exact', 'name'],
    ['a name in one word', 'delacruz', cruz, 'exact', 'name'],
    ['the beginning of a name', 'osc stan', oscar, 'prefix', 'name'],
    ['a name on an order, by its sound', 'Katherine Obrian', bare, 'sounds', 'recipient'],
    ['an email address', 'MAYA.STANTON@example.test', maya, 'exact', 'email'],
    ['a phone number', '(602) 555-0143', oscar, 'exact', 'phone'],
    ['a phone number with its country', '1 602 555 0143', oscar, 'exact', 'phone'],
    ['a foreign phone number', '+44 20 7946 0958', muller, 'exact', 'phone'],
    ['the number of a guardian', '602.555.0199', maya, 'exact', 'phone'],
    ['the number on an order', '+1 713-555-0123', bare, 'exact', 'phone'],
    ['four digits of a phone number', '0143', oscar, 'exact', 'last4'],
    ['a birth date', '3/3/2012', maya, 'exact', 'birth'],
    ['a name and a birth date', 'stanton born 19 Aug 1981', oscar, 'exact', 'name'],
    ['a recipient and a ZIP code', 'obrien 77002', bare, 'exact', 'recipient'],
    ['a tracking number', '1Z999AA10123456784', bare, 'exact', 'tracking'],
    ['a sample ID', 'smp77120c', bare, 'exact', 'sample'],
    ['a visit', 'VISIT-0A1B2C3D', other, 'exact', 'visit'],
    ['the ID of a visit', visit.id, other, 'exact', 'visit'],
    ['the ID of a visit that an order names', '00000000-0000-4000-8000-0000000000b3', oscar, 'exact', 'visit'],
  ])('%s', async (_, text, user_id, how, by) => {
    const { people, total } = await find(text)
    expect([people[0], total]).toMatchObject([{ user_id, how, by: expect.arrayContaining([by]) }, 1])
  })

  test('several people, exact ones first; nobody where a part fits nobody', async () => {
    const stan = await find('Stanton')
    expect(stan.people.map(({ user_id }) => user_id).sort()).toEqual([maya, oscar].sort())
    expect((await find('Stanton 1970-01-02')).total).toBe(0)
    expect((await find('Maya member-77')).total).toBe(0)
    expect((await find('85004')).total).toBe(4)
    expect(await find('1Z999AA10123456784')).toMatchObject({
      people: [{ order_ids: [parcel.id] }],
      index: { share: 1 },
    })
  })
})

test('the list of users finds by name and by reference alike', async () => {
  const { send } = await built()
  const list = async (json: object) => {
    const answer = await send(searchDirectory, { params: sandbox, json })
    return searchDirectory.response.parse(await answer.json())
  }
  const named = await list({ text: 'stanton' })
  expect([named.users.map(({ user }) => user.user_id).sort(), named.total]).toEqual([[maya, oscar].sort(), 2])
  expect(named.users.map(({ found }) => found)).toMatchObject([
    { how: 'exact', by: ['name'] },
    { how: 'exact', by: ['name'] },
  ])
  // Closest first: by a reference, then exactly, then by sound.
  const near = await list({ text: 'Katherine Obrian' })
  expect(near.users.map(({ user, found }) => [user.user_id, found?.how])).toEqual([[bare, 'sounds']])
  const byReference = await list({ text: 'member-3' })
  expect([byReference.total, byReference.users[0]?.found]).toEqual([1, undefined])
  expect((await list({ text: 'stanton', after: '' })).users).toHaveLength(2)
  expect((await list({ text: 'stanton', user_ids: [maya ?? ''] })).total).toBe(1)
  expect((await list({ text: 'nobody at all' })).total).toBe(0)
})

test('names of a page are read once and are one entry in the audit log', async () => {
  let reads = 0
  const { send, rows } = await built({
    infos: async (_, user_id) => {
      reads += 1
      const info = INFOS.get(user_id)
      return info ? { ...info, medical_proxy: { first_name: 'Oscar', phone_number: '+13035550188' } } : null
    },
  })
  reads = 0
  const ask = async (environment: string) => {
    const answer = await send(namePeople, { params: { environment }, json: { user_ids: [maya ?? '', bare ?? ''] } })
    return answer.json()
  }
  const first = await ask('sandbox')
  expect(first).toMatchObject({
    people: [
      { info: { first_name: 'Maya', last_name: 'Stanton', dob: '2012-03-03', address: { city: 'Phoenix' } } },
      { user_id: bare, info: null },
    ],
    problem: null,
    is_refused: false,
  })
  // Rows show no more than this of anybody.
  expect(Object.keys(first.people[0].info).sort()).toEqual([
    'address',
    'dob',
    'first_name',
    'last_name',
    'medical_proxy',
    'phone_number',
  ])
  expect(await ask('sandbox')).toEqual(first)
  expect(reads).toBe(2)
  expect(rows.filter(({ action }) => action === 'name_people')).toMatchObject(
    Array.from({ length: 2 }, () => ({ subjects: [maya, bare], masked: false })),
  )
  // Hidden by the server where patient data is.
  const medical_proxy = { first_name: '▒', phone_number: '▒' }
  const hidden = { first_name: 'M▒', last_name: 'S▒', dob: '▒', medical_proxy, address: { city: '▒' } }
  expect((await ask('production')).people[0].info).toMatchObject(hidden)
})

test.each([
  [null, false],
  [403, true],
])('a service that fails with %s says why names are missing', async (status, is_refused) => {
  const problem = 'The service can’t be reached.'
  const { send } = await built({
    infos: async () => {
      throw new SourceFailure(problem, null, status)
    },
  })
  const answer = await send(namePeople, { params: sandbox, json: { user_ids: [maya ?? ''] } })
  expect(await answer.json()).toEqual({ people: [], problem, is_refused })
})

describe('what nobody learns by trying', () => {
  const { send, store, rows } = known
  const find = async (environment: string, text: string) =>
    (await send(findPeople, { params: { environment }, json: { text } })).json()

  test('hidden patient data: a birth date, a ZIP code or four digits alone find nobody', async () => {
    for (const text of ['3/3/2012', '85004', '0143', '85004 3/3/2012'])
      expect(await find('production', text)).toMatchObject({ people: [], total: 0, is_withheld: true })
    expect(await find('production', 'maya stanton')).toMatchObject({ total: 1, is_withheld: false })
    expect(rows.findLast(({ action }) => action === 'find_people')).toMatchObject({ subjects: [maya], masked: true })
  })

  test('another environment and another key have other hashes, and no plain value is kept', async () => {
    const kept = JSON.stringify(await store.searchPeople('sandbox', [['sandbox name:maya']], 5))
    expect(kept).not.toContain('aya')
    expect(await store.searchPeople('production', [['sandbox name:maya']], 5)).toEqual([])
  })

  test('so many searches a minute', async () => {
    const asked = Array.from({ length: 100 }, () => send(findPeople, { params: sandbox, json: { text: 'no one' } }))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    // Those at once are answered in any order, and the tests before have searched, too.
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
    const limited = { params: { environment: 'production' }, json: { text: 'maya' }, as: 'limited' }
    expect((await send(findPeople, limited)).status).toBe(404)
  })
})

describe('how the index is filled', () => {
  function index(changes: Partial<PeopleOptions> = {}) {
    const { now, forward } = clock()
    const store = createMemoryConsoleStore()
    const queries: unknown[] = []
    const people = createPeopleIndex({
      store,
      orders: {
        async searchOrders(_, query) {
          queries.push(query)
          return { orders: query.updated_start_date ? [] : [parcel], total: 1 }
        },
      },
      infos: { readInfo: async (_, user_id) => INFOS.get(user_id) ?? null },
      hash: (environment, term) => `${environment} ${term}`,
      now,
      spacing: 0,
      pause: async () => undefined,
      onError: () => undefined,
      ...changes,
    })
    const find = (text: string) => people.find('sandbox', { text, limit: 5, viewer: 'ann', isMasked: false })
    return { people, store, queries, forward, find }
  }
  async function listed(store: ReturnType<typeof createMemoryConsoleStore>) {
    await store.beginCrawl('sandbox', AT)
    await store.savePage('sandbox', { crawl: 1, position: 0, entries: 6, unreadable: 0, total: 6, users, at: AT })
    await store.completeCrawl('sandbox', 1, { at: AT, problem: null })
  }

  test('orders first, then demographics once users are listed; then only what has changed', async () => {
    const { people, store, queries, forward } = index()
    expect(await people.work('sandbox', NEVER)).toBe(false)
    expect((await people.state('sandbox')).share).toBeLessThan(1)
    await listed(store)
    expect(await people.isWaiting('sandbox')).toBe(true)
    await people.work('sandbox', NEVER)
    expect([await people.state('sandbox'), people.isBuilding()]).toMatchObject([{ share: 1, problem: null }, false])
    expect(await people.isWaiting('sandbox')).toBe(false)
    forward(6 * MINUTE)
    await people.work('sandbox', NEVER)
    expect(queries.at(-1)).toMatchObject({ updated_start_date: '2026-11-21T07:50:00.000Z', page: 1 })
    forward(8 * DAY)
    await people.work('sandbox', NEVER)
    expect(queries.at(-1)).not.toHaveProperty('updated_start_date')
  })

  test('demographics that can’t be read here are said, and orders still find', async () => {
    const refuse = async () => {
      throw new SourceFailure('No.', null, 403)
    }
    const { people, store, find } = index({ infos: { readInfo: refuse } })
    await listed(store)
    await people.work('sandbox', NEVER)
    expect(await people.state('sandbox')).toMatchObject({ share: 1, lacks_demographics: true })
    expect((await find('catherine')).people).toMatchObject([{ user_id: bare }])
  })

  test('a service that fails is left alone for a while, and the reading goes on where it was', async () => {
    let fails = true
    const readInfo: InfoSource['readInfo'] = async (_, user_id) => {
      if (fails) throw new SourceFailure('Down.', null, 503)
      return INFOS.get(user_id) ?? null
    }
    const { people, store, forward, find } = index({ infos: { readInfo } })
    await listed(store)
    await people.work('sandbox', NEVER)
    expect([await people.state('sandbox'), await people.isWaiting('sandbox')]).toMatchObject([
      { problem: 'Down.' },
      false,
    ])
    fails = false
    forward(MINUTE)
    await people.work('sandbox', NEVER)
    expect([(await find('maya')).total, (await people.state('sandbox')).problem]).toEqual([1, null])
  })

  test('a new key makes the index anew', async () => {
    const first = index()
    await listed(first.store)
    await first.people.work('sandbox', NEVER)
    const { people, find } = index({ store: first.store, hash: (environment, term) => `new ${environment} ${term}` })
    expect([(await find('maya')).total, (await people.state('sandbox')).share]).toEqual([0, 0])
    await people.work('sandbox', NEVER)
    expect([(await find('maya')).total, (await people.state('sandbox')).share]).toEqual([1, 1])
  })

  test('what staff open or save, and what events are about, is found at once; who is removed no longer', async () => {
    const { people, store, find } = index()
    const passed = (endpoint: string, body: unknown, params = {}) =>
      people.notice({ environment: 'sandbox', endpoint, params, body: new TextEncoder().encode(JSON.stringify(body)) })
    passed('list_orders', { orders: [parcel, { id: 'broken' }] })
    passed('get_latest_user_info', INFOS.get(oscar), { user_id: oscar })
    passed('update_user_info', {}, { user_id: maya })
    await people.note('sandbox', visit)
    await people.settled()
    for (const text of ['catherine', 'oscar', 'maya', 'visit-0a1b2c3d'])
      expect([text, (await find(text)).total]).toEqual([text, 1])
    await store.removeDirectoryUser('sandbox', maya ?? '')
    expect((await find('maya')).total).toBe(0)
    const nameOf = async () => (await people.names('sandbox', [oscar ?? ''])).people[0]?.info?.first_name
    expect(await nameOf()).toBe('Oscar')
    const info = INFOS.get(oscar)
    INFOS.delete(oscar)
    passed('delete_user', { success: true }, { user_id: oscar })
    await people.settled()
    expect(await nameOf()).toBeUndefined()
    if (info) INFOS.set(oscar, info)
  })
})

test('a long text costs little', () => {
  const begun = process.cpuUsage()
  for (const text of ['a '.repeat(127), '1'.repeat(255), '(602) '.repeat(42), 'müller-'.repeat(36)]) plansOf(text)
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(500)
})
