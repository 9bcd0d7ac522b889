import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { getMyWork } from '#lib/domains/contacts/contacts.ts'
import { makeCallback, makeCriticalOrder, makeQueue } from '#lib/domains/orders/critical/callbacks.testing.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  type CriticalQueue,
  listCriticalOrders,
} from '#lib/domains/orders/critical/critical.ts'
import { getOverview, type Overview } from '#lib/domains/orders/worklist/overview.ts'
import { STUCK_RULES } from '#lib/domains/orders/worklist/problems.ts'
import { listWorklist, type Worklist } from '#lib/domains/orders/worklist/worklist.ts'
import { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { OverviewView } from './overview-view.tsx'

const OLDEST = new Date(NOW - 50 * 3_600_000).toISOString()
const NO_QUEUE = makeQueue()
const NOTHING_TO_DO: Worklist = {
  counted_at: new Date(NOW).toISOString(),
  filter: 'all',
  items: [],
  counts: {},
  replaced: 0,
  unchecked: 0,
  missing: null,
}
const MENTION = {
  ...{ id: '0000000d-0000-4000-8000-000000000000', user_id: '0000000a-0000-4000-8000-000000000000', order_id: null },
  ...{ by_name: 'Rosa Adeyemi', at: new Date(NOW).toISOString() },
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
    mock(at(getMyWork, { environment: 'sandbox' }), () =>
      HttpResponse.json({ assigned: 0, assigned_at: null, mentions: [MENTION] }),
    ),
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
  expect(within(stages).getByRole('link', { name: /Results in.*at least 7/ })).toBeTruthy()
  expect(screen.getByText(/Some counts are missing. The service took too long./)).toBeTruthy()
  expect(screen.getByText('Updated 5 min ago')).toBeTruthy()
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
  const card = screen.getByRole('region', { name: 'Critical results' })
  expect(card.dataset.tone).toBe('neutral')
  expect(await within(card).findByText('Unknown')).toBeTruthy()
  expect(card.dataset.tone).toBe('warn')
  expect(within(card).getByRole('alert').textContent).toContain('Critical results didn’t load.')
  expect(within(card).queryByText('0')).toBeNull()
})

