import { focusManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { OrderTimelineCard } from '#components/contacts/timeline-card.tsx'
import { criticalConsole } from '#components/orders/critical/critical.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listSubjectChanges } from '#lib/domains/audit/person.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { listContacts } from '#lib/domains/contacts/contacts.ts'
import { listCallbacks } from '#lib/domains/orders/critical/callbacks.ts'
import { listAcknowledgements } from '#lib/domains/orders/critical/critical.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { NoOrder } from './no-order.tsx'
import { EVENTS, ORDER, ORDER_ID, REDRAW_ID, TRANSACTION_ID } from './order.testing.ts'
import { OrderFrame } from './order-frame.tsx'
import { OrderView } from './order-view.tsx'

let sent: Order = ORDER
/** Limits set for the environment. */
let limits = STUCK_DAYS
/** IDs and transactions requested. */
const asked: string[] = []

beforeEach(() => {
  window.history.replaceState(null, '', `/sandbox/orders/${ORDER_ID}`)
  sent = ORDER
  asked.length = 0
  limits = STUCK_DAYS
  server.use(
    mock(at(getStuckLimits, { environment: 'sandbox' }), () =>
      HttpResponse.json({ days: limits, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
    mock(at(listContacts, { environment: 'sandbox' }), () => HttpResponse.json({ contacts: [] })),
    mock(at(listSubjectChanges, { environment: 'sandbox' }), () => HttpResponse.json({ changes: [], has_more: false })),
    mock(at(listCallbacks, { environment: 'sandbox' }), () => HttpResponse.json({ callbacks: [] })),
    mock(at(listCatalog, { environment: 'sandbox' }), () => HttpResponse.json({ entries: [], methods: [] })),
    mock(listOrders, ({ request }) => {
      const query = new URL(request.url).searchParams
      const transaction = query.get('order_transaction_id')
      asked.push(transaction ?? query.get('order_ids') ?? '')
      const redraw = { ...ORDER, id: REDRAW_ID, interpretation: 'abnormal' }
      const orders = transaction ? [redraw, sent] : [sent]
      return HttpResponse.json({ orders, total: orders.length, page: 1, size: 50 })
    }),
  )
})

const card = (name: string) => within(screen.getByRole('region', { name }))
async function show(order: Partial<Order> = {}) {
  sent = { ...ORDER, ...order }
  const props = { environment: 'sandbox', order_id: ORDER_ID, failure: null }
  const shown = renderPage(
    <OrderFrame {...props} gone={<NoOrder />}>
      <OrderView {...props} timeline={<OrderTimelineCard environment="sandbox" order_id={ORDER_ID} />} />
    </OrderFrame>,
  )
  await screen.findByRole('region', { name: 'Timeline' })
  return shown
}

test('an order with parts that can’t be read shows the rest, and names each part', async () => {
  const broken = { id: 99, created_at: 'soon', status: 'completed.testkit.completed' }
  await show(JSON.parse(JSON.stringify({ events: [...ORDER.events, broken], patient_details: { dob: true } })))
  const note = within(screen.getByRole('region', { name: 'What can’t be read' }))
  expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('patient_details.dob'),
    expect.stringContaining(`events.${ORDER.events.length}.created_at`),
  ])
  expect(note.getByText(/^What is below is incomplete/)).toBeTruthy()
  expect(screen.getByText('8 events as the service sent them')).toBeTruthy()
})

test('of an order that can’t be shown, what can be read is said, with its ID and the field', async () => {
  sent = JSON.parse(JSON.stringify({ ...ORDER, created_at: 'soon', interpretation: 'critical' }))
  renderPage(
    <OrderFrame environment="sandbox" order_id={ORDER_ID} failure={null} gone={<NoOrder />}>
      {null}
    </OrderFrame>,
  )
  const note = within(await screen.findByRole('region', { name: 'What can’t be read' }))
  expect(note.getByText('created_at')).toBeTruthy()
  expect(note.getByText('Metabolic panel 14')).toBeTruthy()
  expect(note.getByText('critical')).toBeTruthy()
  expect(screen.queryByText('Order not found')).toBeNull()
})

test.each([
  ['completed', 'redraw_available', 'A redraw is available. Its transaction is completed.'],
  ['cancelled', 'redraw_available', 'A redraw is available. Its transaction is canceled.'],
  ['cancelled', 'sample_error', 'couldn’t use this sample. Its transaction is canceled.'],
  ['cancelled', 'transit_lab', 'on its way to the lab. Its transaction is canceled.'],
  ['active', 'sample_error', 'The lab couldn’t use this sample.'],
])('a transaction that is %s ends an order at %s', async (status, low, words) => {
  const last = {
    ...ORDER.events[0],
    id: 90,
    created_at: '2026-11-19T14:30:00Z',
    status: `${low === 'transit_lab' ? 'collecting_sample' : 'failed'}.testkit.${low}`,
  }
  const transaction = { id: TRANSACTION_ID, status, orders: [] }
  await show(JSON.parse(JSON.stringify({ events: [...ORDER.events, last], order_transaction: transaction })))
  const box = card('What to do')
  expect(box.getByText(new RegExp(`${words}$`))).toBeTruthy()
  expect(box.queryByText(/^Nothing to do\./) !== null).toBe(status !== 'active')
})

test('the whole story of a kit whose sample failed, with every field that was sent', async () => {
  const { container } = await show()
  expect(screen.getByRole('heading', { level: 1, name: 'Metabolic panel 14' })).toBeTruthy()
  expect(screen.getByText('Priority', { selector: 'span' })).toBeTruthy()

  const steps = within(screen.getByRole('list', { name: 'Stages' })).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'PlacedDone, 12 to 13 Nov',
    'Collecting sampleStopped 19 Nov, 14:29',
    'With labWas here 17 Nov, 10:44',
    'Results inNot reached',
  ])
  expect(steps.findIndex((step) => step.getAttribute('aria-current') === 'step')).toBe(1)

  const banner = card('What to do')
  expect(banner.getByText('The lab couldn’t use this sample. A redraw is ordered.')).toBeTruthy()
  const redraw = banner.getByRole('link', { name: 'Go to redraw' })
  expect(redraw.getAttribute('href')).toBe(`/sandbox/orders/${REDRAW_ID}`)

  const lines = card('Timeline')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(lines.find((line) => line?.includes('With patient'))).toContain('for 1 d 22 h')
  expect(lines.find((line) => line?.includes('Redraw available'))).toContain('for 6 h so far')
  for (const { status } of sent.events) expect(card('Timeline').getByText(status)).toBeTruthy()
  expect(container.querySelector('#event-7')?.textContent).toContain('Sample error')

  const out = within(card('Shipments').getByRole('region', { name: 'To the patient' }))
  const link = out.getByRole('link', { name: /^Track to the patient at track.parcelwing.example, leaves the console/ })
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  const back = within(card('Shipments').getByRole('region', { name: 'To the lab' }))
  expect(back.queryByRole('link')).toBeNull()
  expect(back.getByText('javascript:alert(1)')).toBeTruthy()

  const transaction = card('Transaction').getAllByRole('listitem')
  expect(transaction.map(({ textContent }) => textContent?.split('N')[0])).toEqual([
    expect.stringMatching(/^InitialThis order12 /),
    expect.stringMatching(/^Redraw19 /),
  ])
  expect(await card('Transaction').findByText('Abnormal')).toBeTruthy()
  expect(asked).toEqual([ORDER_ID, TRANSACTION_ID])

  const text = container.textContent ?? ''
  for (const value of [
    'Theo Lindqvist',
    '3 Feb 1982',
    'Male',
    '+1 303 555 0148',
    '12 Elm St',
    'Flat 3',
    'Denver, CO 80205',
    'US',
  ])
    expect(text).toContain(value)
  for (const value of [
    'PW447100932285',
    'BR882011470031',
    'Signature required.',
    'M-20931-7',
    'Fasting sample, 10 hours.',
  ])
    expect(text).toContain(value)
  for (const noun of ['Team', 'Details', 'Shipment', 'User', 'Transaction', 'Sample'])
    expect(screen.getByRole('button', { name: new RegExp(`^Copy ${noun.toLowerCase()} ID`) })).toBeTruthy()
})

