import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import {
  countWebhookDeliveries,
  expungeWebhookDeliveryBody,
  getWebhookDelivery,
  getWebhookReplay,
  listWebhookDeliveries,
  readWebhookDeliveryBody,
  replayWebhookDelivery,
  startWebhookReplay,
} from '#lib/domains/webhooks/deliveries.ts'
import type { Attempt, Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { DeliveryListView } from './delivery-list-view.tsx'

const ENVIRONMENT = { environment: 'sandbox' }
const ID = '11111111-1111-4111-8111-111111111111'
const REPLAY = { id: ID, total: 1, done: 0, failed: 0, created_at: '2026-11-21T08:00:00.000Z', is_canceled: false }

const delivery: Delivery = {
  id: 7,
  endpoint: { id: ID, name: 'Clinic portal' },
  message_id: 'msg_1',
  event_type: 'labtest.order.updated',
  is_test: false,
  user_id: ID,
  order_id: '22222222-2222-4222-8222-222222222222',
  created_at: '2026-11-21T07:59:00.000Z',
  bytes: 1400,
  body_state: 'kept',
  state: 'retrying',
  attempts: 1,
  next_at: '2999-11-21T08:01:00.000Z',
  last: { at: '2026-11-21T07:59:01.000Z', ms: 15_000, status: null, failure: 'timeout' },
}
const attempt: Attempt = {
  id: 1,
  kind: 'delivery',
  at: '2026-11-21T07:59:01.000Z',
  ms: 15_000,
  status: null,
  failure: 'timeout',
  response: null,
}

const COUNTS = {
  states: [{ state: 'retrying', count: 1 }],
  codes: [{ code: 'timeout', count: 1 }],
  event_types: [{ event_type: 'labtest.order.updated', count: 1 }],
  endpoints: [{ id: ID, count: 1 }],
  bars: [{ from: '2026-11-21T07:45:00.000Z', states: { retrying: 1 } }],
  is_cut: false,
}

const asked: URLSearchParams[] = []
let deliveries = [delivery]

beforeEach(() => {
  asked.length = 0
  deliveries = [delivery]
  window.history.replaceState(null, '', '/sandbox/events/deliveries')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  server.use(
    mock(at(listWebhookDeliveries, ENVIRONMENT), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ deliveries, total: deliveries.length })
    }),
    mock(at(countWebhookDeliveries, ENVIRONMENT), () => HttpResponse.json(COUNTS)),
    mock(at(listWebhookEndpoints, ENVIRONMENT), () => HttpResponse.json({ endpoints: [] })),
    mock(at(getWebhookDelivery, { ...ENVIRONMENT, delivery_id: '7' }), () =>
      HttpResponse.json({ delivery, attempts: [attempt] }),
    ),
  )
})

const view = <DeliveryListView environment="sandbox" failure={null} />

test('a row says what became of it; a chip asks for one outcome', async () => {
  renderPage(view)
  const table = await screen.findByRole('table', { name: 'Webhook deliveries' })
  await within(table).findByRole('link', { name: /order\.updated/ })
  for (const words of ['Retrying', 'Timeout', '1 of 8', 'Clinic portal']) expect(table.textContent).toContain(words)
  await userEvent.click(await screen.findByRole('button', { name: /^Retrying/ }))
  await expect.poll(() => asked.at(-1)?.getAll('states')).toEqual(['retrying'])
})

test('a row that leaves keeps its place, and one that comes waits, until somebody asks', async () => {
  const [first, second, third] = [7, 8, 9].map((id) => ({ ...delivery, id, message_id: `msg_${id}` }))
  if (!(first && second && third)) throw new Error('There are three.')
  deliveries = [first, second]
  const { client } = renderPage(view)
  const rows = () => screen.getAllByRole('row').slice(1)
  const words = () => rows().map((row) => /no longer matches/.test(row.textContent ?? ''))
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  rows()[1]?.focus()
  deliveries = [third, second]
  await client.invalidateQueries()
  await userEvent.click(await screen.findByRole('button', { name: '1 left, 1 new delivery. Update the list' }))
  expect(words()).toEqual([false, false])
  deliveries = [second]
  await client.invalidateQueries()
  await screen.findByRole('button', { name: '1 left. Update the list' })
  expect(words()).toEqual([true, false])
  expect(rows()[1]?.hasAttribute('data-current')).toBe(true)
})

test('a delivery opens with its attempts, and is replayed', async () => {
  const answered: Attempt = { ...attempt, id: 2, kind: 'replay', ms: 80, status: 200, failure: null }
  server.use(
    mock(at(replayWebhookDelivery, { ...ENVIRONMENT, delivery_id: '7' }), () =>
      HttpResponse.json({
        delivery: { ...delivery, state: 'delivered', next_at: null },
        attempts: [{ ...answered, response: { content_type: 'text/plain', text: 'thanks', is_cut: true } }, attempt],
      }),
    ),
  )
  renderPage(view)
  await userEvent.click(await screen.findByRole('link', { name: /labtest\.order\.updated/ }))
  const panel = await screen.findByRole('complementary', { name: 'Delivery' })
  expect(await within(panel).findByText('No response within 15 seconds.')).toBeTruthy()
  expect(panel.textContent).toContain('Next attempt')
  expect(panel.textContent).toContain('Retrying An attempt failed. Another follows.')
  await userEvent.click(within(panel).getByRole('button', { name: 'Replay' }))
  await expect.poll(() => panel.textContent, { timeout: 10_000 }).toContain('Delivered')
  expect(panel.textContent).toContain('Only the first 4 kB are kept.')
})

