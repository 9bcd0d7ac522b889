import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatScenario, parseScenario } from '#lib/demo/scenario.ts'
import { appointmentOf } from '#lib/domains/bookings/console/outcome.ts'
import { whyNoVisit } from '#lib/domains/demographics/visit-address.ts'
import { isOtherState } from '#lib/domains/demographics/zip-states.ts'
import { compareResults, criticalStateOf, newestResult } from '#lib/domains/orders/critical/critical-state.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { contactOf, patientOf, recordDifferences } from '#lib/domains/orders/patient.ts'
import { clashWords, visitOf } from '#lib/domains/orders/visit.ts'
import { problemOf } from '#lib/domains/orders/worklist/problems.ts'
import { WORKLIST_FILTERS } from '#lib/domains/orders/worklist/worklist.ts'
import { CASE_NAMES, type CaseName } from '#lib/sandbox/data/cases.ts'
import { caseOrders, DEFAULT_SIZE, generateBundles } from '#lib/sandbox/data/generate.ts'
import { EMBEDDED_TEAM_ID } from '#lib/sandbox/data-set.ts'
import { DEMO_TEAM_ID } from '#lib/sandbox/demo/journal/records.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { acknowledgeBacklog, playCases } from './backlog.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const WAITING = 12

test('all critical results but the newest are acknowledged, each within two hours of the result', async () => {
  const records = createMemoryStore()
  const bundles = [...generateBundles({ users: 260, orders: 2600, today: new Date('2026-11-21'), team_id: TEAM })]
  await records.insert(bundles)
  const console = createMemoryConsoleStore()
  const options = {
    records,
    acknowledgements: console,
    environment: 'sandbox',
    team_id: TEAM,
    waiting: WAITING,
    owners: [
      { id: 'one', name: 'One' },
      { id: 'two', name: 'Two' },
    ],
  } as const
  // A start that was killed does it again.
  for (const _ of [1, 2]) await acknowledgeBacklog(options)
  const search = orderSearch.parse({ is_critical: true, size: 100 })
  const orders = (await records.searchOrders(TEAM, search)).orders.map(({ order }) => order)
  const given = await console.acknowledgementsOf(
    'sandbox',
    orders.map(({ id }) => id),
  )
  expect(given.length).toBeGreaterThan(20)
  expect(new Set(given.map(({ order_id }) => order_id)).size).toBe(given.length)
  expect(new Set(given.map(({ owner_id }) => owner_id))).toEqual(new Set(['one', 'two']))
  for (const { at, result_at } of given) {
    const taken = Date.parse(at) - Date.parse(result_at)
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThan(2 * HOUR)
  }
  const newest = orders.toSorted((a, b) => compareResults(newestResult(b), newestResult(a))).slice(0, WAITING)
  const acknowledged = new Set(given.map(({ order_id }) => order_id))
  expect(newest.filter(({ id }) => acknowledged.has(id))).toEqual([])
  expect(orders.length - given.length).toBe(WAITING)
})

const CANCELED = 'Order canceled, visit still booked.'
const NO_VISIT = ['po_box', 'military', 'no_street'] as const

/** Titles of docs/demo.md and the cases that their links lead to; null for a page that is no order's. */
const DOCUMENTED: [title: string, name: CaseName | null][] = [
  ['Parcels go to somebody else', 'ships_to_other'],
  ['A critical result of such an order', 'critical_ships_to_other'],
  ['A minor with a critical result', 'critical_minor'],
  ['A minor whose parent has no number', 'minor_without_number'],
  ['Demographics that differ from an order', 'address_differs'],
  ['The patient’s name isn’t known', null],
  ['Rows that others finish', null],
  ['A record that can’t be read', null],
  ['A missed call', 'missed_call'],
  ['Acknowledged, not reached', 'acknowledged'],
  ['No call yet', 'critical_minor'],
  ['A critical value that was corrected to normal', 'no_longer_critical'],
  ['Old critical results', null],
  ['Partial and failed reads', null],
  ['A visit confirmed here', 'confirmed_here'],
  ['A visit canceled by phone only', 'canceled_by_phone'],
  ['A canceled order whose visit was booked here', 'canceled_booked'],
  ['The same, the visit reserved', 'canceled_reserved'],
  ['The same, the visit in progress', 'canceled_in_progress'],
  ['The same, the visit booked elsewhere', 'canceled_elsewhere'],
  ['A visit that is pending elsewhere', 'pending_elsewhere'],
  ['A walk-in order whose appointment was canceled', 'walk_in_canceled'],
  ['A PO box', 'po_box'],
  ['A military post office', 'military'],
  ['An address without a street', 'no_street'],
  ['A ZIP of another state', 'zip_and_state'],
  ['A sample error of a settled transaction', 'settled'],
]

