import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listSubjectChanges } from '#lib/domains/audit/person.ts'
import { addContact, type Contact, listContacts, type NewContact } from '#lib/domains/contacts/contacts.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listCallbacks } from '#lib/domains/orders/critical/callbacks.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listColleagues } from '#lib/domains/staff/staff.ts'
import { TimelineCard } from './timeline-card.tsx'

const ADDRESS = { environment: 'sandbox', user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b' } as const
const idOf = (index: number) => `0000000${index}-0000-4000-8000-000000000000`
const contact = (index: number, change: Partial<Contact> = {}): Contact => ({
  ...{ id: idOf(index), user_id: ADDRESS.user_id, order_id: null, note: `Text ${index}`, pinned: false, mentions: [] },
  ...{ channel: null, outcome: null, contacted: null, ticket_url: null, corrects: null },
  ...{ at: `2026-11-2${index}T08:00:00.000Z`, by_id: 'rosa', by_name: 'Rosa Adeyemi', ...change },
})
const CALL = { channel: 'phone', outcome: 'voicemail', contacted: 'guardian' } as const
let contacts: Contact[] = []
const sent: NewContact[] = []
const listeners = new Set<() => void>()
let isNarrow = false

beforeEach(() => {
  isNarrow = false
  const media = {
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: () => undefined,
  }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: isNarrow && query !== 'print' }))
  sent.length = 0
  contacts = []
  const order = makeOrder({ events: [{ id: 1, created_at: '2026-11-19T08:00:00Z', status: 'failed.testkit.lost' }] })
  const change = { id: 7, at: '2026-11-18T08:00:00.000Z', actor_id: 'ann', actor_name: 'Ann', details: {} }
  server.use(
    mock(at(listContacts, ADDRESS), () => HttpResponse.json({ contacts })),
    mock(at(listSubjectChanges, ADDRESS), () => {
      const changes = [
        { ...change, action: 'create_portal_url' },
        { ...change, id: 8, action: 'add_contact' },
      ]
      return HttpResponse.json({ changes, has_more: false })
    }),
    mock(listOrders, () => HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })),
    mock(at(listCallbacks, { environment: 'sandbox' }), () => HttpResponse.json({ callbacks: [] })),
    mock(at(listColleagues, { environment: 'sandbox' }), () => HttpResponse.json({ colleagues: [] })),
    mock(at(addContact, ADDRESS), async ({ request }) => {
      sent.push(addContact.body.parse(await request.json()))
      return HttpResponse.json(contact(9), { status: 201 })
    }),
  )
})

const rows = async () => within(await screen.findByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the last five of all kinds, newest first; pinned notes stay above every filter', async () => {
  contacts = [contact(6, CALL), contact(5), contact(4), contact(3, { pinned: true }), contact(2), contact(1)]
  renderPage(<TimelineCard {...ADDRESS} />)
  expect((await rows()).map((row) => /Text \d|Lost/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Text 6',
    'Text 5',
    'Text 4',
    'Text 2',
    'Text 1',
  ])
  await screen.findByRole('button', { name: 'Show all 8' })
  await choose('Changes')
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('Created a portal link')])
  expect(screen.getByRole('list', { name: 'Pinned' }).textContent).toContain('Text 3')
  await choose('Orders')
  expect((await rows()).map((row) => row.textContent)).toEqual([
    expect.stringContaining('Lost'),
    expect.stringContaining('Order placed'),
  ])
  await choose('Calls')
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('Voicemail · Guardian, phone')])
})

test('a call was answered unless somebody says otherwise, and is sent once with what was chosen', async () => {
  renderPage(<TimelineCard {...ADDRESS} />)
  await screen.findByRole('list', { name: 'Timeline' })
  await choose('Log call')
  await userEvent.type(await screen.findByRole('textbox', { name: /What was said/ }), 'Call back.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Reached' }).checked).toBe(true)
  await choose('Save call')
  await screen.findByRole('list', { name: 'Timeline' })
  expect(sent).toMatchObject([{ channel: 'phone', contacted: 'patient', outcome: 'reached', note: 'Call back.' }])
})

