/** Every place that shows a person of an order takes them from one rule, which names the patient and not the recipient. */
import { readdirSync, readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ActivityView } from '#components/audit/activity-view.tsx'
import { AppointmentsView } from '#components/bookings/appointments/appointments-view.tsx'
import { ElsewhereView } from '#components/bookings/appointments/elsewhere-view.tsx'
import { bookingOf, draw, ORDER_ID, withEvent } from '#components/bookings/book/booking.testing.ts'
import { WaitingPanel } from '#components/bookings/book/booking-notices.tsx'
import { PatientCard, usePatient } from '#components/bookings/book/patient-card.tsx'
import { SummaryDialog } from '#components/bookings/book/summary-dialog.tsx'
import { VisitSheet } from '#components/bookings/outcome/outcome-banner.tsx'
import { OutcomeView } from '#components/bookings/outcome/outcome-view.tsx'
import { PendingBookings } from '#components/bookings/outcome/pending-bookings.tsx'
import { StateDialog } from '#components/bookings/outcome/state-dialog.tsx'
import { saveCalendar } from '#components/bookings/save-calendar.ts'
import { AcknowledgeDialog } from '#components/orders/critical/acknowledge-dialog.tsx'
import { CallbackPanel } from '#components/orders/critical/callback-panel.tsx'
import { criticalConsole } from '#components/orders/critical/critical.testing.ts'
import { OrderView } from '#components/orders/detail/order-view.tsx'
import { exportChosen } from '#components/orders/list/export/export-jobs.ts'
import { OrderPeek } from '#components/orders/list/order-peek.tsx'
import { ORDER_COLUMNS } from '#components/orders/list/orders-columns.tsx'
import { OrdersView } from '#components/orders/list/orders-view.tsx'
import { CriticalCard } from '#components/orders/overview/critical-card.tsx'
import { SnoozeDialog } from '#components/orders/worklist/snooze-dialog.tsx'
import { WorklistCard } from '#components/orders/worklist/worklist-card.tsx'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { OrderPlace } from '#components/service-centers/finder/finder-form.tsx'
import { LineContent } from '#components/shell/palette/line-content.tsx'
import { saved } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { ToastHost, toast } from '#components/ui/dialog/toast.tsx'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { type Booking, listBookings } from '#lib/domains/bookings/booking.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { makeCriticalOrder, makeQueue } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import { listOrders, type Order, personOn } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { getWorklistOrder, listWorklist, NO_MARK, type WorklistItem } from '#lib/domains/orders/worklist/worklist.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { getDirectoryUser, searchDirectory } from '#lib/domains/users/directory.ts'
import { shortId } from '#lib/utils/ids/ids.ts'

/** Files that may read an order's recipient: the rule, and those that store, find or write the field as such. */
const READERS = [
  'components/orders/list/export/export-jobs.ts',
  'components/shell/palette/entries.ts',
  'lib/domains/orders/order.ts',
  'lib/domains/orders/patient.ts',
  'lib/domains/users/console/people-terms.ts',
  'lib/domains/webhooks/examples.ts',
  'lib/service/search-keys.ts',
]

test('no screen, dialog, print, audit label or row reads the recipient past the rule', () => {
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|testing|conformance)\.tsx?$|^lib\/sandbox\//.test(file),
  )
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('receiver_name')).sort()).toEqual(READERS)
})

