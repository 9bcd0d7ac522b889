/** How the order's page leads to the patient: by phone, by email, and only where they may be seen. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { ORDER, ORDER_ID } from './order.testing.ts'
import { OrderView } from './order-view.tsx'
import { useLiveOrder } from './use-order.ts'

let sent: Order
let readings = 0

beforeEach(() => {
  sent = { ...ORDER, order_transaction: null }
  readings = 0
  const limits = { days: STUCK_DAYS, chosen: {}, version: 0, changed_at: null, changed_by: null }
  server.use(
    mock(at(getStuckLimits, { environment: 'sandbox' }), () => HttpResponse.json(limits)),
    mock(at(listCatalog, { environment: 'sandbox' }), () => HttpResponse.json({ entries: [], methods: [] })),
    mock(listOrders, () => HttpResponse.json({ orders: [sent], total: 1, page: 1, size: 50 })),
  )
})

async function show(drawAction: string | null = null) {
  renderPage(<OrderView environment="sandbox" order_id={ORDER_ID} failure={null} drawAction={drawAction} />)
  return within(await screen.findByRole('region', { name: 'Patient' }))
}

function demographics(answer: () => Response) {
  server.use(
    mock(at(getLatestUserInfo, { user_id: sent.user_id }), () => {
      readings += 1
      return answer()
    }),
  )
}

test('a phone number that is shown can be called, from the card and from the bar of a phone', async () => {
  demographics(() => HttpResponse.json(info()))
  const patient = await show()
  expect(patient.getByRole('link', { name: '+1 303 555 0148' }).getAttribute('href')).toBe('tel:+13035550148')
  const bar = within(screen.getByRole('region', { name: 'Actions' }))
  const call = await bar.findByRole('link', { name: 'Call patient' })
  expect(call.getAttribute('href')).toBe('tel:+13035550148')
  expect(patient.getByText('Phone')).toBeTruthy()
  expect(patient.getByText(/age 44/)).toBeTruthy()
  expect(patient.getByText('In call hours')).toBeTruthy()
})

test.each([
  ['without demographics', () => HttpResponse.json({ detail: 'None.' }, { status: 404 })],
  ['whose record has no number', () => HttpResponse.json(info({ phone_number: '' }))],
])('the number of an order %s isn’t called the patient’s: it may be the recipient’s', async (_, answer) => {
  demographics(answer)
  const patient = await show()
  expect(await patient.findByText('Number on order')).toBeTruthy()
  const bar = within(screen.getByRole('region', { name: 'Actions' }))
  expect(await bar.findByRole('link', { name: 'Call number on order' })).toBeTruthy()
})

test('what the server masks leads nowhere: no number, no time of the state; the bar offers to show it', async () => {
  const address = { ...sent.patient_address, phone_number: MASK, state: MASK }
  sent = { ...sent, patient_address: address }
  const patient = await show()
  expect(document.querySelector('a[href^="tel:"]')).toBeNull()
  expect(patient.getByText('Phone hidden')).toBeTruthy()
  expect(patient.getByText('Local time hidden')).toBeTruthy()
  const bar = within(screen.getByRole('region', { name: 'Actions' }))
  expect(bar.getByRole('button', { name: 'Show phone' })).toBeTruthy()
})

test('the bar has the way to book where the order asks for nothing else', async () => {
  await show('Book a draw')
  expect(screen.getByRole('region', { name: 'Actions' }).textContent).toBe('Call number on orderBook a draw')
})

test('the patient is who demographics say, and the recipient is only where parcels go', async () => {
  sent = { ...sent, patient_address: { ...sent.patient_address, receiver_name: 'Ann Lindqvist' } }
  demographics(() => HttpResponse.json(info()))
  const patient = await show()
  expect(patient.getByText('Recipient')).toBeTruthy()
  expect(patient.getByText('The patient’s name isn’t known: demographics are loading.')).toBeTruthy()
  expect(await patient.findByText('Theo Lindqvist')).toBeTruthy()
  expect(patient.getByText('Ann Lindqvist').parentElement?.textContent).toBe('Ships to Ann Lindqvist')
  expect(patient.queryByText('Recipient')).toBeNull()
  const email = patient.getByRole('link', { name: 'theo@example.test' })
  expect(email.getAttribute('href')).toBe('mailto:theo@example.test')
  // Read once for the card, its parts and the bar of a phone.
  expect(readings).toBe(1)
  expect(patient.queryByText(/differs from/)).toBeNull()
})

test.each([
  [403, 'the service doesn’t offer demographics'],
  [404, 'no demographics on file'],
])('where the service answers %i the page says that the patient’s name isn’t known', async (status, why) => {
  demographics(() => HttpResponse.json({ detail: 'No.' }, { status }))
  const patient = await show()
  expect(await patient.findByText(`The patient’s name isn’t known: ${why}.`)).toBeTruthy()
  expect(patient.getByText('Theo Lindqvist').parentElement?.textContent).toContain('Recipient Theo Lindqvist')
  expect(patient.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('an error can be tried again', async () => {
  let status = 500
  demographics(() => HttpResponse.json(status === 500 ? { detail: 'Down.' } : info(), { status }))
  const user = userEvent.setup()
  const patient = await show()
  const again = await patient.findByRole('button', { name: 'Try again' })
  expect(patient.getByText(/demographics didn’t load/)).toBeTruthy()
  status = 200
  await user.click(again)
  expect(await patient.findByRole('link', { name: 'theo@example.test' })).toBeTruthy()
})

test('of a minor the proxy is called, from the card and from the bar of a phone, and first', async () => {
  const medical_proxy = {
    first_name: 'Oscar',
    last_name: 'Lindqvist',
    phone_number: '+13035550188',
    relationship: 'parent',
  }
  demographics(() => HttpResponse.json(info({ dob: '2012-03-03', medical_proxy })))
  const patient = await show()
  const number = await patient.findByRole('link', { name: '+1 303 555 0188' })
  expect(number.closest('p')?.textContent).toBe('Minor, 14 · call Oscar Lindqvist (parent) +1 303 555 0188')
  expect(patient.getByText('Child’s phone')).toBeTruthy()
  expect(patient.getByText('Child’s email')).toBeTruthy()
  const bar = within(screen.getByRole('region', { name: 'Actions' }))
  const call = bar.getByRole('link', { name: 'Call Oscar Lindqvist (parent)' })
  expect(call.getAttribute('href')).toBe('tel:+13035550188')
  expect(screen.queryByRole('link', { name: 'Call patient' })).toBeNull()
})

test('a minor without a proxy’s number says so, and no button calls the child', async () => {
  demographics(() => HttpResponse.json(info({ dob: '2012-03-03', medical_proxy: null })))
  const patient = await show()
  expect(await patient.findByText('no parent or guardian on file, so no number to call')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Actions' })).queryByRole('link')).toBeNull()
})

test.each([
  ['of the record, in words', { gender: 'male' }, 'Male'],
  ['of the order where the record has none', { gender: '' }, 'Female'],
])('the gender is that %s', async (_, changes, label) => {
  sent = { ...sent, patient_details: { dob: '1982-02-03', gender: 'female' } }
  demographics(() => HttpResponse.json(info(changes)))
  expect(await (await show()).findByText(label)).toBeTruthy()
})

function Reload() {
  const { order, reload } = useLiveOrder('sandbox', ORDER_ID, null)
  return order ? <button type="button" onClick={reload} aria-label="Reload" /> : null
}

test('a failed refresh names the patient of the order that it is about', async () => {
  demographics(() => HttpResponse.json(info()))
  renderPage(
    <>
      <Reload />
      <ToastHost />
    </>,
  )
  const button = await screen.findByRole('button', { name: 'Reload' })
  server.use(mock(listOrders, () => HttpResponse.json({ detail: 'Bad key.' }, { status: 400 })))
  await userEvent.click(button)
  const title = await screen.findByText('We couldn’t refresh the order.')
  await waitFor(() =>
    expect(title.parentElement?.textContent).toContain('Theo Lindqvist, born 3 Feb 1982, age 44. Bad key.'),
  )
})

test('an address or a phone that differs from the record is told', async () => {
  demographics(() => HttpResponse.json(info({ phone_number: '+13035550199' })))
  const patient = await show()
  const line = await patient.findByText(/Phone in demographics/)
  expect(line.textContent).toBe('Phone in demographics: +1 303 555 0199')
  expect(patient.queryByText(/Address in demographics/)).toBeNull()
})

test('a state with two time zones shows both times', async () => {
  sent = { ...sent, patient_address: { ...sent.patient_address, state: 'TN', zip: '' } }
  expect((await show()).getByText(/^14:32 or 15:32/)).toBeTruthy()
})

test('notes are on the page, said to be missing where there are none', async () => {
  sent = { ...sent, notes: 'Side entrance.\nBuzzer 4.' }
  await show()
  const notes = screen.getByRole('region', { name: 'Notes' })
  expect(notes.textContent).toContain('Side entrance.\nBuzzer 4.')
})

function info(changes: object = {}) {
  return {
    first_name: 'Theo',
    last_name: 'Lindqvist',
    email: 'theo@example.test',
    phone_number: '+13035550148',
    gender: 'male',
    dob: '1982-02-03',
    address: { first_line: '12 Elm St', second_line: 'Flat 3', zip_code: '80205', state: 'CO', city: 'Denver' },
    ...changes,
  }
}