test('each case of docs/demo.md is there, and is what it claims to be', async () => {
  const today = new Date('2026-11-21')
  const records = createMemoryStore()
  const bundles = [...generateBundles({ ...DEFAULT_SIZE, today, team_id: EMBEDDED_TEAM_ID })]
  await records.insert(bundles)
  const own = createMemoryConsoleStore()
  const by = { id: 'two', name: 'Rosa Adeyemi' }
  const owners = [{ id: 'one', name: 'One' }, by] as const
  const sample = { records, environment: 'sandbox', team_id: EMBEDDED_TEAM_ID, owners }
  await acknowledgeBacklog({ ...sample, acknowledgements: own, waiting: 6 })
  await playCases({ ...sample, own })

  const places = caseOrders(EMBEDDED_TEAM_ID, new Date(0))
  const ids = CASE_NAMES.map((name) => places.get(name)?.order.id ?? '')
  const docs = await readFile(new URL('../../docs/demo.md', import.meta.url), 'utf8')
  const rows = [...docs.matchAll(/^\| ([^|]+) \| (.*\]\(\/.*) \| .* \|$/gm)]
  const linked = rows.map(([, title = '', links = '']) => {
    const [id, ...others] = new Set([...links.matchAll(/\/orders\/([0-9a-f-]{36})/g)].map(([, found]) => found))
    return [title, others.length > 0 ? 'two orders' : (CASE_NAMES[ids.indexOf(id ?? '')] ?? null)]
  })
  expect(linked).toEqual(DOCUMENTED)
  expect(new Set(linked.flatMap(([, name]) => name ?? []))).toEqual(new Set(CASE_NAMES))
  for (const [, scenario = ''] of docs.matchAll(/\(\/demo[^)]*\?scenario=([^)]+)\)/g))
    expect(formatScenario(parseScenario(scenario))).toBe(scenario)
  for (const [, filter] of docs.matchAll(/\?needs=([^)]+)\)/g)) expect(WORKLIST_FILTERS).toContain(filter)
  expect(DEMO_TEAM_ID).toBe(EMBEDDED_TEAM_ID)

  const bookings = await own.liveBookings('sandbox', new Date(0))
  const acknowledgements = await own.acknowledgementsOf('sandbox', ids)
  const callbacks = await own.callbacksOf('sandbox', ids)
  const seen = await own.seenCritical('sandbox')
  const of = (name: CaseName) => {
    const id = places.get(name)?.order.id
    const bundle = bundles.find(({ orders }) => orders.some(({ order }) => order.id === id))
    const record = bundle?.orders.find(({ order }) => order.id === id)
    if (!(record && bundle?.user.info)) throw new Error(`The sample data has no ${name}.`)
    const { order } = record
    const made = bookings.filter(({ order_id }) => order_id === id)
    const isOf = ({ order_id }: { order_id: string }) => order_id === id
    const { first_line, second_line, city, state, zip } = order.patient_address ?? {}
    return {
      ...{ order, info: bundle.user.info, made, patient: patientOf(order, bundle.user.info) },
      contact: contactOf(order, bundle.user.info, '2026-11-21'),
      differences: recordDifferences(order, bundle.user.info).map(({ label }) => label),
      visit: visitOf(order, made),
      critical: criticalStateOf(order, { acknowledgements, callbacks, starts_at: null }),
      wasSeen: seen.some(isOf),
      noVisit: whyNoVisit({ lines: [first_line, second_line], city, state, zip }),
    }
  }
  const words = (name: CaseName) => {
    const { visit } = of(name)
    return visit && clashWords(visit)?.happened
  }
  const statusOf = async (name: CaseName) => {
    const [booking] = of(name).made
    const kept = booking && (await own.findBooking('sandbox', booking.id))
    return kept?.answer && appointmentOf(kept.answer)?.status
  }

  for (const name of ['ships_to_other', 'critical_ships_to_other'] as const) {
    expect([name, of(name).patient.recipient]).toEqual([name, of(name).order.patient_address?.receiver_name])
    expect(of(name).order.interpretation).toBe('critical')
  }
  expect(of('critical_minor')).toMatchObject({
    contact: { minor: 16 },
    critical: { standing: 'waiting', callbacks: [] },
  })
  expect(of('critical_minor').contact.call).toBe(of('critical_minor').contact.proxy?.phone)
  expect(of('minor_without_number').contact).toMatchObject({ minor: 16, call: null, proxy: { phone: null } })
  expect(of('address_differs').differences).toEqual(['Address'])
  expect(of('missed_call').critical).toMatchObject({ standing: 'waiting', callbacks: [{ outcome: 'not_reached' }] })
  expect(of('missed_call').critical.nextAttemptAt).not.toBeNull()
  expect(of('acknowledged').critical).toMatchObject({ standing: 'acknowledged', callbacks: [] })
  expect(of('no_longer_critical')).toMatchObject({
    wasSeen: true,
    order: { interpretation: 'normal' },
    critical: { standing: 'no_longer_critical', toldOld: ['ordering_provider'] },
  })
  expect(words('canceled_by_phone')).toBe('Canceled here by Rosa Adeyemi; the service still says scheduled.')
  expect([words('confirmed_here'), of('confirmed_here').visit]).toMatchObject([undefined, { state: 'confirmed' }])
  expect(of('confirmed_here').visit?.booking).not.toBeNull()
  for (const [name, status] of [
    ['canceled_booked', 'confirmed'],
    ['canceled_reserved', 'reserved'],
    ['canceled_in_progress', 'in_progress'],
    ['canceled_elsewhere', undefined],
  ] as const) {
    expect([name, words(name), await statusOf(name)]).toEqual([name, CANCELED, status])
    expect(of(name).order.order_transaction?.status).toBe('cancelled')
  }
  expect(of('pending_elsewhere')).toMatchObject({ made: [], visit: { state: 'pending', booking: null } })
  expect(of('walk_in_canceled')).toMatchObject({
    order: { lab_test: { method: 'walk_in_test' } },
    visit: { state: 'cancelled' },
  })
  for (const name of NO_VISIT) expect(of(name).noVisit).toBe(name)
  const { patient_address: mixed } = of('zip_and_state').order
  expect(isOtherState(mixed?.zip, mixed?.state)).toBe(true)
  for (const name of [...NO_VISIT, 'zip_and_state'] as const) {
    const { order, visit } = of(name)
    expect([order.lab_test.method, order.order_transaction?.status, visit]).toEqual([
      'at_home_phlebotomy',
      'active',
      null,
    ])
  }
  const { order: settled } = of('settled')
  expect(settled.events.at(-1)?.status).toMatch(/sample_error$/)
  expect(problemOf(settled, today.getTime())).toBeNull()
})
