import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { bookingOf } from '#components/bookings/book/booking.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listMessageTemplates, MESSAGES, prepareMessage, TEMPLATES } from '#lib/domains/contacts/messages.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { createPortalUrl } from '#lib/domains/users/user.ts'
import { OrderMessages, SendMessage } from './send-message.tsx'

const ADDRESS = { environment: 'sandbox', user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b' } as const
const PORTAL = 'https://portal.example.test/p/very-secret-7Qm2xV?a=1&b=2'
const LINK = 'https://link.example.test/very-secret'
const INFO = {
  ...{ first_name: 'Maya', last_name: 'Stanton', email: 'maya@mail.example', phone_number: '+16025550143' },
  ...{ gender: 'female', dob: '1982-02-03', address: {} },
}
let info: object = INFO
const sent: unknown[] = []
const opened: string[] = []

beforeEach(() => {
  // With a clipboard.
  userEvent.setup()
  info = INFO
  sent.length = 0
  opened.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(this.href)
  })
  const templates = TEMPLATES.map((template) => {
    const { label: _, blank: __, ...texts } = MESSAGES[template]
    return { template, version: 0, changed_at: null, changed_by: null, ...texts }
  })
  const keep = async (name: string, request: Request) => void sent.push([name, await request.json()])
  server.use(
    mock(at(listMessageTemplates, ADDRESS), () => HttpResponse.json({ templates })),
    mock(at(getLatestUserInfo, ADDRESS), () => HttpResponse.json(info)),
    mock(at(listUserProviders, ADDRESS), () => HttpResponse.json({ providers: [] })),
    mock(at(createPortalUrl, ADDRESS), async ({ request }) => {
      await keep('portal', request)
      return HttpResponse.json({ url: PORTAL, expires_in: 1_209_600 })
    }),
    mock(createLinkToken, async ({ request }) => {
      await keep('link', request)
      return HttpResponse.json({ link_token: 'secret', link_web_url: LINK })
    }),
    mock(at(prepareMessage, ADDRESS), async ({ request }) => {
      await keep('prepared', request)
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

async function open(templates: Parameters<typeof SendMessage>[0]['templates'], values = {}) {
  const page = renderPage(<SendMessage {...ADDRESS} label="Send link" templates={templates} values={values} />)
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  await screen.findByText(/^To|No phone|hidden/)
  return { ...page, dialog: within(screen.getByRole('dialog', { name: 'Send link' })) }
}

const press = async (dialog: ReturnType<typeof within>, name: string) => {
  await userEvent.click(await dialog.findByRole('button', { name }))
}

test('a portal link by SMS: made for sending, on record, then opened with its text, which the page never holds', async () => {
  const { dialog } = await open(['portal_link', 'source_link'])
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(await preview.findByText(/^Open your patient portal:/)).toBeTruthy()
  expect(preview.getByText('new link')).toBeTruthy()
  await press(dialog, 'Open SMS')
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  const body = encodeURIComponent(MESSAGES.portal_link.sms_text.replace('{link}', PORTAL))
  expect(opened).toEqual([`sms:+16025550143?&body=${body}`])
  expect(sent).toEqual([
    ['portal', { context: 'communications', order_id: null }],
    ['prepared', { template: 'portal_link', channel: 'sms' }],
  ])
  expect(document.body.innerHTML).not.toContain('very-secret')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a link to a source by email', async () => {
  const { dialog } = await open(['portal_link', 'source_link'])
  await userEvent.click(dialog.getByRole('radio', { name: 'Link to connect a source' }))
  await press(dialog, 'Open email')
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  expect(opened[0]).toMatch(
    /^mailto:maya%40mail\.example\?subject=Connect%20your%20device%20or%20app&body=Hello%2C%0D%0A/,
  )
  expect(decodeURIComponent(opened[0] ?? '')).toContain(LINK)
})

test('nothing is opened that isn’t on record, and the link stands for the next try', async () => {
  server.use(
    mock(at(prepareMessage, ADDRESS), () => HttpResponse.json({ detail: 'Not recorded.' }, { status: 503 }), {
      once: true,
    }),
  )
  const { dialog } = await open(['portal_link'])
  await press(dialog, 'Open SMS')
  expect(await dialog.findByText('Not recorded.')).toBeTruthy()
  expect(opened).toEqual([])
  await press(dialog, 'Open SMS')
  await vi.waitFor(() => expect(opened).toHaveLength(1))
  expect(sent.filter((call) => JSON.stringify(call).includes('communications'))).toHaveLength(1)
})

test('a minor’s link goes to who answers for them, whose email isn’t on file', async () => {
  const medical_proxy = {
    first_name: 'Oscar',
    last_name: 'Stanton',
    phone_number: '+13035550119',
    relationship: 'parent',
  }
  info = { ...INFO, dob: '2012-03-03', medical_proxy }
  const { dialog } = await open(['portal_link'])
  expect(dialog.getByText('Oscar Stanton (parent), +1 303 555 0119')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Open email' }).hasAttribute('disabled')).toBe(true)
  await press(dialog, 'Open SMS')
  await vi.waitFor(() => expect(opened[0]).toMatch(/^sms:\+13035550119\?/))
})

test('of an order, what it holds: its kit’s number, and the visit in the zone it is in', async () => {
  const shipment = { outbound_tracking_number: '1Z999' }
  const order = makeOrder({ user_id: ADDRESS.user_id, details: { type: 'testkit', data: { shipment } } })
  const booking = bookingOf({ order_id: order.id, start_at: '2026-11-25T16:00:00Z', iana_timezone: 'America/Phoenix' })
  server.use(
    mock(listOrders, () => HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })),
    mock(at(listBookings, ADDRESS), () =>
      HttpResponse.json({ bookings: [booking], total: 1, cancelled: 0, now: booking.asked_at }),
    ),
  )
  renderPage(<OrderMessages environment="sandbox" order_id={order.id} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send message' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send message' }))
  await userEvent.click(await dialog.findByRole('radio', { name: 'Visit time' }))
  await press(dialog, 'Open SMS')
  await vi.waitFor(() => expect(decodeURIComponent(opened[0] ?? '')).toContain('25 Nov 2026, 09:00'))
  expect(sent).toEqual([['prepared', { template: 'visit_time', channel: 'sms', order_id: order.id }]])
})

test('a known value is copied, an address is asked for', async () => {
  const { dialog } = await open(['visit_time', 'service_center'], { visit_time: 'Nov 25, 9:00 AM' })
  await userEvent.click(dialog.getByRole('radio', { name: 'Service center' }))
  await press(dialog, 'Copy text')
  expect(await dialog.findByText('Enter the address of the service center.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Address' }), '1 Main St')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  expect(preview.textContent).toContain('Please come to this service center: 1 Main St')
  await press(dialog, 'Email')
  expect(preview.textContent).toContain('Your service centerHello,\n\nPlease come to this service center:\n1 Main St')
  await press(dialog, 'Copy text')
  await vi.waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe('Please come to this service center: 1 Main St'),
  )
})
