/** Subjects of the console's own responses are on record; masked data stays masked until a reveal is on record. */

import { describe, expect, test } from 'vitest'
import { route } from '#lib/console/route.ts'
import type { OrderSource } from '#lib/console/sources.ts'
import { countSubjectViews, exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { revealPatientData } from '#lib/domains/environments/environment.ts'
import { countEvents } from '#lib/domains/events/received.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { countOrderSearches } from '#lib/domains/orders/order-counts.ts'
import { userOf } from '#lib/domains/users/console/directory.testing.ts'
import { getDirectoryUser, searchDirectory } from '#lib/domains/users/directory.ts'
import { searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { countViews } from '#lib/domains/views/views.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { SHOWN_FOR } from '#lib/utils/browser/patient-data.ts'
import { NOW, testConsole } from './console/console.testing.ts'

const AT = NOW.toISOString()
const BORN = '1982-02-03'
const ORDER = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const OWNER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'

const born = { value: BORN, source_slug: 'manual', updated_at: AT }
const glucose = { created_on: AT, source: { name: 'Ostrel Glucose', slug: 'ostrel' } }
const people = [0, 1].map((index) => ({
  ...userOf(index),
  fallback_birth_date: born,
  connected_sources: [glucose],
}))
const ids = people.map(({ user_id }) => user_id).toReversed()

const critical: OrderSource = {
  searchOrders: async () => ({
    orders: [
      makeOrder({
        id: ORDER,
        user_id: OWNER,
        patient_address: { receiver_name: 'Theo Lindqvist' },
        created_at: AT,
        status: 'completed',
        events: [{ id: 1, created_at: AT, status: 'completed.testkit.completed' }],
        interpretation: 'critical',
      }),
    ],
    total: 1,
  }),
}

/** Both environments know the same two users. */
async function backend() {
  const tested = testConsole({ orders: critical })
  for (const environment of ['sandbox', 'production']) {
    await tested.store.beginCrawl(environment, AT)
    const page = { crawl: 1, position: 0, entries: 2, unreadable: 0, total: 2 }
    await tested.store.savePage(environment, { ...page, users: people, at: AT })
    await tested.store.completeCrawl(environment, 1, { at: AT, problem: null })
    const attempt = { id: OWNER, order_id: ORDER, asked_at: AT, asked_by: { id: 's', name: 'Rosa' } }
    await tested.store.beginBooking(environment, { ...attempt, gives_up_at: null, digest: 'x' })
  }
  const search = (environment: string, cookie = '', as = 'administrator') =>
    tested.send(searchDirectory, { params: { environment }, json: { limit: 2 }, as, headers: { cookie } })
  return Object.assign(tested, { search })
}

describe('whom a list shows', () => {
  test.each([
    [searchDirectoryConnections, ids.toReversed()],
    [getDirectoryUser, [userOf(1).user_id]],
    [listCriticalOrders, [OWNER, ORDER]],
    [listBookings, [ORDER]],
  ])('$name', async (endpoint, subjects) => {
    const { send, rows } = await backend()
    const params = { environment: 'sandbox', user_id: userOf(1).user_id }
    expect((await send<Endpoint>(endpoint, { params })).status).toBe(200)
    const listed = endpoint !== getDirectoryUser
    expect(rows).toMatchObject([{ subjects, listed, masked: false, outcome: 'done' }])
  })

  test('a search of the directory, also by who sees nothing but lists', async () => {
    const { search, rows } = await backend()
    expect((await search('sandbox', '', 'read_only')).status).toBe(200)
    expect(rows).toMatchObject([{ action: 'search_directory', subjects: ids, listed: true }])
  })

  test('a number about one person or order is on record; one about nobody is not', async () => {
    const { send, rows } = await backend()
    const params = { environment: 'sandbox', list: 'orders' }
    const window = { window_from: '2026-11-20T00:00:00Z', window_to: AT, bars: 24 }
    await send(countEvents, { params, query: window })
    await send(countViews, { params, query: { time_zone: 'UTC' } })
    expect(rows).toEqual([])
    expect((await send(countEvents, { params, query: { ...window, user_id: OWNER } })).status).toBe(200)
    const json = { time_zone: 'UTC', filter: { order_ids: [ORDER] }, choices: [{ is_critical: true }] }
    expect((await send(countOrderSearches, { params, json })).status).toBe(200)
    expect(rows).toMatchObject([
      { action: 'count_events', subjects: [OWNER], user_count: 1, listed: false },
      { action: 'count_order_searches', subjects: [ORDER], listed: false },
    ])
    const view = { name: 'Mine', shared: false, filter: { user_id: OWNER }, look: {} }
    await send(saveView, { params, json: view })
    await send(countViews, { params, query: { time_zone: 'UTC' } })
    expect(rows.at(-1)).toMatchObject({ action: 'count_views', subjects: [OWNER], user_count: 1, listed: true })
    await send(saveView, { params, json: { ...view, name: 'Its own', filter: { order_ids: [ORDER] } } })
    await send(countViews, { params, query: { time_zone: 'UTC' } })
    expect(rows.at(-1)).toMatchObject({ action: 'count_views', subjects: [OWNER, ORDER], user_count: 1 })
  })

  test('no endpoint that shows people can be left out of the log', () => {
    const unseen = () => route(searchDirectory, async () => ({ body: null }), { audited: false })
    expect(unseen).toThrow('must be on record')
  })
})

describe('where patient data is masked', () => {
  const reveal = async ({ send }: Awaited<ReturnType<typeof backend>>, environment = 'production', as = 'support') => {
    const response = await send(revealPatientData, { params: { environment }, as })
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
    return { response, cookie }
  }

  test('nothing personal leaves the server until a reveal is on record, and everybody shown then is', async () => {
    const home = await backend()
    const before = await (await home.search('production', '', 'support')).text()
    expect(before).not.toContain(BORN)
    expect(before).toContain(ids[0])
    const { response, cookie } = await reveal(home)
    expect(await response.json()).toEqual({ until: new Date(NOW.getTime() + SHOWN_FOR).toISOString() })
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(await (await home.search('production', cookie, 'support')).text()).toContain(BORN)
    expect(home.rows.filter(({ outcome }) => outcome === 'done')).toMatchObject([
      { action: 'search_directory', subjects: ids, masked: true },
      { action: 'reveal_patient_data', environment: 'production', actor_id: 'id-of-support' },
      { action: 'search_directory', subjects: ids, masked: false },
    ])
  })

  test('a reveal is of one person, one environment and one session, and nobody can make one', async () => {
    const home = await backend()
    const { cookie } = await reveal(home)
    const [name, value] = cookie.split('=')
    const longer = cookie.replace(/=\d+/, `=${NOW.getTime() + SHOWN_FOR * 2}`)
    const over = cookie.replace(/=\d+/, `=${NOW.getTime() - 1}`)
    for (const forged of ['', longer, over, `${name}=`, `${name}=1.x`, 'patient_data_production=shown-9999999999999']) {
      expect(await (await home.search('production', forged, 'support')).text()).not.toContain(BORN)
    }
    expect(await (await home.search('production', cookie, 'lab_coordinator')).text()).not.toContain(BORN)
    const elsewhere = `vialdesk.patient_data_sandbox=${value}; patient_data_sandbox=masked`
    expect(await (await home.search('sandbox', elsewhere, 'support')).text()).not.toContain(BORN)
  })

  test('who has hidden patient data is sent none, whatever was revealed and wherever', async () => {
    const home = await backend()
    const { cookie } = await reveal(home)
    const hidden = `${cookie}; patient_data_production=masked`
    expect(await (await home.search('production', hidden, 'support')).text()).not.toContain(BORN)
    expect(await (await home.search('sandbox', '', 'support')).text()).toContain(BORN)
    expect(await (await home.search('sandbox', 'patient_data_sandbox=masked', 'support')).text()).not.toContain(BORN)
  })

  test('what cannot be recorded is not revealed', async () => {
    const home = await backend()
    home.log.fails = true
    const { response, cookie } = await reveal(home)
    expect([response.status, cookie]).toEqual([503, ''])
  })

  test('an environment that nobody may enter stays closed', async () => {
    const home = await backend()
    const { response, cookie } = await reveal(home, 'production', 'limited')
    expect([response.status, cookie]).toEqual([404, ''])
  })
})

describe('the log itself', () => {
  test('answers a few of many subjects, the one asked for first, and how many more there are', async () => {
    const { store, send } = testConsole()
    const subjects = Array.from({ length: 100 }, (_, index) => userOf(index).user_id)
    const last = subjects.at(-1) ?? ''
    await store.appendAudit({
      at: AT,
      actor_id: 's1',
      actor_email: 'ada@clinic.test',
      role: 'support',
      environment: 'production',
      action: 'list_users',
      subjects,
      listed: true,
      masked: true,
      outcome: 'done',
      status: 200,
      request_id: 'request-1',
      duration: 1,
      completes: null,
    })
    const page = await (await send(listAudit, { query: { subject: last } })).json()
    expect(page.entries[0].subjects).toEqual([last, ...subjects.slice(0, 19)])
    expect(page.more_subjects).toEqual({ '1': 80 })
    const views = await (
      await send(countSubjectViews, { query: { subject: last, time_zone: 'America/Denver' } })
    ).json()
    expect(views).toMatchObject({
      groups: [{ other: 1 }, { day: '2026-11-21', listed: 1, opened: 0, masked: 1, other: 0 }],
    })
    expect(await (await send(exportAudit, { query: { action: 'list_users' } })).text()).toContain(subjects.join(' '))
  })
})
