import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpointList, endpoints } from '#lib/domains/service-endpoints.ts'
import type { AddressValues } from '#lib/kernel/endpoint.testing.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { withinWrapper } from '#lib/kernel/marks.ts'
import { PROVIDERS } from '#lib/sandbox/data/providers.ts'
import { demoService, TEAM } from '#lib/sandbox/demo/demo-service.testing.ts'
import { extensibleSet, newValueFor, withNewValues } from './faults.ts'

/** Every schema within a schema. */
function within(schema: z.core.$ZodType): z.core.$ZodType[] {
  const wrapped = withinWrapper(schema)
  if (wrapped) return within(wrapped)
  if (schema instanceof z.ZodArray) return within(schema.element)
  if (schema instanceof z.ZodRecord) return within(schema.valueType)
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap(within)
  return [schema]
}

const demo = await demoService(['unknown'], { users: 60 })
const { orders } = await demo.serviceStore.searchOrders(TEAM, endpoints.list_orders.query.parse({ size: 100 }))
const { users } = await demo.serviceStore.listUsers(TEAM, { offset: 0, limit: 100 })

/** The answers as the service has them and as the console gets them. */
async function both<E extends Endpoint>(endpoint: E, values?: AddressValues<E>) {
  demo.switchTo([])
  const before: unknown = JSON.parse((await demo.send(endpoint, values)).text)
  demo.switchTo(['unknown'])
  const answer = await demo.send(endpoint, values)
  expect(answer.status).toBe(200)
  const after: unknown = JSON.parse(answer.text)
  return { before, after }
}

/** Paths of the leaves that differ, without positions in lists, each with what stands there now. */
function changes(before: unknown, after: unknown, path = ''): string[] {
  if (typeof after !== 'object' || after === null) return before === after ? [] : [`${path} ${String(after)}`]
  const old: Record<string, unknown> = typeof before === 'object' && before !== null ? { ...before } : {}
  return Object.entries(after).flatMap(([key, value]) =>
    changes(old[key], value, Array.isArray(after) ? path : `${path}.${key}`),
  )
}

const distinct = (all: readonly string[]) => [...new Set(all)].sort()

describe('new values', () => {
  test('there is one for every set that may grow, and none is known', () => {
    const open = endpointList.flatMap(({ response }) => within(response)).filter((schema) => extensibleSet(schema))
    expect(open.length).toBeGreaterThan(20)
    for (const schema of open) {
      const value = newValueFor(schema)
      expect(value).toMatch(/^[a-z_]+$/)
      expect(extensibleSet(schema)).not.toContain(value)
    }
    expect(PROVIDERS.map(({ slug }) => slug)).not.toContain('merrowdale_draws')
  })
})

describe('answers with values nobody knows', () => {
  test('orders: every enumeration in a share, all else untouched', async () => {
    const { before, after } = await both(endpoints.list_orders, { query: { size: 100, page: 3 } })
    endpoints.list_orders.response.parse(after)
    const changed = changes(before, after).map((each) => each.replace(/(events\.status) .*/, '$1'))
    expect(distinct(changed)).toEqual([
      '.orders.details.type saliva_by_mail',
      '.orders.events.status',
      '.orders.interpretation borderline',
      '.orders.lab_test.method saliva_by_mail',
      '.orders.order_transaction.orders.low_level_status awaiting_courier',
      '.orders.order_transaction.orders.origin reflex',
      '.orders.order_transaction.status on_hold',
      '.orders.origin reflex',
      '.orders.status on_hold',
    ])
    const methods = changed.filter((each) => each.startsWith('.orders.details.type')).length
    expect(methods).toBeGreaterThan(15)
    expect(methods).toBeLessThan(55)
  })

  test('an order has one method, wherever it is told', async () => {
    const { after } = await both(endpoints.list_orders, { query: { size: 100 } })
    for (const { details, lab_test, events } of endpoints.list_orders.response.parse(after).orders) {
      expect(lab_test.method).toBe(details.type)
      for (const { status } of events) expect(status.split('.')[1]).toBe(details.type)
    }
  })

  test('the same order has the same values in every answer', async () => {
    const id = orders[3]?.order.id
    const one = await both(endpoints.list_orders, { query: { order_ids: id } })
    const many = await both(endpoints.list_orders, { query: { size: 100 } })
    const alone = endpoints.list_orders.response.parse(one.after).orders[0]
    expect(endpoints.list_orders.response.parse(many.after).orders.find((each) => each.id === id)).toEqual(alone)
  })

  test('connections, demographics, markers and service centers', async () => {
    const { list_user_providers, get_latest_user_info, list_markers, get_service_centers } = endpoints
    const lab_test_id = '00000000-0000-4000-a000-000000000101'
    const answers = [
      ...users.slice(0, 40).map(
        ({ user_id }) =>
          () =>
            both(list_user_providers, { params: { user_id } }),
      ),
      ...orders.slice(0, 40).map(
        ({ order: { user_id } }) =>
          () =>
            both(get_latest_user_info, { params: { user_id } }),
      ),
      () => both(list_markers, { params: { lab_test_id }, query: { size: 100 } }),
      ...Array.from(
        { length: 14 },
        (_, lab) => () => both(get_service_centers, { query: { zip_code: '80205', lab_id: lab + 1 } }),
      ),
    ]
    const changed: string[] = []
    for (const answer of answers) {
      const { before, after } = await answer()
      changed.push(...changes(before, after).map((each) => each.replace(/(availability)\.\w+/, '$1')))
    }
    expect(distinct(changed)).toEqual([
      '.ethnicity romani',
      '.gender_identity two_spirit',
      '.markers.type ratio',
      '.patient_service_centers.capabilities saturday_draws',
      '.providers.error_details.error_type provider_maintenance',
      '.providers.resource_availability.status delayed',
      '.providers.status paused',
      '.race middle_eastern_or_north_african',
      '.sexual_orientation asexual',
      '.slug gorsefield_labs',
    ])
  })

  test('appointments', () => {
    const body = {
      type: 'phlebotomy',
      provider: 'wrenlow_mobile',
      status: 'confirmed',
      event_status: 'scheduled',
      events: [{ id: 1, status: 'reserved' }],
      appointment_notes: 'pending',
    }
    const { book_phlebotomy_appointment: endpoint } = endpoints
    const ids = Array.from({ length: 60 }, () => crypto.randomUUID())
    const changed = ids.flatMap((id) => changes({ id, ...body }, withNewValues(endpoint, { id, ...body }, '')))
    expect(distinct(changed)).toEqual([
      '.event_status technician_on_the_way',
      '.events.status technician_on_the_way',
      '.provider merrowdale_draws',
      '.status rescheduled',
      '.type mobile_clinic',
    ])
  })

  test('what the service refuses stays as it is', async () => {
    const { status, text } = await demo.send(endpoints.list_user_providers, {
      params: { user_id: crypto.randomUUID() },
    })
    expect(status).toBe(404)
    expect(JSON.parse(text)).toEqual({ detail: 'User not found.', code: 'not_found', request_id: expect.any(String) })
  })
})