const environment = 'sandbox'
/** A child's: its own birth date is the record's, the order's is another. */
const person = {
  patient_address: { ...draw().patient_address, receiver_name: 'Ann Moss', phone_number: '+13035550100' },
  patient_details: { dob: '2013-05-01', gender: 'female' },
}
const order: Order = { ...withEvent('appointment_scheduled'), ...person, interpretation: 'critical' }
const INFO = {
  first_name: 'Ada',
  last_name: 'Moss',
  email: 'ada@example.test',
  phone_number: '+13035550148',
  gender: 'female',
  dob: '2012-02-03',
  address: {},
  medical_proxy: { first_name: 'Iris', last_name: 'Vane', relationship: 'parent', phone_number: '+13035550177' },
}
const result = makeCriticalOrder({ ...personOn(order), order_id: ORDER_ID })
const item: WorklistItem = {
  ...personOn(order),
  ...{ order_id: ORDER_ID, test: 'Lipids', method: 'at_home_phlebotomy', status: 'sample_error', kind: 'sample_error' },
  ...{ visit: null, since: order.updated_at, mark: NO_MARK },
}
const NEAR = {
  ...{ of: order, zip: '80202', test: 'Lipids', failure: null, isFetching: false, refetch: () => undefined },
  ...{ isGone: false, isMasked: false, hasNoZip: false },
}
const role: Role = 'lab_coordinator'
const SANDBOX = { id: environment, label: 'Sandbox', kind: 'sandbox' } as const
const nothing = () => undefined
const confirmed = bookingOf()
const pending = bookingOf({ state: 'pending', gives_up_at: '2026-11-19T20:45:00.000Z' })
const body = { booking_key: 'bk_1', appointment_notes: null, async_confirmation: false }

function BookingCard() {
  return <PatientCard environment={environment} order={order} patient={usePatient(environment, order)} />
}

function Toasted() {
  return (
    <button
      type="button"
      onClick={() => toast({ kind: 'done', title: 'Done.', text: patientText(environment, order) })}
    >
      Act
    </button>
  )
}

function CalendarSaver({ booking }: { booking: Booking }) {
  return (
    <button type="button" onClick={() => void saveCalendar(environment, [booking])}>
      Act
    </button>
  )
}

const ENTRY = {
  ...{ id: 1, at: order.updated_at, actor_id: 'r', actor_email: 'rosa@clinic.test', role, environment },
  ...{ listed: false, masked: false, outcome: 'done', status: 200, request_id: 'req-1', duration: 1 },
}

const critical = { environment, result, seen: [], onClose: nothing }
const state = { environment, order, proposed: null, note: '', onSaved: async () => undefined, onStale: nothing }
const outcome = { environment, order, mayBook: true, isFresh: false, onChanged: async () => undefined }

interface Place {
  ui: ReactNode
  search?: string
  /** A row: its birth date is that of the record where it shows one, and it has less room to say what isn't known. */
  isRow?: boolean
  hasNoBirth?: boolean
}

const PLACES: Readonly<Record<string, Place>> = {
  'order list': {
    ui: <OrdersView environment={environment} user_id={order.user_id} columns={null} failure={null} />,
    isRow: true,
    hasNoBirth: true,
  },
  'service centers near the patient': {
    ui: <OrderPlace environment={environment} order_id={ORDER_ID} order={NEAR} onLeave={nothing} />,
    isRow: true,
  },
  'order preview': {
    ui: <OrderPeek environment={environment} order={order} place="1 of 1" onCall={nothing} onClose={nothing} />,
  },
  'order page and its print': { ui: <OrderView environment={environment} order_id={ORDER_ID} failure={null} /> },
  'needs action': {
    ui: (
      <WorklistCard
        environment={environment}
        viewer_id="own"
        preview={{ isOpen: false, onOpen: nothing, onMove: nothing }}
      />
    ),
    search: '/sandbox',
    isRow: true,
  },
  'critical results': {
    ui: <CriticalCard environment={environment} viewer={{ id: 'own', role: 'lab_coordinator' }} onCall={nothing} />,
    isRow: true,
  },
  'acknowledge dialog': { ui: <AcknowledgeDialog {...critical} /> },
  'close dialog': { ui: <AcknowledgeDialog {...critical} closes /> },
  'callback panel': { ui: <CallbackPanel environment={environment} order={order} onClose={nothing} /> },
  'snooze dialog': {
    ui: (
      <SnoozeDialog
        environment={environment}
        items={[item]}
        marking={{ mark: nothing, noteSaved: nothing }}
        onClose={nothing}
      />
    ),
  },
  'booking form': { ui: <BookingCard /> },
  'booking review': {
    ui: <SummaryDialog environment={SANDBOX} {...{ order, body }} checks={[]} onBook={nothing} onClose={nothing} />,
  },
  'booking that waits': { ui: <WaitingPanel environment={environment} order={order} body={body} since={0} /> },
  'confirmed booking': { ui: <OutcomeView {...outcome} booking={confirmed} all={[confirmed]} onBookAgain={nothing} /> },
  'pending booking': { ui: <OutcomeView {...outcome} booking={pending} all={[pending]} onBookAgain={nothing} /> },
  'record an update': { ui: <StateDialog {...state} booking={confirmed} onClose={nothing} /> },
  'instruction sheet': {
    ui: <VisitSheet environment={environment} order={order} booking={confirmed} onPrinted={nothing} />,
  },
  appointments: {
    ui: <AppointmentsView environment={environment} first_weekday={1} failure={null} />,
    search: '/sandbox/appointments',
    isRow: true,
  },
  week: {
    ui: <AppointmentsView environment={environment} first_weekday={1} failure={null} />,
    search: '/sandbox/appointments?view=week&day=2026-11-24',
    isRow: true,
  },
  'booked elsewhere': { ui: <ElsewhereView environment={environment} views={null} />, isRow: true },
  'pending bookings': { ui: <PendingBookings environment={environment} />, isRow: true },
  'palette, order': {
    ui: (
      <LineContent
        environment={environment}
        entry={{ kind: 'order', key: 'o', href: '/', order, asked: null, why: null }}
      />
    ),
    isRow: true,
  },
  toast: { ui: <Toasted />, isRow: true },
  'toast of a calendar file': { ui: <CalendarSaver booking={confirmed} />, isRow: true },
  'toast of a canceled visit': { ui: <CalendarSaver booking={bookingOf({ state: 'cancelled' })} />, isRow: true },
}