test('what was not sent is said, what is not known is shown as sent', async () => {
  const fallback_time_zone = { source_slug: 'manual', updated_at: '2026-11-01T10:00:00Z', id: 'Europe/Berlin' }
  const { user_id, team_id } = ORDER
  server.use(
    mock(at(getDirectoryUser, { environment: 'sandbox', user_id }), () =>
      HttpResponse.json({
        user: { user_id, team_id, created_on: '2026-03-04T10:00:00Z', connected_sources: [], fallback_time_zone },
        seen_at: '2026-11-19T20:00:00Z',
        problem: null,
      }),
    ),
  )
  await show({
    patient_details: null,
    patient_address: null,
    priority: null,
    sample_id: null,
    notes: null,
    order_transaction: null,
    interpretation: 'borderline',
    lab_test: { name: 'New panel', description: null, method: 'drone_pickup' },
    details: { type: 'testkit', data: { id: null, appointment_id: 'ap-1', drone: { wind: 3 } } },
    events: [
      ...EVENTS,
      { id: 9, created_at: '2026-11-18T10:00:00Z', status: 'sample_with_lab.testkit.held_for_review' },
    ],
    colour: 'blue',
  })
  expect(screen.queryByRole('region', { name: 'Transaction' })).toBeNull()
  expect(screen.getAllByText('not provided').length).toBeGreaterThan(5)
  expect(await card('Patient').findByText(/call hours/)).toBeTruthy()
  expect(card('What to do').getByText('The service says “held_for_review”.')).toBeTruthy()
  expect(screen.getAllByText('drone_pickup').length).toBeGreaterThan(0)
  expect(screen.getAllByText('borderline').length).toBe(1)
  expect(card('Timeline').queryByText('Next, usually')).toBeNull()
  expect(card('Shipments').getAllByText('No tracking number')).toHaveLength(2)
  const record = card('Record')
  expect(record.getByText('details.data.drone').parentElement?.textContent).toContain('{"wind":3}')
  expect(record.getByText('colour').parentElement?.textContent).toContain('"blue"')
  expect(record.getByRole('button', { name: 'Copy appointment ID ap-1' })).toBeTruthy()
})

