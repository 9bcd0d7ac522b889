/** Old results of a newly connected service, and calls that are due: asked about once, never quiet. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CriticalCard } from '#components/orders/overview/critical-card.tsx'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { makeCallback, makeCriticalOrder, makeQueue } from '#lib/domains/orders/critical/callbacks.testing.ts'
import {
  acknowledgeCriticalOrder,
  type CriticalOrder,
  type CriticalQueue,
  listCriticalOrders,
  setCriticalStart,
} from '#lib/domains/orders/critical/critical.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { invalidateCritical } from '#lib/domains/orders/queries.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { setClock } from '#lib/utils/time/clock.ts'
import { CallReminders } from './call-reminders.tsx'
import { OrderCall } from './callback-panel.tsx'
import { OldResultsDialog } from './old-results.tsx'

const PLACE = { environment: 'sandbox' }
const idOf = (place: number) => `6d0f6a4e-000${place}-4c47-8ace-5589bb58a797`
const oldResult = (place: number) =>
  makeCriticalOrder({ order_id: idOf(place), result_at: `2026-10-0${place}T08:00:00.000Z` })

let waiting: CriticalOrder[] = []
let changes: Partial<CriticalQueue> = {}
let sent: { order_id: string; comment: string; closes?: boolean | undefined }[] = []
let starts: unknown[] = []
let refused: string[] = []

beforeEach(() => {
  setClock({ now: () => NOW, running: false })
  waiting = [1, 2, 3].map(oldResult)
  changes = {}
  sent = []
  starts = []
  refused = []
  server.use(
    mock(at(listCriticalOrders, PLACE), ({ request }) => {
      const earlier = new URL(request.url).searchParams.get('earlier_than')
      const earlier_count = earlier && waiting.filter(({ result_at }) => result_at < earlier).length
      const counted = { earlier_count: earlier_count || null, earlier_waiting_count: earlier_count || null }
      return HttpResponse.json(makeQueue({ waiting }, { ...counted, ...changes }))
    }),
    mock(at(acknowledgeCriticalOrder, PLACE), async ({ request }) => {
      const body = acknowledgeCriticalOrder.body.parse(await request.json())
      sent.push(body)
      if (refused.includes(body.order_id)) return HttpResponse.json({ detail: 'A newer result.' }, { status: 409 })
      waiting = waiting.filter(({ order_id }) => order_id !== body.order_id)
      const added = { ...body, id: sent.length, at: new Date(NOW).toISOString(), owner_id: 'own', owner_name: 'Dana' }
      return HttpResponse.json({ added, acknowledgements: [added] }, { status: 201 })
    }),
    mock(at(setCriticalStart, PLACE), async ({ request }) => {
      const body = setCriticalStart.body.parse(await request.json())
      starts.push(body.starts_at)
      changes = { ...body }
      return HttpResponse.json(body)
    }),
  )
})
afterEach(() => setClock(null))

function show(ui: ReactNode, role: Role = 'administrator') {
  const { client } = renderPage(
    <RoleProvider role={role}>
      {ui}
      <ToastHost />
    </RoleProvider>,
  )
  return { ...userEvent.setup(), client }
}
const card = (role: Role) => (
  <CriticalCard environment="sandbox" viewer={{ id: 'own', role }} onCall={() => undefined} />
)

test('who may set it is asked for the start, with the number on either side, until somebody chooses', async () => {
  waiting = [...waiting, makeCriticalOrder({ order_id: idOf(9), result_at: new Date(NOW - 60_000).toISOString() })]
  const user = show(card('administrator'))
  const question = within(await screen.findByRole('region', { name: 'Start of critical results' }))
  expect(question.getByText(/3 untouched results came before today, 1 other/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Count all of them' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Start of critical results' })).toBeNull())
  expect(starts).toEqual(['1970-01-01T00:00:00Z'])
})

test('sides of a list that wasn’t read whole are at least so many', async () => {
  changes = { is_whole: false }
  show(card('administrator'))
  expect(await screen.findByText(/3\+ untouched results came before today, 0\+ others/)).toBeTruthy()
})

test('results from before the start date are never called settled, and their number stays on the card', async () => {
  waiting = []
  changes = { starts_at: '2026-11-01T00:00:00Z', before_start_count: 3, looked_at: 3, total: 3 }
  renderPage(<CriticalCard environment="sandbox" viewer={{ id: 'own', role: 'support' }} onCall={() => undefined} />)
  expect(await screen.findByText('Not counted: 3 results from before the start date.')).toBeTruthy()
  expect(screen.getByText('Nothing open since the start date.')).toBeTruthy()
  expect(screen.queryByText('All critical results are settled.')).toBeNull()
})

test('a call about an order that doesn’t load says which order it is', async () => {
  server.use(mock(listOrders, () => HttpResponse.json({ orders: [], total: 0, page: 1, size: 50 })))
  show(<OrderCall environment="sandbox" order_id={idOf(1)} onClose={() => undefined} />)
  expect(await screen.findByText(`Order ${shortId(idOf(1))} didn’t load.`)).toBeTruthy()
})

test('a start date is saved at the beginning of its day', async () => {
  const user = show(card('administrator'))
  await user.click(await screen.findByRole('button', { name: 'Choose a start date' }))
  const dialog = within(await screen.findByRole('dialog'))
  // No day is proposed.
  await user.click(dialog.getByRole('button', { name: 'Save start date' }))
  expect(starts).toEqual([])
  await user.type(dialog.getByLabelText('Date'), '2026-11-19')
  await user.click(dialog.getByRole('button', { name: 'Save start date' }))
  await waitFor(() => expect(starts).toHaveLength(1))
  expect(Date.parse(String(starts[0]))).toBe(Date.parse('2026-11-19T00:00:00Z'))
})

test('nobody else is asked', async () => {
  show(card('lab_coordinator'), 'lab_coordinator')
  expect(await screen.findByRole('button', { name: 'Old results' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Start of critical results' })).toBeNull()
})

test('all old ones are closed with one reason, each by a call of its own; one that is refused stops no other', async () => {
  refused = [idOf(2)]
  const user = show(
    <OldResultsDialog environment="sandbox" starts_at={null} onClose={() => undefined} />,
    'lab_coordinator',
  )
  await user.type(await screen.findByLabelText('Date'), '2026-11-19')
  await user.click(await screen.findByRole('button', { name: 'Close 3 results' }))
  expect(await screen.findAllByText('Say why nothing more is to be done.')).not.toHaveLength(0)
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Settled in the old system.')
  await user.click(screen.getByRole('button', { name: 'Close 3 results' }))
  expect(await screen.findByText('2 results closed, 1 not.')).toBeTruthy()
  expect(sent.map(({ order_id }) => order_id).sort()).toEqual([1, 2, 3].map(idOf))
  expect(new Set(sent.map(({ comment, closes }) => `${comment} ${closes}`))).toEqual(
    new Set(['Settled in the old system. true']),
  )
})

test('as many are closed as were counted, and none where what came before doesn’t wait', async () => {
  changes = { earlier_count: 3, earlier_waiting_count: 2 }
  const user = show(<OldResultsDialog environment="sandbox" starts_at={null} onClose={() => undefined} />, 'support')
  await user.type(await screen.findByLabelText('Date'), '2026-11-19')
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Settled in the old system.')
  await user.click(await screen.findByRole('button', { name: 'Close 2 results' }))
  expect(await screen.findByText('2 results closed.')).toBeTruthy()
  expect(sent).toHaveLength(2)
  changes = { earlier_count: 3, earlier_waiting_count: 0 }
  show(<OldResultsDialog environment="sandbox" starts_at="2026-11-19T00:00:00Z" onClose={() => undefined} />, 'support')
  expect(await screen.findByText('No result from before this date waits.')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Close results' }).at(-1) ?? document.body)
  expect(sent).toHaveLength(2)
})

test.each(['support', 'administrator'] as const)('no date ahead, which would silence what comes: %s', async (role) => {
  const user = show(<OldResultsDialog environment="sandbox" starts_at={null} onClose={() => undefined} />, role)
  const day = await screen.findByLabelText('Date')
  await user.clear(day)
  await user.type(day, '2027-11-19')
  const reason = screen.queryByRole('textbox', { name: /^Reason/ })
  if (reason) await user.type(reason, 'Settled in the old system.')
  await user.click(screen.getByRole('button', { name: /^(Close .*results|Save start date)$/ }))
  expect(await screen.findAllByText(/^Choose today or an earlier date/)).not.toHaveLength(0)
  expect([sent, starts]).toEqual([[], []])
})

test('what is settled in another window keeps its place and says by whom, also where the viewer did it or owns it', async () => {
  const taken = { id: 1, at: new Date(NOW).toISOString(), owner_id: 'own', owner_name: 'Dana', comment: 'Mine.' }
  const owned = oldResult(1)
  const owner = { ...taken, order_id: owned.order_id, result_at: owned.result_at }
  const read = { order_id: owned.order_id, result_at: owned.result_at, outcome: 'read_back' } as const
  const rosas = makeCallback({ ...read, next_attempt_at: null, recorded_by_name: 'Rosa Adeyemi' })
  waiting = [2, 3].map(oldResult)
  changes = { acknowledged: [{ ...owned, state: 'acknowledged', acknowledgements: [owner] }] }
  const user = show(card('support'), 'support')
  const lines = () => [...screen.getByRole('list', { name: 'Waiting' }).children].map(({ textContent }) => textContent)
  await waitFor(() => expect(lines()).toHaveLength(3))
  const closing = { ...taken, order_id: idOf(2), result_at: oldResult(2).result_at, closes: true }
  changes = {
    acknowledged: [
      { ...owned, state: 'reached', acknowledgements: [owner], callbacks: [rosas] },
      { ...oldResult(2), state: 'closed', acknowledgements: [closing] },
    ],
  }
  waiting = [oldResult(3)]
  invalidateCritical(user.client)
  await waitFor(() => expect(lines()[0]).toContain('Reached and read back, recorded by Rosa Adeyemi'))
  expect(lines()[1]).toContain('Closed by Dana')
  await user.keyboard('x')
  await waitFor(() => expect(lines()).toHaveLength(1))
})

const called = (next: number, recorded_by_id = 'own') =>
  makeCriticalOrder({
    order_id: idOf(1),
    patient_address: { receiver_name: 'Ann Moss' },
    callbacks: [
      makeCallback({ order_id: idOf(1), recorded_by_id, next_attempt_at: new Date(NOW + next).toISOString() }),
    ],
  })
const reminders = <CallReminders environment="sandbox" viewer_id="own" />

test('a call that is due reminds its owner with order and person, and the computer without a name', async () => {
  const told: string[] = []
  class Told {
    static permission = 'granted'
    constructor(title: string, { body }: { body: string }) {
      told.push(`${title}. ${body}`)
    }
    close() {}
  }
  vi.stubGlobal('Notification', Told)
  waiting = [called(-60_000)]
  const user = show(reminders)
  const reminder = within(await screen.findByRole('region', { name: 'Callback due' }))
  expect(reminder.getByText(/A callback has been due since 20:31: order/)).toBeTruthy()
  expect(await reminder.findByText('Ann Moss')).toBeTruthy()
  expect(reminder.getByRole('link', { name: 'Open order' }).getAttribute('href')).toBe(`/sandbox/orders/${idOf(1)}`)
  expect(told).toEqual([expect.stringMatching(/^A callback is due\. Order 6d0f6a4e/)])
  expect(told.join()).not.toContain('Moss')
  await user.click(reminder.getByRole('button', { name: 'Close reminder' }))
  expect(screen.queryByRole('region', { name: 'Callback due' })).toBeNull()
})

test.each([
  ['isn’t due yet', called(60_000)],
  ['is a colleague’s', called(-60_000, 'rosa')],
])('a call that %s reminds nobody here', async (_, order) => {
  waiting = [order]
  show(reminders)
  await waitFor(() => expect(document.querySelector('[role=status]')).not.toBeNull())
  expect(screen.queryByRole('region', { name: 'Callback due' })).toBeNull()
})

test('a critical order that can’t be read is named, and the number is at least so many', async () => {
  changes = { unreadable: [{ at: 0, id: idOf(7), field: 'events.0.created_at' }] }
  show(card('lab_coordinator'), 'lab_coordinator')
  expect(await screen.findByText('events.0.created_at')).toBeTruthy()
  expect(screen.getByText(/at least/).parentElement?.textContent).toContain('3+')
})
