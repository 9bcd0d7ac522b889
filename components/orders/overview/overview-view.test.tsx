import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, mock } from '#components/testing/mock.ts'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { listAudit } from '#lib/domains/audit/audit.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  type CriticalQueue,
  listCriticalOrders,
} from '#lib/domains/orders/critical/critical.ts'
import { getOverview, type Overview } from '#lib/domains/orders/worklist/overview.ts'
import { STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { listWorklist, type Worklist } from '#lib/domains/orders/worklist/worklist.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { OverviewView } from './overview-view.tsx'

const OLDEST = new Date(NOW - 50 * 3_600_000).toISOString()
const NO_QUEUE: CriticalQueue = { waiting: [], waiting_count: 0, acknowledged: [], total: 0, looked_at: 0 }
const NOTHING_TO_DO: Worklist = {
  counted_at: new Date(NOW).toISOString(),
  items: [],
  counts: {},
  replaced: 0,
  unchecked: 0,
  missing: null,
}
const CHECKED = { replaced: 0, unchecked: 0 }
const COUNTED = { missing: null, oldest_at: null, ...CHECKED }

function overviewWith(counts: Readonly<Record<string, number | null>>, problem: string | null = null): Overview {
  return {
    counted_at: new Date(NOW - 5 * 60_000).toISOString(),
    problem,
    statuses: LOW_LEVEL_STATUSES.map((status) => {
      const count = counts[status] === undefined ? 0 : counts[status]
      return count === null
        ? { status, count, missing: 'The service took too long.', oldest_at: null, ...CHECKED }
        : { status, count, missing: null, oldest_at: count > 0 ? OLDEST : null, ...CHECKED }
    }),
    stuck: STUCK_RULES.map(({ name, statuses }, index) => ({
      ...COUNTED,
      rule: name,
      days: [14, 14, 5, 30, 7][index] ?? 0,
      statuses: [...statuses],
      unchanged_since: '2026-11-07T08:00:00.000Z',
      count: name === 'in_transit' ? 3 : 0,
    })),
    trend: [
      { day: '2026-11-19', methods: ORDER_METHODS.map((method, index) => ({ method, count: index, missing: null })) },
    ],
  }
}

function answer(overview: Overview, queue: CriticalQueue = NO_QUEUE) {
  server.use(
    mock(at(listCriticalOrders, { environment: 'sandbox' }), () => HttpResponse.json(queue)),
    mock(at(getOverview, { environment: 'sandbox' }), () => HttpResponse.json(overview)),
    mock(at(listWorklist, { environment: 'sandbox' }), () => HttpResponse.json(NOTHING_TO_DO)),
    mock(listAudit, () => HttpResponse.json({ entries: [], next: null })),
  )
}

const viewer = { id: 'own', role: 'lab_coordinator' } as const
const view = <OverviewView environment="sandbox" viewer={viewer} failure={null} />

// jsdom has no layout: the chart never comes near, and so is not loaded.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const hrefOf = (element: HTMLElement) => decodeURIComponent(element.getAttribute('href') ?? '')

test('stages and ends lead to their orders, with age and what is missing', async () => {
  answer(overviewWith({ ordered: 1_200, registered: 30, lost: 4, completed: null, corrected: 7, cancelled: 2 }))
  renderPage(view)
  const stages = await screen.findByRole('list', { name: 'Stages' })
  const placed = await within(stages).findByRole('link', { name: /Placed.*1,230/ })
  expect(hrefOf(placed)).toBe(
    '/sandbox/orders?status=awaiting_registration&status=ordered&status=registered&status=requisition_bypassed&status=requisition_created',
  )
  expect(placed.textContent).toContain('oldest 2 d 2 h')
  expect(hrefOf(within(stages).getByRole('link', { name: 'Ordered 1,200' }))).toBe('/sandbox/orders?status=ordered')
  expect(within(stages).getByRole('link', { name: /Results in.*at least 7/ })).toBeTruthy()
  expect(within(stages).getByRole('link', { name: /Completed.*Not counted/ })).toBeTruthy()
  expect(screen.getByText(/Some counts are missing. The service took too long./)).toBeTruthy()
  expect(screen.getByText('Counted 5 min ago')).toBeTruthy()
  const ends = screen.getByRole('list', { name: 'Orders that ended another way' })
  expect(hrefOf(within(ends).getByRole('link', { name: 'Closed 2' }))).toContain('status=cancelled')
})

test('what failed can be tried again, and older counts stay with the reason', async () => {
  answer(overviewWith({}))
  server.use(
    mock(at(getOverview, { environment: 'sandbox' }), () =>
      HttpResponse.json({ detail: 'The console is busy.' }, { status: 503 }),
    ),
  )
  renderPage(view)
  expect(await screen.findByRole('heading', { name: 'Overview didn’t load' })).toBeTruthy()
  answer(overviewWith({ lost: 4 }, 'The service can’t be reached.'))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('These counts couldn’t be refreshed. The service can’t be reached.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Failed 4' })).toBeTruthy()
})

