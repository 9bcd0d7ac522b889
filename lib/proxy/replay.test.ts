/** A change that is sent again with its request id, to a service that has not seen it, creates the same ids. */
import { expect, test } from 'vitest'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { requestIdOf } from '#lib/sandbox/demo/data/events.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import type { IdsOf } from '#lib/utils/ids/ids.ts'
import { inProcess } from './in-process.ts'
import { KEY, testProxy } from './proxy.testing.ts'

const TEAM = 'b4d71c0e-5f0a-4c1e-9d57-3a6f2c8102ee'
const bundles = [...generateBundles({ users: 60, orders: 400, today: new Date('2026-11-21'), team_id: TEAM })]
const order_id =
  bundles
    .flatMap(({ orders }) => orders)
    .find(({ order }) => order.events.at(-1)?.status === 'received.at_home_phlebotomy.requisition_created')?.order.id ??
  ''
const oauth_users = bundles.slice(0, 2).map(({ user }) => user.user_id)

/** The n-th id of request `journal-7` is 00000007-0000-4000-8000-00000000000n. */
const fromRequestId: IdsOf = ({ headers }) => {
  const request = (headers.get('x-request-id') ?? '').replace('journal-', '').padStart(8, '0')
  let count = 0
  return () => `${request}-0000-4000-8000-${String(++count).padStart(12, '0')}`
}

/** Proxy and service over a copy of the same data. */
async function world(idsOf?: IdsOf) {
  const store = createMemoryStore()
  const operations: string[] = []
  const { startImport } = store
  store.startImport = (operation, batches) => {
    operations.push(operation.id)
    return startImport(operation, batches)
  }
  await store.insert(bundles)
  const { api } = createService({
    ...(await testDeps()),
    store,
    key_header: 'x-service-api-key',
    teamOfKey: (key) => (key === KEY ? TEAM : null),
    onError: (error) => {
      throw error
    },
    ...(idsOf && { idsOf }),
  })
  const proxy = testProxy(
    inProcess(async (request) => api.fetch(request)),
    { patience: 10_000, requestIdOf, ...(idsOf && { idsOf }) },
  )
  return { send: proxy.send, operations }
}

const withId = (request_id: string) => ({ headers: { 'x-request-id': request_id } })

async function bookedIn({ send }: Awaited<ReturnType<typeof world>>) {
  const booking = { params: { order_id }, json: { booking_key: 'sandbox_confirm' }, ...withId('journal-7') }
  const { status, headers, text } = await send(bookPhlebotomyAppointment, booking)
  expect(status).toBe(200)
  const { id, provider_id, external_id } = JSON.parse(text)
  return { attempt: headers.get(ATTEMPT_HEADER), id, provider_id, external_id }
}

test('a booking', async () => {
  const first = await bookedIn(await world(fromRequestId))
  expect(first).toEqual({
    attempt: '00000007-0000-4000-8000-000000000001',
    id: '00000007-0000-4000-8000-000000000001',
    provider_id: '000000070000',
    external_id: 'visit-00000007',
  })
  expect(await bookedIn(await world(fromRequestId))).toEqual(first)
})

test('an import', async () => {
  const { send, operations } = await world(fromRequestId)
  const connections = oauth_users.map((user_id) => ({
    user_id,
    access_token: 'access',
    refresh_token: 'refresh',
    provider_id: 'p-1',
    expires_at: 1_900_000_000,
  }))
  const { status } = await send(bulkImportConnections, {
    json: { provider: 'pulsewren', connections },
    ...withId('journal-12'),
  })
  expect(status).toBe(202)
  expect(operations).toEqual(['00000012-0000-4000-8000-000000000001'])
})

test('credentials are never the same', async () => {
  const token = async () => {
    const { send } = await world(fromRequestId)
    const { text } = await send(createLinkToken, { json: { user_id: oauth_users[0] }, ...withId('journal-9') })
    return JSON.parse(text).link_token
  }
  const [first, second] = [await token(), await token()]
  expect(first).toMatch(/^[\w-]{43}$/)
  expect(second).not.toBe(first)
})

test('without it every id is a new one', async () => {
  const [first, second] = [await bookedIn(await world()), await bookedIn(await world())]
  expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(first.provider_id).toMatch(/^[0-9a-f]{12}$/)
  expect(first.external_id).toMatch(/^visit-[0-9a-f]{8}$/)
  for (const name of ['attempt', 'id', 'provider_id', 'external_id'] as const) {
    expect(second[name]).not.toBe(first[name])
  }
})
