import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { MaskProvider } from '#components/ui/display/mask.tsx'
import { PatientName } from '#components/ui/display/redact.tsx'
import { type CallerCheck, type CallerFacts, getCallerCheck, verifyCaller } from '#lib/domains/contacts/callers.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { MASKED, MASKED_BY_DEFAULT, patientDataCookie } from '#lib/utils/browser/patient-data.ts'
import { ADDRESS } from './user.testing.ts'
import { CallerScope, OrderCallerScope, VerifyCaller, VerifyOrderCaller } from './verify-caller.tsx'

const FAILED: CallerCheck = {
  ...{ user_id: ADDRESS.user_id, verified_at: null, verified_until: null, facts: [], attempts_left: 2 },
}
const checkedAt = (minutesAgo: number): CallerCheck => ({
  ...FAILED,
  verified_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
  verified_until: new Date(NOW + (15 - minutesAgo) * 60_000).toISOString(),
  facts: ['dob', 'zip_code'],
})
const sent: CallerFacts[] = []
let answer = FAILED

beforeEach(() => {
  sent.length = 0
  answer = FAILED
  server.use(
    mock(at(verifyCaller, ADDRESS), async ({ request }) => {
      sent.push(verifyCaller.body.parse(await request.json()))
      return HttpResponse.json(answer)
    }),
  )
})

function show() {
  return renderPage(
    <CallerScope {...ADDRESS}>
      <VerifyCaller {...ADDRESS} />
      <PatientName name="Maya Stanton" />
    </CallerScope>,
  )
}

const begin = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Verify caller' }))
  return within(await screen.findByRole('dialog', { name: 'Verify caller' }))
}

test('two answers, by keys alone; then the time and the answers stand in place of the button', async () => {
  show()
  await begin()
  answer = checkedAt(0)
  await userEvent.keyboard('03/03/2012{Tab}85016{Enter}')
  expect((await screen.findByText(/^Verified ·/)).textContent).toBe('Verified · 20:32')
  expect(screen.getByText('Birth date, ZIP code')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Verified ·/))
  expect(screen.queryByRole('button', { name: 'Verify caller' })).toBeNull()
  expect(sent).toEqual([{ dob: '2012-03-03', zip_code: '85016' }])
})

test('a failure doesn’t say which answer was wrong, and keeps what was typed', async () => {
  show()
  const dialog = await begin()
  await userEvent.keyboard('03/03/2012{Tab}85017{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Not verified. The answers don’t all match what’s on file. You have 2 attempts left for this person.',
  )
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'ZIP code' }).value).toBe('85017')
})

test('one answer isn’t enough', async () => {
  show()
  const dialog = await begin()
  await userEvent.keyboard('03/03/2012{Enter}')
  expect(await dialog.findByText('Enter at least two of these.')).toBeTruthy()
  expect(sent).toEqual([])
})

test.each([
  ['14 minutes ago', 14, true],
  ['15 minutes ago', 15, false],
])('a check of %s', async (_, minutesAgo, holds) => {
  server.use(mock(at(getCallerCheck, ADDRESS), () => HttpResponse.json(checkedAt(minutesAgo))))
  show()
  if (holds) expect(await screen.findByText(/^Verified ·/)).toBeTruthy()
  else expect(await screen.findByRole('button', { name: 'Verify caller' })).toBeTruthy()
})

test('shows the person where patients are masked, also after an earlier choice to hide them', async () => {
  const settings = { environment: 'production', masked_by_default: true, choice: MASKED, now: NOW }
  // biome-ignore lint/suspicious/noDocumentCookie: as the page writes it
  document.cookie = `${patientDataCookie('production')}=${MASKED}; path=/`
  renderPage(
    <MaskProvider settings={settings}>
      <CallerScope {...ADDRESS}>
        <VerifyCaller {...ADDRESS} />
        <PatientName name="Maya Stanton" />
      </CallerScope>
      <PatientName name="Noor Alvarez" />
    </MaskProvider>,
  )
  expect(screen.queryByText('Maya Stanton')).toBeNull()
  await begin()
  answer = checkedAt(0)
  await userEvent.keyboard('03/03/2012{Tab}85016{Enter}')
  expect(await screen.findByText('Maya Stanton')).toBeTruthy()
  expect(screen.queryByText('Noor Alvarez')).toBeNull()
  expect(document.cookie).toContain(`${patientDataCookie('production')}=${MASKED_BY_DEFAULT}`)
})

function ReadOrder(own: { environment: string; order_id: string }) {
  const { data } = useQuery(orderQuery(own.environment, own.order_id))
  return data && <VerifyOrderCaller {...own} />
}

test('an order is read again for its user alone once their caller is verified, so that the server shows it', async () => {
  const order = makeOrder({ user_id: ADDRESS.user_id })
  const own = { environment: ADDRESS.environment, order_id: order.id }
  const asked: (string | null)[] = []
  server.use(
    mock(listOrders, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('user_id'))
      return HttpResponse.json({ orders: [order], total: 1, page: 1, size: 50 })
    }),
  )
  const settings = { environment: ADDRESS.environment, masked_by_default: true, choice: null, now: NOW }
  renderPage(
    <MaskProvider settings={settings}>
      <OrderCallerScope {...own}>
        <ReadOrder {...own} />
      </OrderCallerScope>
    </MaskProvider>,
  )
  await begin()
  expect(asked).toEqual([null])
  answer = checkedAt(0)
  await userEvent.keyboard('03/03/2012{Tab}85016{Enter}')
  await vi.waitFor(() => expect(asked).toEqual([null, ADDRESS.user_id]))
})
