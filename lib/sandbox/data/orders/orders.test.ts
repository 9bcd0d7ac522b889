import { describe, expect, test } from 'vitest'
import {
  formatEventStatus,
  highLevelOf,
  lastLowLevelStatus,
  parseEventStatus,
} from '#lib/domains/orders/status/status.ts'
import {
  ACTIVATION_TYPES,
  INTERPRETATIONS,
  LOW_LEVEL_STATUSES,
  ORDER_METHODS,
  ORDER_ORIGINS,
} from '#lib/kernel/values.ts'
import { CASE_PLACES } from '#lib/sandbox/data/cases.ts'
import { DEFAULT_SIZE, generateBundles } from '#lib/sandbox/data/generate.ts'
import { LAB_TESTS } from '#lib/sandbox/data/labs.ts'

const TODAY = new Date('2026-03-14T15:09:26Z')
const MIDNIGHT = '2026-03-14T00:00:00.000Z'
const bundles = [...generateBundles({ ...DEFAULT_SIZE, today: TODAY, team_id: 'c3b1f3a0-5d52-4c58-9a53-3f1b7d1e0a42' })]
const records = bundles.flatMap(({ user, orders }) => orders.map((record) => ({ ...record, user })))
const orders = records.map(({ order }) => order)

type Record = (typeof records)[number]

function last({ order }: Pick<Record, 'order'>): string {
  return lastLowLevelStatus(order.events) ?? ''
}

function path({ order }: Pick<Record, 'order'>): string[] {
  return order.events.map(({ status }) => parseEventStatus(status)?.low ?? '')
}

describe('every value is present', () => {
  test('low-level statuses, as the last one', () => {
    expect(new Set(records.map(last))).toEqual(new Set(LOW_LEVEL_STATUSES))
  })

  test('methods, interpretations, activation types, origins', () => {
    expect(new Set(orders.map(({ details }) => details.type))).toEqual(new Set(ORDER_METHODS))
    expect(new Set(orders.map(({ interpretation }) => interpretation))).toEqual(new Set([...INTERPRETATIONS, null]))
    expect(new Set(records.map(({ activation_type }) => activation_type))).toEqual(new Set(ACTIVATION_TYPES))
    expect(new Set(orders.map(({ origin }) => origin))).toEqual(new Set(ORDER_ORIGINS))
    expect(new Set(orders.map(({ lab_test }) => lab_test.name))).toEqual(new Set(LAB_TESTS.map(({ name }) => name)))
  })

  test('orders reach back 18 months, the old ones finished, most recent ones open', () => {
    const created = orders.map(({ created_at }) => created_at).sort()
    expect(created[0]).toMatch(/^2024-(09-1[4-9]|09-[23]\d|10)/)
    const open = orders.filter(({ order_transaction }) => order_transaction?.status === 'active')
    expect(open.filter(({ created_at }) => created_at < '2025-11-01')).toEqual([])
    const recent = orders.filter(({ created_at }) => created_at > '2026-03-01')
    expect(recent.filter((order) => open.includes(order)).length).toBeGreaterThan(recent.length / 2)
    const stuck = open.filter(({ updated_at }) => updated_at < '2026-02-24')
    expect(stuck.length).toBeGreaterThan(10)
    expect(stuck.length).toBeLessThan(80)
  })

  test('at least 40 open at-home draws wait for an appointment', () => {
    const waiting = records.filter(
      (record) =>
        record.order.details.type === 'at_home_phlebotomy' &&
        record.activation_type === 'current' &&
        ['ordered', 'requisition_created', 'requisition_bypassed'].includes(last(record)) &&
        !path(record).some((status) => status.startsWith('appointment_')) &&
        record.user.info !== null &&
        (record.order.patient_details?.dob ?? '') <= '2008-03-14',
    )
    expect(waiting.length).toBeGreaterThanOrEqual(40)
  })
})

const ANY_METHOD = [
  ...['ordered', 'requisition_created', 'requisition_bypassed', 'partial_results', 'completed', 'corrected'],
  ...['sample_error', 'redraw_available', 'lab_processing_blocked', 'cancelled', 'do_not_process'],
]
const APPOINTMENTS = ['appointment_pending', 'appointment_scheduled', 'appointment_cancelled', 'draw_completed']
const TRAVEL = [
  ...['awaiting_registration', 'registered', 'transit_customer', 'out_for_delivery', 'with_customer', 'transit_lab'],
  ...['delivered_to_lab', 'problem_in_transit_customer', 'problem_in_transit_lab', 'lost'],
  ...['failure_to_deliver_to_customer', 'failure_to_deliver_to_lab'],
]