test('a replay of all says first how many of what go where, then how far it is', async () => {
  const sent: unknown[] = []
  const disabled = { at: '2026-11-21T06:00:00.000Z', reason: 'gone' }
  const health = { attempts: 0, succeeded: 0, p95_ms: null, last_success_at: null }
  const of = { kind: 'url', url: 'https://portal.test/', event_types: null, created_at: delivery.created_at }
  const endpoint = { ...of, id: ID, name: 'Clinic portal', disabled, previous_secret_until: null, failures: 0, open: 0 }
  server.use(
    mock(at(listWebhookEndpoints, ENVIRONMENT), () => HttpResponse.json({ endpoints: [{ ...endpoint, health }] })),
    mock(at(startWebhookReplay, ENVIRONMENT), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ replay: { ...REPLAY, finished_at: null } }, { status: 201 })
    }),
    mock(at(getWebhookReplay, { ...ENVIRONMENT, replay_id: ID }), () =>
      HttpResponse.json({ replay: { ...REPLAY, done: 1, failed: 1, finished_at: REPLAY.created_at } }),
    ),
  )
  renderPage(view)
  await screen.findByRole('link', { name: /labtest\.order\.updated/ })
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }))
  const dialog = await screen.findByRole('dialog', { name: 'Replay deliveries' })
  const linesOf = (name: string) =>
    within(within(dialog).getByRole('region', { name }))
      .getAllByRole('listitem')
      .map((line) => line.textContent)
  expect(linesOf('By event type')).toEqual(['labtest.order.updated1'])
  expect(linesOf('By endpoint')).toEqual(['Clinic portal Disabled1'])
  expect((await within(dialog).findByText('Oldest event')).nextElementSibling?.textContent).toContain('21 Nov 2026')
  expect(within(dialog).getByText('Not sent: events whose body was removed. They count as failed.')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replay 1 delivery' }))
  expect(await within(dialog).findByText('Done. 1 of 1 sent, 1 failed.')).toBeTruthy()
  expect(sent).toEqual([{ from: expect.any(String) }])
})

test('choices have their numbers in the picker and beside the list; a subject is one ID', async () => {
  renderPage(view)
  await userEvent.click(await screen.findByRole('button', { name: /^Timeout/ }))
  await expect.poll(() => asked.at(-1)?.getAll('codes')).toEqual(['timeout'])
  await userEvent.click(screen.getByRole('button', { name: /^Add filter/ }))
  const picker = await screen.findByRole('dialog')
  await userEvent.click(await within(picker).findByRole('tab', { name: 'Event type' }))
  const type = await within(picker).findByRole('checkbox', { name: 'labtest.order.updated' })
  expect(type.closest('label')?.textContent).toContain('1 delivery')
  await userEvent.click(within(picker).getByRole('tab', { name: 'Subject' }))
  await userEvent.type(await within(picker).findByRole('textbox', { name: /^User or order ID/ }), ID)
  await userEvent.click(within(picker).getByRole('button', { name: /^Show/ }))
  await expect.poll(() => asked.at(-1)?.get('subject')).toBe(ID)
})

test('a body is opened on demand, compared with the version before, and removed', async () => {
  const user = userEvent.setup()
  const params = { ...ENVIRONMENT, delivery_id: '7' }
  const body = { event_type: delivery.event_type, data: { status: 'completed' } }
  const replaced = { message_id: 'msg_0', created_at: delivery.created_at, body: { ...body, data: { status: 'lost' } } }
  let opened = 0
  server.use(
    mock(at(readWebhookDeliveryBody, params), () => {
      opened += 1
      return HttpResponse.json({ delivery, body, replaced })
    }),
    mock(at(expungeWebhookDeliveryBody, params), () =>
      HttpResponse.json({ delivery: { ...delivery, body_state: 'expunged', bytes: 0 }, attempts: [attempt] }),
    ),
  )
  renderPage(view)
  await user.click(await screen.findByRole('link', { name: /labtest\.order\.updated/ }))
  const panel = await screen.findByRole('complementary', { name: 'Delivery' })
  await user.click(await within(panel).findByRole('button', { name: 'Open body' }))
  const lines = await within(panel).findByRole('region', { name: 'Body' })
  expect(lines.textContent).toContain('Before: "status": "lost"')
  expect(lines.textContent).toContain('Now: "status": "completed"')
  expect(within(panel).getByText('1 removed')).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: 'Copy as curl' }))
  const command = () => navigator.clipboard.readText()
  await expect.poll(command).toContain(`'${window.location.origin}${WEBHOOK_PREFIX}/sandbox'`)
  expect(await command()).toContain(JSON.stringify(body))
  expect(opened).toBeGreaterThan(0)
  await user.click(within(panel).getByRole('button', { name: 'Remove body' }))
  await user.type(await screen.findByRole('textbox', { name: /^Type remove/ }), 'remove')
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove body' }))
  expect(await within(panel).findByText(/An administrator removed this body/)).toBeTruthy()
  expect(within(panel).queryByRole('button', { name: 'Replay' })).toBeNull()
})
