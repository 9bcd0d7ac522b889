/** How the order's page leads to the patient: by phone, by email, and only where they may be seen. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, mock } from '#components/testing/mock.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { ORDER, ORDER_ID } from './order.testing.ts'
import { OrderView } from './order-view.tsx'

vi.mock('next/navigation', () => ({ useParams: () => ({ environment: 'sandbox' }) }))

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
  const patient = await show()
  expect(patient.getByRole('link', { name: '+1 303 555 0148' }).getAttribute('href')).toBe('tel:+13035550148')
  const bar = within(screen.getByRole('region', { name: 'Actions' }))
  expect(bar.getByRole('link', { name: 'Call patient' }).getAttribute('href')).toBe('tel:+13035550148')
  expect(patient.getByText(/age 44/)).toBeTruthy()
  expect(patient.getByText('In call hours')).toBeTruthy()
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
  expect(screen.getByRole('region', { name: 'Actions' }).textContent).toBe('Call patientBook a draw')
})

test('demographics are read when the email is asked for, and the focus stays', async () => {
  demographics(() => HttpResponse.json(info('theo@example.test')))
  const patient = await show()
  expect(readings).toBe(0)
  await userEvent.setup().click(patient.getByRole('button', { name: 'Show email' }))
  const email = await patient.findByRole('link', { name: 'theo@example.test' })
  expect(email.getAttribute('href')).toBe('mailto:theo@example.test')
  expect(document.activeElement?.contains(email)).toBe(true)
  expect(readings).toBe(1)
})

test('nobody’s demographics are said to be missing; an error can be tried again', async () => {
  let status = 500
  demographics(() => HttpResponse.json({ detail: 'Down.' }, { status }))
  const user = userEvent.setup()
  const patient = await show()
  await user.click(patient.getByRole('button', { name: 'Show email' }))
  status = 404
  await user.click(await patient.findByRole('button', { name: 'Try again' }))
  expect(await patient.findByText('No demographics on file')).toBeTruthy()
})

test('a state with two time zones shows both times', async () => {
  sent = { ...sent, patient_address: { ...sent.patient_address, state: 'TN' } }
  expect((await show()).getByText(/^14:32 or 15:32/)).toBeTruthy()
})

test('notes are on the page, said to be missing where there are none', async () => {
  sent = { ...sent, notes: 'Side entrance.\nBuzzer 4.' }
  await show()
  const notes = screen.getByRole('region', { name: 'Notes' })
  expect(notes.textContent).toContain('Side entrance.\nBuzzer 4.')
})

function info(email: string) {
  return {
    first_name: 'Theo',
    last_name: 'Lindqvist',
    email,
    phone_number: '+13035550148',
    gender: 'male',
    dob: '1982-02-03',
    address: { first_line: '12 Elm St', zip_code: '80205', state: 'CO', city: 'Denver' },
  }
}