test('a walk-in has no parcels; the next step is what is usual; “nothing to do” is not said of a critical result', async () => {
  const walk = { name: 'Heart risk', description: 'Lipids.', method: 'walk_in_test' }
  await show({
    lab_test: walk,
    details: { type: 'walk_in_test', data: null },
    events: [
      { id: 1, created_at: '2026-11-18T20:00:00Z', status: 'sample_with_lab.walk_in_test.delivered_to_lab' },
      { id: 2, created_at: '2026-11-19T20:00:00Z', status: 'received.walk_in_test.requisition_created' },
    ],
    order_transaction: null,
    interpretation: 'critical',
  })
  expect(screen.queryByRole('region', { name: 'Shipments' })).toBeNull()
  expect(card('Timeline').getByText('Next, usually').parentElement?.textContent).toBe(
    'Next, usuallyDraw completedwaiting for the patient',
  )
  expect(await screen.findByRole('region', { name: 'Critical result' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'What to do' }).textContent?.trim()).toBe(
    'The requisition is ready. Results expected: Not enough history to say.',
  )
})

test.each([
  ['walk_in_test', `/sandbox/service-centers?order=${ORDER_ID}`],
  ['at_home_phlebotomy', null],
])('a canceled appointment of %s is booked again where it is drawn', async (method, href) => {
  await show({
    lab_test: { name: 'Lipids', method },
    details: { type: method, data: null },
    events: [
      { id: 1, created_at: '2026-11-20T08:00:00Z', status: `collecting_sample.${method}.appointment_cancelled` },
    ],
    order_transaction: null,
    interpretation: null,
  })
  await card('What to do').findByText('The appointment was canceled.')
  const again = card('What to do').queryByRole('link', { name: 'Book again' })
  expect(again?.getAttribute('href') ?? null).toBe(href)
})

test.each([
  ['cancelled', 'confirmed', null, 'Order canceled, visit still booked.', /Nothing else will happen/],
  [
    'appointment_scheduled',
    'cancelled',
    'Rosa Adeyemi',
    'Canceled here by Rosa Adeyemi; the service still says scheduled.',
    /Nothing to do until the visit/,
  ],
  ['requisition_created', 'confirmed', null, 'The appointment is booked.', /Book the draw/],
] as const)('at %s with a visit that is %s the page says one thing', async (low, state, name, words, never) => {
  const method = 'fallback_time_zone_phlebotomy'
  const high = low === 'cancelled' ? 'cancelled' : 'collecting_sample'
  const entered = name && { at: '2026-11-20T10:00:00Z', by: { id: 'r', name } }
  const booking = {
    ...{ id: REDRAW_ID, order_id: ORDER_ID, state, version: 2, asked_at: '2026-11-20T07:00:00Z', answered_at: null },
    ...{ asked_by: { id: 'r', name: 'Rosa' }, gives_up_at: null, start_at: null, end_at: null, iana_timezone: null },
    ...{ provider: null, said: { state: 'confirmed', at: '2026-11-20T07:00:01Z' }, entered },
  }
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: [booking], total: 1, cancelled: 0, now: '2026-11-20T12:00:00Z' }),
    ),
  )
  await show({
    lab_test: { name: 'Lipids', method },
    details: { type: method, data: null },
    events: [{ id: 1, created_at: '2026-11-20T08:00:00Z', status: `${high}.${method}.${low}` }],
    order_transaction: null,
    interpretation: null,
  })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByText(never)).toBeNull()
  if (low !== 'requisition_created') expect(screen.queryByText('Next, usually')).toBeNull()
})

