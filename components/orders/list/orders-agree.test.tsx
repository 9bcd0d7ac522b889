import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listCallbacks } from '#lib/domains/orders/critical/callbacks.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { problemOf } from '#lib/domains/orders/worklist/problems.ts'
import { findPeople } from '#lib/domains/users/directory.ts'
import { countViews, listViews } from '#lib/domains/views/views.ts'
import { decodeQuery } from '#lib/kernel/wire.ts'
import { testSandbox } from '#lib/sandbox/sandbox.testing.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { setClock } from '#lib/utils/time/clock.ts'
import { OrdersView } from './orders-view.tsx'
// Loaded before it is shown: on a busy machine that takes longer than a test waits.
import './order-peek.tsx'

const { records, get } = await testSandbox({ users: 60, orders: 600 }, new Date('2026-11-21'))
type Fits = (record: (typeof records)[number]) => boolean

const NO_VIEWS = { views: [], defaults: { own: null, roles: {}, first: 'all' }, may_share: false, may_set_roles: false }

const LIMITS = { days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }
const FOUND_NOBODY = {
  ...{ users: [], users_total: 0, people: [], total: 0, is_cut: false, is_withheld: false },
  state: { users: 60, complete_at: null, crawl: null, problem: null, retry_at: null },
  index: { share: 1, problem: null, lacks_demographics: false },
}
/** The queries that the browser sent, and what stood in the address of each call. */
let sent: { query: Record<string, unknown>; address: string }[] = []

async function answer({ request }: { request: Request }) {
  const url = new URL(request.url)
  const text = request.method === 'POST' ? await request.text() : url.search.slice(1)
  sent.push({ query: decodeQuery(listOrders.query, new URLSearchParams(text)), address: url.search })
  const response = await get(`${listOrders.path}?${text}`)
  return HttpResponse.json(await response.json(), { status: response.status })
}

beforeEach(() => {
  sent = []
  server.use(
    mock(at(listViews, { environment: 'sandbox', list: 'orders' }), () => HttpResponse.json(NO_VIEWS)),
    mock(at(countViews, { environment: 'sandbox', list: 'orders' }), () => HttpResponse.json({ counts: [] })),
    mock(at(listCallbacks, { environment: 'sandbox' }), () => HttpResponse.json({ callbacks: [] })),
    mock(at(getStuckLimits, { environment: 'sandbox' }), () => HttpResponse.json(LIMITS)),
    mock(at(findPeople, { environment: 'sandbox' }), () => HttpResponse.json(FOUND_NOBODY)),
    mock(listOrders, answer),
    mock(listOrders, answer),
  )
})

const SIZE = 4
const lowOf = ({ order }: (typeof records)[number]) => lastLowLevelStatus(order.events)
const newest = records.toSorted(
  ({ order: a }, { order: b }) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id),
)
const [some] = newest.slice(40)
const redrawn = records.find(({ order }) => (order.order_transaction?.orders.length ?? 0) > 1)?.order
const ids = newest.filter((_, index) => index % 100 === 7).map(({ order }) => order.id)
const family = some?.patient_name.split(' ').at(-1) ?? ''
const recipient = some?.order.patient_address?.receiver_name ?? ''
const holds = (text: string | null | undefined, part: string) =>
  text?.toLowerCase().includes(part.toLowerCase()) ?? false
// The viewer of these tests reads UTC.
const between = (value: string, from: string, to: string) => value >= from && value <= `${to}T23:59:59.999Z`

const CASES: [name: string, search: string, fits: Fits, held?: Readonly<Record<string, string>>][] = [
  ['nothing', '', () => true],
  ['status', 'status=completed&status=lost', (record) => ['completed', 'lost'].includes(lowOf(record) ?? '')],
  ['a status nobody knows', 'status=held_for_review', () => false],
  ['method', 'order_type=walk_in_test', ({ order }) => order.details.type === 'walk_in_test'],
  ['activation', 'order_activation_types=scheduled', ({ activation_type }) => activation_type === 'scheduled'],
  ['result', 'interpretation=abnormal', ({ order }) => order.interpretation === 'abnormal'],
  ['no result', 'interpretation=unknown', ({ order }) => !order.interpretation],
  ['critical', 'is_critical=true', ({ order }) => order.interpretation === 'critical'],
  ['not critical', 'is_critical=false', ({ order }) => order.interpretation !== 'critical'],
  ['created from', 'start_date=2026-10-25', ({ order }) => order.created_at >= '2026-10-25'],
  ['created to', 'end_date=2026-06-30', ({ order }) => between(order.created_at, '', '2026-06-30')],
  ['updated from', 'updated_start_date=2026-11-01', ({ order }) => order.updated_at >= '2026-11-01'],
  ['updated to', 'updated_end_date=2026-06-30', ({ order }) => between(order.updated_at, '', '2026-06-30')],
  ['user', `user_id=${some?.order.user_id}`, ({ order }) => order.user_id === some?.order.user_id],
  ['A search can have up to', ids.map((id) => `order_ids=${id}`).join('&'), ({ order }) => ids.includes(order.id)],
  [
    'transaction',
    `order_transaction_id=${redrawn?.order_transaction?.id}`,
    ({ order }) => order.order_transaction?.id === redrawn?.order_transaction?.id,
  ],
  ['patient', '', ({ patient_name }) => holds(patient_name, family), { 'orders.patient_name': family }],
  [
    'recipient',
    '',
    ({ order }) => holds(order.patient_address?.receiver_name, recipient),
    { 'orders.shipping_recipient_name': recipient },
  ],
  ['any text', '', ({ order }) => order.id === some?.order.id, { 'orders.search_input': some?.order.id ?? '' }],
  [
    'all together',
    'is_critical=false&order_type=testkit&start_date=2026-03-01&updated_end_date=2026-11-15',
    ({ order }) =>
      order.interpretation !== 'critical' &&
      order.details.type === 'testkit' &&
      order.created_at >= '2026-03-01' &&
      between(order.updated_at, '', '2026-11-15'),
  ],
]

