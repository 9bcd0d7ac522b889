import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, mock } from '#components/testing/mock.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import {
  countWebhookDeliveries,
  getWebhookDelivery,
  getWebhookReplay,
  listWebhookDeliveries,
  replayWebhookDelivery,
  startWebhookReplay,
} from '#lib/domains/webhooks/deliveries.ts'
import type { Attempt, Delivery } from '#lib/domains/webhooks/delivery.ts'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
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

const asked: URLSearchParams[] = []

beforeEach(() => {
  asked.length = 0
  window.history.replaceState(null, '', '/sandbox/events/deliveries')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  server.use(
    mock(at(listWebhookDeliveries, ENVIRONMENT), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ deliveries: [delivery], total: 1 })
    }),
    mock(at(countWebhookDeliveries, ENVIRONMENT), () =>
      HttpResponse.json({ states: [{ state: 'retrying', count: 1 }], codes: [], event_types: [] }),
    ),
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
  expect(await within(panel).findByText('No complete response within 15 seconds.')).toBeTruthy()
  expect(panel.textContent).toContain('Next attempt')
  await userEvent.click(within(panel).getByRole('button', { name: 'Replay' }))
  await expect.poll(() => panel.textContent, { timeout: 10_000 }).toContain('Delivered')
  expect(panel.textContent).toContain('Only the first 4 kB are kept.')
})

test('a replay of all says how many first, then how far it is', async () => {
  const sent: unknown[] = []
  server.use(
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
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replay 1 delivery' }))
  expect(await within(dialog).findByText('Done. 1 of 1 sent, 1 failed.')).toBeTruthy()
  expect(sent).toEqual([{ from: expect.any(String) }])
})
