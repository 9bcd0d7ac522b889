/** The console against a service whose answers have the fields of the published clients (docs/connect.md). */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { PAGES } from '#components/shell/pages.ts'
import { ADMINISTRATOR, startServer, type TestServer } from '#e2e/support/servers/server.ts'
import { type SignedIn, signIn } from '#e2e/support/session.ts'
import { test as base, expect } from '#e2e/support/test.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { userInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders, order as orderSchema } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { listUsers } from '#lib/domains/users/user.ts'

const record = z.looseObject({})
const records = (value: unknown) => z.array(record).parse(value)
const asRecord = (value: unknown) => record.parse(value)

const published = (address: unknown) => {
  const { zip_code: zip, ...rest } = asRecord(address)
  return { ...rest, zip, country: 'US' }
}

/** Without `source`, which is deprecated there, and with the bounds of its data. */
const userOf = ({ connected_sources, ...user }: Record<string, unknown>) => ({
  ...user,
  connected_sources: records(connected_sources).map(({ source, ...rest }) => ({ ...rest, provider: source })),
  ingestion_start: null,
  ingestion_end: null,
})

/** Three orders are what the sample data never is: corrected, without a status, with a reason for a failure. */
function orderOf(sent: Record<string, unknown>): Record<string, unknown> {
  const { lab_test, patient_details, patient_address, events, origin, order_transaction, ...order } = sent
  const { description, ...test } = asRecord(lab_test)
  const { dob, ...patient } = asRecord(patient_details)
  const lines = records(events)
  const last = lines.at(-1)
  const status = String(last?.['status'])
  const corrected = status.replace(/^completed\.(\w+)\.completed$/, 'completed.$1.corrected')
  const { orders, ...transaction } = record.nullish().parse(order_transaction) ?? {}
  return {
    ...order,
    status: status.startsWith('cancelled.') ? null : order['status'],
    lab_test: {
      ...test,
      id: null,
      slug: 'lab-test',
      sample_type: 'serum',
      price: 12.5,
      is_active: true,
      lab: null,
    },
    patient_details: {
      ...patient,
      dob: `${dob}T00:00:00+00:00`,
      first_name: 'Robin',
      last_name: 'Sample',
      email: null,
    },
    patient_address: patient_address ? { ...asRecord(patient_address), access_notes: null } : null,
    events: lines.map((line) => ({
      ...line,
      status: line === last ? corrected : line['status'],
      status_detail: line === last && status.endsWith('.sample_error') ? 'sample_hemolyzed' : null,
    })),
    ...(orders !== undefined && {
      order_transaction: {
        ...transaction,
        orders: records(orders).map(({ id, created_at, updated_at }) => ({ id, created_at, updated_at })),
      },
    }),
    physician: null,
    billing_type: 'client_bill',
    icd_codes: [],
    has_abn: false,
    passthrough: null,
  }
}

/** Answers of the embedded service, rewritten by path. */
const REWRITES: readonly [RegExp, (answer: Record<string, unknown>) => Record<string, unknown>][] = [
  [
    /^\/v2\/user\/providers\//,
    ({ providers }) => ({
      providers: records(providers).map(({ error_details, ...one }) => ({ ...one, external_user_id: null })),
    }),
  ],
  [
    /^\/v2\/user\/[^/]+\/info\/latest/,
    ({ address, ...info }) => ({ ...info, address: published(address), household_income: null }),
  ],
  [/^\/v2\/user\/(?:resolve\/)?[\w-]+$/, userOf],
  [/^\/v2\/user\/?(?:\?|$)/, ({ users, ...page }) => ({ ...page, users: records(users).map(userOf) })],
  [/^\/v3\/orders/, ({ orders, ...page }) => ({ ...page, orders: records(orders).map(orderOf) })],
  [
    /\/markers/,
    ({ markers, ...page }) => ({
      ...page,
      markers: records(markers).map(({ expected_results, price, ...one }) => ({ ...one, lab_id: null, aoe: null })),
    }),
  ],
  [
    /^\/v3\/order\/psc\/info/,
    ({ patient_service_centers: found, ...area }) => ({
      ...area,
      patient_service_centers: records(found).map(({ distance, metadata }) => ({
        metadata: { ...asRecord(metadata), hours: { monday: '08:00-16:00' } },
        distance: Number(distance),
        site_code: 'ABC',
      })),
    }),
  ],
  [
    /^\/v2\/introspect\/historical_pull/,
    ({ data, next_cursor }) => ({
      data: records(data).map(({ user_id, provider, pulled, not_pulled }) => ({
        user_id,
        provider: { [String(provider)]: { pulled, not_pulled } },
      })),
      next: next_cursor,
    }),
  ],
  [
    /\/appointment\/book$/,
    ({ events, ...visit }) => ({
      ...visit,
      status: 'reserved',
      event_status: 'reserved',
      events: records(events ?? []).map(({ created_at, data }) => ({ created_at, status: 'reserved', data })),
    }),
  ],
]