const idOf = (index: number) => `0000000${index}-0000-4000-8000-000000000000`
const ORDER = makeCriticalOrder({ patient_address: { receiver_name: 'Pat Moe' }, result_at: OLDEST })
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
  answer(overviewWith({}), makeQueue({ waiting }, { total: 1900, looked_at: 1000, is_whole: false }))
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
  const card = screen.getByRole('region', { name: 'Critical results' })
  expect(await within(card).findByText('No call recorded, 2 d 2 h')).toBeTruthy()
  expect(card.textContent).toContain('at least 1+')
  expect(within(card).getByText('1 min ago, an earlier result')).toBeTruthy()
  expect(within(card).getByText('Only the newest 1,000 of 1,900 critical orders are checked.')).toBeTruthy()
  expect(within(card).getByText('Acknowledgments and calls are stored in this console only.')).toBeTruthy()
  await user.click(within(card).getByRole('button', { name: 'Acknowledge order 3cb73ce0…a797' }))
  const dialog = await screen.findByRole('dialog', { name: 'Acknowledge critical result' })
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect(within(dialog).getByText('Say what was done or who was informed.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: 'Comment' }), ' Told Dr Moss.')
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect(await within(dialog).findByText('The service can’t be reached.')).toBeTruthy()
  const readBack = makeCallback({
    order_id: ORDER.order_id,
    result_at: OLDEST,
    outcome: 'read_back',
    next_attempt_at: null,
  })
  const acknowledgements = [earlier, others, own]
  const acknowledged = [{ ...ORDER, state: 'reached' as const, acknowledgements, callbacks: [readBack] }]
  answer(overviewWith({}), makeQueue({ acknowledged }))
  await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText(/Ben also acknowledged it. Both acknowledgments are saved./)).toBeTruthy()
  expect(sent[1]).toEqual({
    order_id: ORDER.order_id,
    result_at: OLDEST,
    result_id: 1,
    comment: 'Told Dr Moss.',
    closes: false,
  })
  expect(await within(card).findByText('All critical results are settled.')).toBeTruthy()
  // The line has left with its button: the focus stays in the card.
  const heading = within(card).getByRole('heading', { name: 'Critical results' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const list = within(card).getByRole('list', { name: 'Settled', hidden: true })
  expect(within(list).getByText('On it.')).toBeTruthy()
  expect(within(list).getByText('Told Dr Moss.')).toBeTruthy()
})

test('what is acknowledged but not reached stays, with its missed call and next attempt; a corrected value says so', async () => {
  const later = new Date(NOW + 90 * 60_000).toISOString()
  const missed = makeCallback({ order_id: ORDER.order_id, result_at: OLDEST, next_attempt_at: later })
  const owned = {
    ...ORDER,
    state: 'acknowledged' as const,
    acknowledgements: [taken(1, 'Ann', 'Mine.')],
    callbacks: [missed],
  }
  const fresh = makeCriticalOrder({ order_id: idOf(2), result_at: new Date(NOW - 5 * 60_000).toISOString() })
  const corrected = makeCriticalOrder({
    order_id: idOf(3),
    is_critical: false,
    state: 'no_longer_critical',
    result_at: new Date(NOW - 60 * 60_000).toISOString(),
    no_longer_critical_since: new Date(NOW - 60 * 60_000).toISOString(),
    callbacks: [makeCallback({ order_id: idOf(3), result_at: OLDEST, outcome: 'read_back', next_attempt_at: null })],
  })
  answer(overviewWith({}), makeQueue({ waiting: [fresh, corrected], acknowledged: [owned] }))
  renderPage(view)
  const lines = within(await screen.findByRole('list', { name: 'Waiting' })).getAllByRole('listitem')
  const [first, second, third] = lines.filter(({ parentElement }) => parentElement?.ariaLabel === 'Waiting')
  expect(first?.textContent).toMatch(/2 d 2 h · 1 missed call · next attempt 22:02/)
  expect(second?.textContent).toContain('No call recorded, 5 min')
  expect(third?.textContent).toMatch(/No longer critical since 19:32 · old value told to ordering provider/)
  expect(within(screen.getByRole('region', { name: 'Critical results' })).getByText('3')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Close order/ })).toHaveLength(2)
})

test('who may not acknowledge reads whom to ask; the trend is a table too', async () => {
  const waiting = [{ ...ORDER, acknowledgements: [] }]
  answer(overviewWith({}), makeQueue({ waiting }))
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

function HalfWritten() {
  return useLeaveGuard(true).isAsking ? <p>Leave it?</p> : null
}

test('a call about one order is not lost by another', async () => {
  answer(overviewWith({}), makeQueue({ waiting: [ORDER] }))
  renderPage([
    <OverviewView key="page" environment="sandbox" viewer={viewer} failure={null} />,
    <HalfWritten key="call" />,
  ])
  await userEvent.setup().click(await screen.findByRole('button', { name: /^Log call about/ }))
  expect(screen.getByText('Leave it?')).toBeTruthy()
})

test('a mention leads to the person’s timeline, until it is marked as seen', async () => {
  const user = userEvent.setup()
  answer(overviewWith({}))
  renderPage(view)
  const link = await screen.findByRole('link', { name: 'Rosa Adeyemi mentioned you' }, { timeout: 5_000 })
  expect(link.getAttribute('href')).toBe(`/sandbox/users/${MENTION.user_id}#timeline`)
  await user.click(screen.getByRole('button', { name: 'Mark as seen' }))
  expect(screen.queryByRole('region', { name: 'Mentions' })).toBeNull()
})