test('an order that has stood too long is stuck', async () => {
  const events = EVENTS.slice(0, 4).map((event) => ({ ...event, created_at: event.created_at.replace('-11-', '-10-') }))
  limits = { ...STUCK_DAYS, with_customer: 36 }
  await show({ events, updated_at: events.at(-1)?.created_at ?? '', order_transaction: null })
  expect(screen.getByText('Stuck')).toBeTruthy()
  expect(await card('What to do').findByText(/no update for 37 d \(limit 36 days/)).toBeTruthy()
})

describe('while it is open', () => {
  const poll = () => vi.advanceTimersByTimeAsync(30_000)
  beforeEach(() => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    })
    return () => vi.useRealTimers()
  })

  test('it is looked at every half minute; what is new is marked and said; in the end it rests', async () => {
    await show({ events: EVENTS, order_transaction: null })
    expect(asked).toHaveLength(1)
    sent = {
      ...sent,
      events: [...EVENTS, { id: 9, created_at: '2026-11-19T20:40:00Z', status: 'completed.testkit.completed' }],
    }
    await poll()
    const added = await card('Timeline').findByText('New')
    expect(added.closest('li')?.textContent).toContain('Completed')
    expect(screen.getByText('New in this order: Completed.')).toBeTruthy()
    expect(screen.getByText(/^Updated/)).toBeTruthy()
    expect(asked).toHaveLength(2)
    await poll()
    await poll()
    expect(asked).toHaveLength(2)
  })

  test('out of sight it rests, and in sight again it is looked at; one that is gone is said to be', async () => {
    await show({ events: EVENTS, order_transaction: null })
    focusManager.setFocused(false)
    await poll()
    await poll()
    expect(asked).toHaveLength(1)
    sent = { ...sent, id: REDRAW_ID }
    focusManager.setFocused(true)
    expect(await screen.findByText('Order not found')).toBeTruthy()
    expect(asked).toHaveLength(2)
    focusManager.setFocused(undefined)
    expect(screen.getByText(/may be incomplete/)).toBeTruthy()
  })

  test('says nothing of a visit, nor that a result never was critical, while the console’s own records can’t be read', async () => {
    const down = () => HttpResponse.json({ detail: 'Down.' }, { status: 503 })
    server.use(
      mock(at(listBookings, { environment: 'sandbox' }), down),
      mock(at(listAcknowledgements, { environment: 'sandbox' }), down),
    )
    const status = 'collecting_sample.at_home_phlebotomy.appointment_scheduled'
    const booked = { id: 1, created_at: '2026-11-20T08:00:00Z', status }
    const method = { name: 'Lipids', method: 'at_home_phlebotomy' }
    const { unmount } = await show({ lab_test: method, events: [booked], order_transaction: null })
    expect(await screen.findByText(/bookings made here didn’t load/)).toBeTruthy()
    expect(screen.queryByText('The appointment is booked.')).toBeNull()
    unmount()
    const corrected = { ...booked, id: 2, status: 'completed.testkit.corrected' }
    await show({ interpretation: 'normal', events: [corrected], order_transaction: null })
    expect(await screen.findByText(/critical before isn’t known/)).toBeTruthy()
  })

  test('an order that is gone while a critical result of it is open says so, and has it closed with a reason', async () => {
    const result = { order_id: ORDER_ID, result_at: '2026-11-20T07:00:00Z', result_id: 7 }
    const kept = criticalConsole()
    kept.seen_critical = [result]
    renderPage(<NoOrder />)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toMatch(/^This order had a critical result.*isn’t settled/)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close critical result' }))
    expect(dialog.getByText(/patient isn’t known/)).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Told by phone.')
    await user.click(dialog.getByRole('button', { name: 'Close result' }))
    await waitFor(() => expect(kept.sent).toEqual([{ ...result, comment: 'Told by phone.', closes: true }]))
  })

  test('a service that does not answer leaves the story standing, and after two polls its age is said', async () => {
    await show({ events: EVENTS, order_transaction: null })
    server.use(mock(listOrders, () => HttpResponse.json({ detail: 'Down.' }, { status: 502 })))
    await poll()
    expect(screen.queryByText(/The service isn’t responding/)).toBeNull()
    await poll()
    await waitFor(() => expect(screen.getByText(/The service isn’t responding/)).toBeTruthy())
    expect(card('Timeline').getByText('Delivered to lab')).toBeTruthy()
  })
})