test('critical results that didn’t load are unknown, not none', async () => {
  answer(overviewWith({}))
  const failing = () => HttpResponse.json({ detail: 'The service can’t be reached.' }, { status: 503 })
  server.use(mock(at(listCriticalOrders, { environment: 'sandbox' }), failing))
  renderPage(view)
  const card = screen.getByRole('region', { name: 'Critical results to acknowledge' })
  expect(card.dataset.tone).toBe('neutral')
  expect(await within(card).findByText('Unknown')).toBeTruthy()
  expect(card.dataset.tone).toBe('warn')
  expect(within(card).getByRole('alert').textContent).toContain('Critical results didn’t load.')
  expect(within(card).queryByText('0')).toBeNull()
})

const ORDER = {
  order_id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
  user_id: '00000001-0000-4000-8000-000000000000',
  patient_address: { receiver_name: 'Pat Moe' },
  test: 'Lipids',
  result_at: OLDEST,
  callbacks: [],
}
const taken = (id: number, owner: string, comment: string, result_at = OLDEST): Acknowledgement => ({
  id,
  order_id: ORDER.order_id,
  result_at,
  at: new Date(NOW - 60_000).toISOString(),
  owner_id: owner.toLowerCase(),
  owner_name: owner,
  comment,
})

test('a critical result is acknowledged with a comment; what another did meanwhile is said and kept', async () => {
  const earlier = taken(1, 'Ann', 'Seen.', '2026-11-01T00:00:00.000Z')
  const waiting = [{ ...ORDER, acknowledgements: [earlier] }]
  answer(overviewWith({}), { ...NO_QUEUE, waiting, waiting_count: 1, total: 900, looked_at: 300 })
  const sent: unknown[] = []
  const [others, own] = [taken(2, 'Ben', 'On it.'), taken(3, 'Own', 'Told Dr Moss.')]
  const replies = [
    HttpResponse.json({ detail: 'The service can’t be reached.' }, { status: 503 }),
    HttpResponse.json({ added: own, acknowledgements: [earlier, others, own] }, { status: 201 }),
  ]
  server.use(
    mock(at(acknowledgeCriticalOrder, { environment: 'sandbox' }), async ({ request }) => {
      sent.push(await request.json())
      return replies.shift()
    }),
  )
  const user = userEvent.setup()
  renderPage(
    <>
      {view}
      <ToastHost />
    </>,
  )
  const card = screen.getByRole('region', { name: 'Critical results to acknowledge' })
  expect(await within(card).findByText('2 d ago')).toBeTruthy()
  expect(within(card).getByText('1 min ago, an earlier result')).toBeTruthy()
  expect(within(card).getByText(/^Not reached for 2 d/)).toBeTruthy()
  expect(within(card).getByText(/Only the newest 300 critical orders are checked/)).toBeTruthy()
  expect(within(card).getByText('Acknowledgments are stored in this console only.')).toBeTruthy()
  await user.click(within(card).getByRole('button', { name: 'Acknowledge order 3cb73ce0…a797' }))
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge critical result' })
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect(within(dialog).getByText('Say what was done or who was informed.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), ' Told Dr Moss.')
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect(await within(dialog).findByText('The service can’t be reached.')).toBeTruthy()
  const acknowledged = [{ ...ORDER, acknowledgements: [earlier, others, own] }]
  answer(overviewWith({}), { ...NO_QUEUE, acknowledged, total: 1, looked_at: 1 })
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText('Ben also acknowledged it. Both acknowledgments are saved.')).toBeTruthy()
  expect(sent[1]).toEqual({ order_id: ORDER.order_id, result_at: OLDEST, comment: 'Told Dr Moss.' })
  expect(await within(card).findByText('All critical results are acknowledged.')).toBeTruthy()
  // The line has left with its button: the focus stays in the card.
  const heading = within(card).getByRole('heading', { name: 'Critical results to acknowledge' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const list = within(card).getByRole('list', { name: 'Acknowledged', hidden: true })
  expect(within(list).getByText('On it.')).toBeTruthy()
  expect(within(list).getByText('Told Dr Moss.')).toBeTruthy()
})

test('who may not acknowledge reads whom to ask; the trend is a table too', async () => {
  const waiting = [{ ...ORDER, acknowledgements: [] }]
  answer(overviewWith({}), { ...NO_QUEUE, waiting, waiting_count: 1, total: 1, looked_at: 1 })
  renderPage(<OverviewView environment="sandbox" viewer={{ id: 'own', role: 'read_only' }} failure={null} />)
  expect(await screen.findByText(/doesn’t include “Acknowledge critical results”. Ask your administrator/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
  expect(await screen.findByText(/^6 orders in 1 day. Days in your time zone, /)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  const table = screen.getByRole('table', { name: 'Orders by day and method' })
  expect(within(table).getByRole('row', { name: '19 Nov 2026 0 1 2 3 6' })).toBeTruthy()
  expect(within(table).getByRole('row', { name: 'Total 0 1 2 3 6' })).toBeTruthy()
  expect(hrefOf(within(table).getAllByRole('link', { name: '3' })[0] ?? table)).toBe(
    '/sandbox/orders?order_type=on_site_collection&start_date=2026-11-19&end_date=2026-11-19',
  )
})