test('every filter that the service takes is among the cases', () => {
  const asked = CASES.flatMap(([, search, , held = {}]) => [
    ...new URLSearchParams(search).keys(),
    ...Object.keys(held).map((key) => key.replace('orders.', '')),
  ])
  const { page, size, order_key, order_direction, ...filters } = listOrders.query.shape
  expect(Object.keys(filters).filter((key) => !asked.includes(key))).toEqual([])
})

test.each(CASES)(
  '%s: what is sent, what the service finds and what the table shows agree',
  async (name, search, fits, held = {}) => {
    renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, {
      search: `?${search}&size=${SIZE}`,
      held,
    })
    const expected = newest.filter(fits).map(({ order }) => order.id)
    if (expected.length === 0) await screen.findByText('No orders match')
    else {
      const shown =
        name === 'nothing' ? `${formatCount(expected.length)} orders` : `${formatCount(expected.length)} found`
      await screen.findByText(`${shown}, newest first`)
      const links = within(screen.getByRole('table', { name: 'Orders' })).getAllByRole('link')
      expect(links.map(({ title }) => title)).toEqual(expected.slice(0, SIZE))
    }
    const [first] = sent
    expect(listOrders.query.safeParse(first?.query).success).toBe(true)
    expect(first?.query).toMatchObject({ page: 1, size: SIZE, order_key: 'created_at', order_direction: 'desc' })
    for (const text of Object.values(held)) expect(decodeURIComponent(first?.address ?? text)).not.toContain(text)
    expect(name === 'a status nobody knows' || expected.length > 0).toBe(true)
  },
)

test.each([
  [
    'order_key=patient_name&order_direction=asc',
    (a: string, b: string) => a.localeCompare(b, 'en'),
    'by patient name, A to Z',
  ],
  [
    'order_key=patient_name&order_direction=desc',
    (a: string, b: string) => b.localeCompare(a, 'en'),
    'by patient name, Z to A',
  ],
])('%s sorts the rows, and the heading says so', async (search, compare, words) => {
  renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, {
    search: `?${search}&size=${SIZE}`,
  })
  await screen.findByText(`600 orders, ${words}`)
  const links = within(screen.getByRole('table', { name: 'Orders' })).getAllByRole('link')
  const names = links.map(({ title }) => records.find(({ order }) => order.id === title)?.patient_name ?? '')
  expect(names).toEqual(
    records
      .map(({ patient_name }) => patient_name)
      .toSorted(compare)
      .slice(0, SIZE),
  )
})

test('the head of a column sorts: its own way first, then the other; the page begins again', async () => {
  const user = userEvent.setup()
  renderPage(<OrdersView environment="sandbox" user_id={null} columns="id.status~200.*roomy" failure={null} />, {
    search: `?size=${SIZE}&page=2`,
  })
  await screen.findByText('600 orders, newest first')
  const table = screen.getByRole('table', { name: 'Orders' })
  const head = (name: string) => within(table).getByRole('columnheader', { name })
  expect(table.dataset).toMatchObject({ density: 'roomy' })
  expect(table.style.getPropertyValue('--line-columns')).toMatch(/^172px 200px /)
  expect(head('Created').getAttribute('aria-sort')).toBe('descending')
  expect(within(head('Result')).queryByRole('button')).toBeNull()
  await user.click(within(head('Status')).getByRole('button'))
  await screen.findByText('600 orders, by last status, A to Z')
  expect(head('Status').getAttribute('aria-sort')).toBe('ascending')
  expect(window.location.search).toBe(`?order_key=last_status&order_direction=asc&size=${SIZE}`)
  await user.click(within(head('Status')).getByRole('button'))
  await screen.findByText('600 orders, by last status, Z to A')
  // The next page may have been read ahead since.
  const asked = expect.objectContaining({ page: 1, order_key: 'last_status', order_direction: 'desc' })
  expect(sent.map(({ query }) => query)).toContainEqual(asked)
})

test('filters that nothing can fit are explained, and nothing is sent', async () => {
  const { client } = renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, {
    search: '?start_date=2026-11-02&end_date=2026-11-01',
  })
  expect(await screen.findByText(/Created: the last day is before/)).toBeTruthy()
  expect(client.isFetching({ queryKey: ['service', 'sandbox', 'list_orders'] })).toBe(0)
  expect(sent).toEqual([])
})