test('on a phone a call is a sheet over the page; X and Esc keep what was typed', async () => {
  isNarrow = true
  renderPage(<TimelineCard {...ADDRESS} />)
  await screen.findByRole('list', { name: 'Timeline' })
  await choose('Log call')
  const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /What was said/ })
  await userEvent.type(await note(), 'Call back.')
  const timeline = screen.getByRole('region', { name: 'Timeline' })
  expect(timeline.contains(await note())).toBe(false)
  await userEvent.click(screen.getByRole('radio', { name: 'Voicemail' }))
  await choose('Close')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Log call')
  await choose('Log call')
  expect((await note()).value).toBe('Call back.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).toBeNull()
  await choose('Log call')
  // Turned, the page is wide enough for the form in its place.
  isNarrow = false
  act(() => {
    for (const listener of listeners) listener()
  })
  expect(timeline.contains(await note())).toBe(true)
  await choose('Save call')
  await vi.waitFor(() => expect(sent).toMatchObject([{ outcome: 'voicemail', note: 'Call back.' }]))
})

test('a script is beside the outcome, with whom to ask for', async () => {
  const medical_proxy = {
    first_name: 'Oscar',
    last_name: 'Stanton',
    phone_number: '+13035550119',
    relationship: 'parent',
  }
  const info = {
    first_name: 'Maya',
    last_name: 'Stanton',
    gender: 'female',
    dob: '2012-03-03',
    address: {},
    medical_proxy,
  }
  server.use(mock(at(getLatestUserInfo, ADDRESS), () => HttpResponse.json(info)))
  renderPage(<TimelineCard {...ADDRESS} />)
  await screen.findByRole('list', { name: 'Timeline' })
  await choose('Log call')
  expect(await screen.findByText('Oscar Stanton (parent)')).toBeTruthy()
})

test('a correction shows in the place of what it corrects, which stays to be read', async () => {
  contacts = [
    contact(5, { id: idOf(8), corrects: idOf(3), note: 'Right.' }),
    contact(4),
    contact(3, { note: 'Wrong.' }),
  ]
  renderPage(<TimelineCard {...ADDRESS} />)
  const [first, second] = await rows()
  expect(first?.textContent).toContain('Text 4')
  expect(second?.textContent).toMatch(/Right\..*Corrected by Rosa Adeyemi.*Wrong\./s)
  await userEvent.click(within(second ?? document.body).getByRole('button', { name: 'Correct' }))
  const note = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  expect(note.value).toBe('Right.')
  await userEvent.type(note, ' Now.')
  await choose('Save note')
  await screen.findByRole('list', { name: 'Timeline' })
  expect(sent).toMatchObject([{ note: 'Right. Now.', corrects: idOf(3) }])
})

test('what didn’t load is named, and never told as nothing', async () => {
  server.use(
    mock(at(listSubjectChanges, ADDRESS), () => HttpResponse.json({ detail: 'No.' }, { status: 403 })),
    mock(listOrders, () => HttpResponse.json({ orders: [], total: 0, page: 1, size: 50 })),
  )
  renderPage(<TimelineCard {...ADDRESS} />)
  expect((await screen.findByText('Not loaded: changes.')).textContent).toBeTruthy()
  expect(screen.queryByText('Nothing yet.')).toBeNull()
})

test('an order’s own timeline has its events, without a link to itself, and says what is left to History', async () => {
  server.use(
    mock(at(listSubjectChanges, ADDRESS), ({ request }) => {
      const order_id = new URL(request.url).searchParams.get('order_id')
      return HttpResponse.json({ changes: [], has_more: order_id === makeOrder().id })
    }),
  )
  renderPage(<TimelineCard {...ADDRESS} order_id={makeOrder().id} />)
  await screen.findByText('Lost')
  expect((await rows()).map((row) => within(row).queryByRole('link'))).toEqual([null, null])
  expect((await screen.findByText(/Showing the newest 20 changes/)).parentElement?.textContent).toContain(
    'all changes in History',
  )
})