/** Passes calls on to the embedded service, under the published header of the key. */
async function startStandIn({ baseURL, apiKey }: TestServer) {
  const server = createServer((request, response) => {
    const pass = async () => {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = 'GET', url = '/', headers } = request
      const answer = await fetch(`${baseURL}${url}`, {
        method,
        headers: {
          'x-service-api-key': String(headers['x-published-api-key']),
          'content-type': headers['content-type'] ?? 'application/json',
        },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const text = await answer.text()
      const rewrite = answer.ok ? REWRITES.find(([path]) => path.test(url))?.[1] : undefined
      const body = rewrite ? JSON.stringify(rewrite(asRecord(JSON.parse(text)))) : text
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
        .end(body)
    }
    pass().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.')
  return {
    server,
    settings: {
      SERVICE_BASE_URL: `http://127.0.0.1:${address.port}`,
      SERVICE_API_KEY: apiKey,
      SERVICE_API_KEY_HEADER: 'x-published-api-key',
    },
  }
}

const test = base.extend<object, { live: { baseURL: string; session: SignedIn } }>({
  live: [
    async ({ server }, use) => {
      const standIn = await startStandIn(server)
      const own = await startServer(standIn.settings)
      await use({ baseURL: own.baseURL, session: await signIn(own.baseURL, ADMINISTRATOR) })
      await own.stop()
      standIn.server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ live }, use) => use(live.baseURL),
  storageState: ({ live }, use) => use(live.session),
})

const HOME = '/production'
/** Only the embedded service has these; their addresses answer 404 elsewhere. */
const EMBEDDED_ONLY = ['users/deleted', 'events/deliveries', 'settings/webhooks', 'settings/teams']
const SERVICE = `/api/service${HOME}`

test('every page opens without an error', async ({ page }) => {
  test.setTimeout(300_000)
  const users = await (await page.request.get(`${SERVICE}${listUsers.path}?limit=500`)).json()
  expect(users.users[0]).not.toHaveProperty('connected_sources.0.source')
  const { orders } = listOrders.response.parse(
    await (await page.request.get(`${SERVICE}${listOrders.path}?size=1&order_type=at_home_phlebotomy`)).json(),
  )
  const [order] = orders
  const failed: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
  })
  for (const { section } of PAGES) {
    if (EMBEDDED_ONLY.includes(section)) continue
    const path = section.replace('[userId]', order?.user_id ?? '').replace('[orderId]', order?.id ?? '')
    await page.goto(`${HOME}/${path}`)
    await expect(page.locator('main :is(h1, h2)').first()).toBeAttached()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect.soft(await page.getByText(/unexpected response/i).count(), section).toBe(0)
  }
  expect(failed).toEqual([])
})

test('shows what the published fields say', async ({ page, server }) => {
  const read = async (query: string) =>
    listOrders.response.parse(await (await page.request.get(`${SERVICE}${listOrders.path}?size=100&${query}`)).json())
  const failedOrder = (await read('status=sample_error')).orders[0]
  const completed = (await read('status=completed')).orders.find(
    ({ events }) => lastLowLevelStatus(events) === 'corrected',
  )
  const cancelled = (await read('status=cancelled')).orders[0]
  expect([failedOrder, completed, cancelled].every((one) => orderSchema.safeParse(one).success)).toBe(true)
  await page.goto(`${HOME}/orders/${failedOrder?.id}`)
  await expect(page.locator('main')).toContainText(/hemolyzed/i)
  await page.goto(`${HOME}/orders/${completed?.id}`)
  await expect(page.locator('main')).toContainText('Corrected')
  await page.goto(`${HOME}/orders/${cancelled?.id}`)
  await expect(page.locator('main')).toContainText('Canceled')
  const found = listUsers.response.parse(await (await page.request.get(`${SERVICE}${listUsers.path}?limit=500`)).json())
  const user = found.users.find(({ connected_sources }) => connected_sources.length === 1)
  const { providers } = listUserProviders.response.parse(
    await (await page.request.get(`${SERVICE}/v2/user/providers/${user?.user_id}`)).json(),
  )
  await page.goto(`${HOME}/users/${user?.user_id}/connections`)
  await expect(page.locator('main')).toContainText(providers[0]?.name ?? '?')
  const answer = await fetch(`${server.baseURL}/v2/user/${failedOrder?.user_id}/info/latest`, {
    headers: { 'x-service-api-key': server.apiKey },
  })
  const { address } = userInfo.parse(await answer.json())
  await page.goto(`${HOME}/users/${failedOrder?.user_id}/demographics?edit=1`)
  await page.getByRole('main').getByRole('button', { name: 'Show patient data' }).click()
  await expect(page.getByRole('textbox', { name: /ZIP/ }).first()).toHaveValue(address.zip_code ?? '?')
  const centers = await page.request.get(`${SERVICE}${getServiceCenters.path}?zip_code=85004&lab_id=1&radius=100`)
  expect(getServiceCenters.response.safeParse(await centers.json()).success).toBe(true)
})

test('books a visit that is only reserved, and doesn’t call it confirmed', async ({ page }) => {
  const query = 'order_type=at_home_phlebotomy&status=requisition_created&size=100'
  const answer = await page.request.get(`${SERVICE}${listOrders.path}?${query}`)
  const order = listOrders.response
    .parse(await answer.json())
    .orders.findLast(({ events }) => lastLowLevelStatus(events) === 'requisition_created')
  await page.goto(`${HOME}/orders/${order?.id}/book`)
  await page.getByRole('textbox', { name: 'Booking key' }).fill('sandbox_confirm')
  await page.getByRole('button', { name: /^Review booking/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book appointment' }).click()
  await expect(page.locator('main')).toContainText(/reserved|not confirmed yet/i)
})