describe('plausible histories', () => {
  test.each([
    { method: 'testkit', own: TRAVEL },
    { method: 'walk_in_test', own: APPOINTMENTS },
    { method: 'at_home_phlebotomy', own: APPOINTMENTS },
    { method: 'on_site_collection', own: ['draw_completed'] },
  ])('$method has the statuses of its kind and no other', ({ method, own }) => {
    const seen = new Set(records.filter(({ order }) => order.details.type === method).flatMap(path))
    expect([...seen].filter((status) => !ANY_METHOD.includes(status) && !own.includes(status))).toEqual([])
    expect(own.filter((status) => !seen.has(status))).toEqual([])
  })

  test('nothing is analysed before it is drawn or delivered', () => {
    const analysed = ['partial_results', 'completed', 'sample_error', 'lab_processing_blocked', 'do_not_process']
    for (const record of records) {
      const statuses = path(record)
      expect(statuses[0]).toBe('ordered')
      const first = statuses.findIndex((status) => analysed.includes(status))
      if (first < 0) continue
      const sample = record.order.details.type === 'testkit' ? 'delivered_to_lab' : 'draw_completed'
      expect(statuses.slice(0, first)).toContain(sample)
    }
  })

  test('event statuses read high.method.low, times ascend and none lies in the future', () => {
    for (const { order } of records) {
      const times = order.events.map(({ created_at }) => created_at)
      expect(times).toEqual([...new Set(times)].sort())
      expect([order.created_at, order.updated_at]).toEqual([times[0], times.at(-1)])
      expect(order.updated_at < MIDNIGHT).toBe(true)
      for (const { status } of order.events) {
        const low = LOW_LEVEL_STATUSES.find((known) => status.endsWith(`.${known}`)) ?? 'lost'
        expect(status).toBe(formatEventStatus({ high: highLevelOf(low), method: order.details.type, low }))
      }
      expect(order.status).toBe(parseEventStatus(order.events.at(-1)?.status ?? '')?.high)
      expect(order.lab_test.method).toBe(order.details.type)
      const ids = order.events.map(({ id }) => id)
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
    }
  })

  test('only results are interpreted: about 70, 24 and 6 in a hundred', () => {
    const read = records.filter(({ order }) => order.interpretation !== null)
    const resulted = ['completed', 'corrected', 'partial_results']
    expect(read.filter((record) => !resulted.includes(last(record)))).toEqual([])
    const finished = records.filter((record) => ['completed', 'corrected'].includes(last(record)))
    expect(finished.filter(({ order }) => order.interpretation === null)).toEqual([])
    const share = (value: string) => read.filter(({ order }) => order.interpretation === value).length / read.length
    expect(share('normal')).toBeCloseTo(0.7, 1)
    expect(share('abnormal')).toBeCloseTo(0.24, 1)
    expect(Math.abs(share('critical') - 0.06)).toBeLessThan(0.025)
  })

  test('what is scheduled is ordered and no further', () => {
    const scheduled = records.filter(({ activation_type }) => activation_type === 'scheduled')
    expect(new Set(scheduled.map(last))).toEqual(new Set(['ordered']))
  })
})

describe('transactions', () => {
  test('every order is in its own, and both orders of a redraw tell the same story', () => {
    const byId = new Map(orders.map((order) => [order.id, order]))
    for (const order of orders) {
      const entries = order.order_transaction?.orders ?? []
      expect(entries.map(({ id }) => id)).toContain(order.id)
      for (const entry of entries) {
        const sibling = byId.get(entry.id)
        expect(sibling?.order_transaction).toEqual(order.order_transaction)
        expect(sibling?.user_id).toBe(order.user_id)
        expect(entry.low_level_status).toBe(lastLowLevelStatus(sibling?.events ?? []))
        expect([entry.created_at, entry.updated_at]).toEqual([sibling?.created_at, sibling?.updated_at])
        expect(entry.origin).toBe(sibling?.origin)
      }
    }
  })

  test('a redraw follows a redraw offer, a recreation a loss, each later than its cause', () => {
    const followers = orders.filter(({ origin }) => origin !== 'initial')
    expect(followers.length).toBeGreaterThan(20)
    for (const { order_transaction, origin, created_at } of followers) {
      const [first, second] = order_transaction?.orders ?? []
      expect(first?.low_level_status).toBe(origin === 'redraw' ? 'redraw_available' : 'lost')
      expect(second?.created_at).toBe(created_at)
      expect(created_at > (first?.updated_at ?? created_at)).toBe(true)
    }
  })
})

describe('details and patients', () => {
  test('a kit has a shipment once it left, other methods an appointment id once there is one', () => {
    for (const record of records) {
      const data = record.order.details.data
      const statuses = path(record)
      if (record.order.details.type === 'testkit') {
        expect(data?.shipment !== null).toBe(statuses.includes('transit_customer'))
        if (data?.shipment)
          expect(data.shipment.outbound_tracking_url).toMatch(/^https:\/\/[a-z.]+\.example\/parcels\//)
      } else {
        expect(data && 'shipment' in data).toBe(false)
        const booked = statuses.some((status) => status.startsWith('appointment_'))
        expect(data && 'appointment_id' in data).toBe(booked)
      }
    }
  })

  test('the patient is the user; the parcel sometimes goes to somebody else', () => {
    const [place, index] = CASE_PLACES.military
    const military = bundles[place]?.orders[index]?.order.id
    for (const { order, patient_name, user } of records) {
      expect(patient_name).toBe(`${user.info?.first_name} ${user.info?.last_name}`)
      expect(order.patient_details).toEqual({ dob: user.info?.dob, gender: user.info?.gender })
      if (order.id === military) continue
      expect(order.patient_address?.zip).toBe(user.info?.address.zip_code?.slice(0, 5))
    }
    const others = records.filter(({ order, patient_name }) => order.patient_address?.receiver_name !== patient_name)
    expect(others.length / records.length).toBeGreaterThan(0.1)
    expect(others.length / records.length).toBeLessThan(0.25)
  })

  test('sample ids, notes and priority are there for some', () => {
    const samples = orders.flatMap(({ sample_id }) => sample_id ?? [])
    expect(samples.every((id) => /^M-\d{5}-\d{1,2}$/.test(id))).toBe(true)
    expect(new Set(samples).size).toBe(samples.length)
    for (const some of [samples, orders.filter(({ notes }) => notes), orders.filter(({ priority }) => priority)]) {
      expect(some.length).toBeGreaterThan(50)
      expect(some.length).toBeLessThan(orders.length)
    }
  })
})