const bookingsOf = (place: string) => {
  if (place === 'booked elsewhere') return []
  return [place === 'pending bookings' ? pending : confirmed]
}

/** Orders whose rows the lists have; those of bookings can be read whatever the list has. */
let live = [ORDER_ID]
const OTHER_IDS = ['10000000-0000-4000-8000-0000000000b1', '20000000-0000-4000-8000-0000000000c2']
const withId = <T extends object>(row: T, id: string) => ({ ...row, order_id: id })

/** Whether the order is on the worklist. */
let needs_action = false

beforeEach(() => {
  live = [ORDER_ID]
  needs_action = false
  vi.stubGlobal('print', vi.fn())
  criticalConsole()
})

let reported: unknown[] = []
beforeEach(() => {
  reported = []
})

function open(place: string, demographics: () => Response) {
  const { ui, search = '/sandbox/orders' } = PLACES[place] ?? { ui: null }
  const hasBookings = bookingsOf(place).length > 0 && OF_BOOKINGS.includes(place)
  const bookings = () => live.flatMap((id) => bookingsOf(place).map((one) => ({ ...withId(one, id), id })))
  server.use(
    mock(getLatestUserInfo, demographics),
    mock(reportAction, async ({ request }) => {
      reported.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    mock(getWorklistOrder, () => HttpResponse.json({ needs_action, since: order.updated_at, mark: NO_MARK })),
    mock(listOrders, ({ request }) => {
      const isCanceled = request.url.includes('status=cancelled')
      const shown = hasBookings ? [ORDER_ID, ...OTHER_IDS] : live
      const orders = isCanceled ? [] : shown.map((id) => ({ ...order, id }))
      return HttpResponse.json({ orders, total: orders.length, page: 1, size: 50 })
    }),
    mock(listBookings, () =>
      HttpResponse.json({ bookings: bookings(), total: live.length, cancelled: 0, now: '2026-11-19T20:32:00Z' }),
    ),
    mock(listCriticalOrders, () => HttpResponse.json(makeQueue({ waiting: live.map((id) => withId(result, id)) }))),
    mock(listWorklist, () =>
      HttpResponse.json({
        ...{ counted_at: order.updated_at, filter: 'all', items: live.map((id) => withId(item, id)) },
        ...{ counts: { all: live.length }, replaced: 0, unchecked: 0, missing: null },
      }),
    ),
    mock(getDirectoryUser, () => HttpResponse.json({ detail: 'The directory is being read.' }, { status: 404 })),
    mock(listCatalog, () => HttpResponse.json({ entries: [], methods: [] })),
    mock(getStuckLimits, () =>
      HttpResponse.json({ days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }),
    ),
  )
  const page = renderPage(
    <RoleProvider role={role} viewer_id="own">
      {ui}
      <ToastHost />
    </RoleProvider>,
    { search },
  )
  if (place.startsWith('toast')) screen.getByRole('button', { name: 'Act' }).click()
  return page
}

const OF_BOOKINGS = ['appointments', 'week', 'pending bookings']

const shown = () => document.body.textContent ?? ''
/** Returns the words before each mention of the recipient. */
const before = () =>
  shown()
    .split('Ann Moss')
    .slice(0, -1)
    .map((text) => text.trimEnd().split(/\s/).slice(-2).join(' '))

/** Names, IDs and phone numbers that the translation of a browser would change. */
function translatable(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    const isFixed = parentElement?.closest('[translate=no], style')
    if (!isFixed && /Moss|Vane|[\da-f]{8}[-…][\da-f]{4}|\+1 ?303|\bUTC-|ada@/.test(nodeValue ?? ''))
      texts.push(nodeValue ?? '')
  }
  return texts
}

test.each(Object.keys(PLACES))('%s: the patient of demographics, whoever gets the parcel', async (place) => {
  open(place, () => HttpResponse.json(INFO))
  await screen.findAllByText(/Ada Moss/)
  const { hasNoBirth } = PLACES[place] ?? {}
  expect(shown().includes('3 Feb 2012')).toBe(!hasNoBirth)
  expect(before().filter((words) => !words.endsWith('Ships to'))).toEqual([])
  expect(shown()).not.toContain('1 May 2013')
  expect(translatable()).toEqual([])
})

test.each(Object.keys(PLACES))('%s: without demographics a recipient, called so', async (place) => {
  open(place, () => HttpResponse.json({ detail: 'User info not found.' }, { status: 404 }))
  await screen.findAllByText(/Ann Moss/)
  expect(before().filter((words) => !/Recipient$/.test(words))).toEqual([])
  const { isRow } = PLACES[place] ?? {}
  if (place === 'instruction sheet') expect(shown()).toContain('We don’t have the name')
  else if (!isRow) await screen.findByText(/The patient’s name isn’t known: no demographics on file/)
  else if (!place.startsWith('toast')) await screen.findAllByTitle(/The patient’s name isn’t known/)
})

/** Somebody may call from these: the parent's number comes before that of the child. */
test.each([
  'order preview',
  'order page and its print',
  'critical results',
  'callback panel',
  'booking form',
  'confirmed booking',
  'pending booking',
  'appointments',
  'week',
  'booked elsewhere',
  'pending bookings',
])('%s: of a minor the parent is called', async (place) => {
  open(place, () => HttpResponse.json(INFO))
  const parent = await screen.findAllByRole('link', { name: '+1 303 555 0177' })
  const words = parent[0]?.closest('p')?.textContent
  expect(words).toBe('Minor, 14 · call Iris Vane (parent) +1 303 555 0177')
  const [first] = [...document.querySelectorAll('a[href^="tel:"]')]
  expect(first?.getAttribute('href')).toBe('tel:+13035550177')
})

test('an order preview has the next step, the phone and the bar of acts that the order page has', async () => {
  needs_action = true
  open('order preview', () => HttpResponse.json(INFO))
  const preview = within(await screen.findByRole('complementary', { name: 'Preview' }))
  expect(await preview.findByRole('region', { name: 'What to do' })).toBeTruthy()
  const acts = within(await preview.findByRole('region', { name: 'Worklist' }))
  expect((await acts.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([
    'Assign to me',
    'Assign',
    'Snooze',
    'Finish',
  ])
  const phone = await preview.findByRole('link', { name: '+1 303 555 0148' })
  expect(phone.closest('p')?.textContent).toBe('Child’s phone +1 303 555 0148')
})

/** Files and the audit log outlive the session that read the patient's name: they have none. */
const fileText = async (ending: string) => {
  const [, file] = [...saved].find(([name]) => name.endsWith(ending)) ?? []
  return (await file?.text()) ?? ''
}

test.each([
  [200, 'calendar file', 'visit'],
  [404, 'calendar file', 'visit'],
  [200, 'canceled visit', 'canceled visit'],
])('a calendar file names nobody, demographics answered %i: %s', async (status, of, noun) => {
  open(`toast of a ${of}`, () => HttpResponse.json(INFO, { status }))
  await screen.findByText(`1 ${noun} in the calendar file.`)
  const file = await fileText('.ics')
  expect(file).not.toContain('Moss')
  expect(file).toContain('Phlebotomy draw')
  expect(reported).toMatchObject([{ action: 'export_visits', rows: 1, subjects: [expect.any(String)] }])
})

test('the file of orders names the recipient, called so, and no column claims to be the patient', async () => {
  server.use(
    mock(reportAction, () => new HttpResponse(null, { status: 204 })),
    mock(searchDirectory, () => HttpResponse.json({ detail: 'No right.' }, { status: 403 })),
  )
  const columns = ORDER_COLUMNS.map(({ id }) => id)
  await exportChosen([order], { environment, columns, signal: new AbortController().signal, onRows: nothing })
  const [head = [], row = []] = (await fileText('.csv')).split('\r\n').map((line) => line.split(','))
  expect(head.filter((_, at) => row[at]?.includes('Moss'))).toEqual(['receiver_name'])
  expect(head.filter((name) => /patient|name/i.test(name))).toEqual(['receiver_name'])
})

test.each(['record_callback', 'book_phlebotomy_appointment', 'mark_worklist_order'])(
  'audit label of %s: the order by its ID, and nobody by name',
  async (action) => {
    open('', () => HttpResponse.json(INFO))
    const subjects = [order.user_id, ORDER_ID]
    server.use(
      mock(listStaff, () => HttpResponse.json({ staff: [] })),
      mock(listAudit, () =>
        HttpResponse.json({ entries: [{ ...ENTRY, action, subjects, user_count: 1 }], next: null }),
      ),
      mock(searchDirectory, () => HttpResponse.json({ detail: 'No right.' }, { status: 403 })),
    )
    renderPage(<ActivityView environment={environment} environments={[SANDBOX]} knows_staff={false} failure={null} />)
    expect((await screen.findByTitle(ORDER_ID)).textContent).toContain(ORDER_ID.slice(0, 4))
    screen.getByRole('button', { name: /^Details/ }).click()
    await screen.findByText('About')
    expect(shown()).not.toContain('Moss')
  },
)

test.each([...OF_BOOKINGS, 'booked elsewhere', 'order list', 'needs action', 'critical results'])(
  '%s: a row that leaves keeps its place, and none comes in between, until somebody asks',
  async (place) => {
    const [B = '', C = ''] = OTHER_IDS
    live = [ORDER_ID, B]
    const { client } = open(place, () => HttpResponse.json(INFO))
    // A card has its order in its address alone.
    const at = (id: string) => document.body.innerHTML.search(new RegExp(`${shortId(id)}|/orders/${id}`))
    await waitFor(() => expect(at(B)).toBeGreaterThan(0))
    const standsFirst = () => at(ORDER_ID) > 0 && at(ORDER_ID) < at(B)
    expect(standsFirst()).toBe(true)
    const rows = () => [...document.querySelectorAll<HTMLElement>('tbody tr')]
    // As J leaves it: the row that keys act on.
    const worked = rows().find((row) => row.textContent?.includes(shortId(ORDER_ID)))
    worked?.focus()
    live = [C, B]
    await client.invalidateQueries()
    // The head of the card has one of these words at all times.
    const said = () => shown().replace('is settled don’t count', '')
    await waitFor(() => expect(said()).toMatch(/no longer|left|No longer|settled|finished/))
    expect([standsFirst(), at(C)]).toEqual([true, -1])
    const current = rows().filter((row) => row.hasAttribute('data-current'))
    expect(current.map((row) => row.textContent?.includes(shortId(ORDER_ID)))).toEqual(worked ? [true] : [])
    expect(current.flatMap((row) => [...row.querySelectorAll('a[href], button:not([data-copy])')])).toEqual([])
    screen.queryByRole('button', { name: /Update the list/ })?.click()
    document.body.click()
    await waitFor(() => expect([at(ORDER_ID), at(C) > 0]).toEqual([-1, true]))
  },
)