test('on a user’s own page it is that user’s list, whatever the address says', async () => {
  const user_id = some?.order.user_id ?? ''
  renderPage(<OrdersView environment="sandbox" user_id={user_id} columns={null} failure={null} />, {
    search: `?user_id=${ids[0]}&size=${SIZE}`,
  })
  await screen.findByRole('heading', { level: 2, name: 'Orders' })
  await screen.findByRole('navigation', { name: 'Pages of orders' })
  expect(sent[0]?.query).toMatchObject({ user_id })
  expect(screen.queryByRole('button', { name: /^User ID/ })).toBeNull()
})

test('the view of stuck orders shows all that are stuck by the rule, and nothing else', async () => {
  const now = Date.parse('2026-11-26T15:00:00Z')
  setClock({ now: () => now, running: false })
  const stuck = newest.filter(({ order }) => problemOf(order, now, STUCK_DAYS)?.kind === 'stuck')
  expect(stuck.length).toBeGreaterThan(SIZE)
  renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, {
    search: `?stuck=true&size=${SIZE}`,
  })
  expect(await screen.findByText(`${formatCount(stuck.length)} found, newest first`)).toBeTruthy()
  expect(sent.every(({ query }) => 'updated_end_date' in query && !('stuck' in query))).toBe(true)
  expect(screen.getByRole('button', { name: /^Stuck/ })).toBeTruthy()
  setClock(null)
})

test('one order that can’t be read hides no other: its row says so, with its ID and the field', async () => {
  server.use(
    mock(listOrders, async ({ request }) => {
      const body = listOrders.response.parse(
        await (await get(`${listOrders.path}${new URL(request.url).search}`)).json(),
      )
      const orders = body.orders.map((order, index) => (index === 1 ? { ...order, created_at: 'yesterday' } : order))
      return HttpResponse.json({ ...body, orders })
    }),
  )
  renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, { search: '?view=all' })
  const table = await screen.findByRole('table', { name: 'Orders' })
  const row = await within(table).findByRole('row', { name: /can’t be read/ })
  expect(row.textContent).toContain('unexpected value in created_at')
  expect(within(row).getByRole('button', { name: `Copy ID ${newest[1]?.order.id}` })).toBeTruthy()
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(1 + 50))
})

test('rows stay where they are while orders change, and N shows the list as it is now', async () => {
  const user = userEvent.setup()
  const gone = new Set<string>()
  server.use(
    mock(listOrders, async ({ request }) => {
      const body = listOrders.response.parse(
        await (await get(`${listOrders.path}${new URL(request.url).search}`)).json(),
      )
      if (request.url.includes('order_ids')) {
        const orders = body.orders.map((order) => ({ ...order, notes: 'Changed since.', sample_id: 'NOW-1' }))
        return HttpResponse.json({ ...body, orders })
      }
      return HttpResponse.json({ ...body, orders: body.orders.filter(({ id }) => !gone.has(id)) })
    }),
  )
  const view = <OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />
  const { client } = renderPage(view, { search: '?view=all' })
  const table = await screen.findByRole('table', { name: 'Orders' })
  const third = newest[2]?.order.id ?? ''
  await within(table).findByTitle(third)
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const pane = await screen.findByRole('complementary', { name: 'Preview' })
  const first = newest[0]?.order.id ?? ''
  expect(within(pane).getByTitle(first)).toBeTruthy()
  for (const { order } of newest.slice(0, 2)) gone.add(order.id)
  await client.invalidateQueries()
  await screen.findByRole('button', { name: /^2 left/ })
  const rows = () => within(table).getAllByRole('row').slice(1)
  expect(rows()[0]?.textContent).toMatch(/no longer matches/)
  // The preview stays with its order, and shows it as it is now.
  expect(within(pane).getByTitle(first)).toBeTruthy()
  expect(within(pane).getByText('no longer in this list')).toBeTruthy()
  expect(await within(pane).findByText('NOW-1')).toBeTruthy()
  expect(within(rows()[2] ?? table).getByTitle(third)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^2 left/ }))
  expect(within(rows()[0] ?? table).getByTitle(third)).toBeTruthy()
})

test('a pasted list of IDs is searched, and says what it skipped and which IDs have no order here', async () => {
  const user = userEvent.setup()
  renderPage(<OrdersView environment="sandbox" user_id={null} columns={null} failure={null} />, { search: '?view=all' })
  const unknown = '00000000-0000-4000-8000-00000000beef'
  await user.click(await screen.findByLabelText('ID, patient, recipient'))
  await user.paste(['Order ID', ids[0], unknown, '1234-broken'].join('\n'))
  const note = await screen.findByText('2 pasted IDs searched.')
  await screen.findByText(unknown)
  expect(note.parentElement?.textContent).toBe(
    `2 pasted IDs searched.Skipped because they aren’t IDs: 1234-brokenNo order in this list for: ${unknown}`,
  )
  expect(sent.at(-1)?.query['order_ids']).toEqual([ids[0], unknown])
  expect(window.location.search).not.toContain('broken')
})
