import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { STUCK_DAYS } from '#lib/domains/orders/stuck/stuck-days.ts'
import { StuckMark } from './stuck-mark.tsx'

const at8 = (minute: number) => `2026-11-20T08:0${minute}:00Z`
const order = makeOrder({
  lab_test: { name: 'Lipids', method: 'at_home_phlebotomy' },
  events: [{ id: 1, created_at: at8(2), status: 'collecting_sample.at_home_phlebotomy.appointment_scheduled' }],
})

test.each([
  ['a visit that was called off here', { at: at8(5), by: { id: 'r', name: 'Rosa' } }, 'cancelled', 1],
  ['a visit that nobody here says otherwise of', null, 'confirmed', 0],
])('%s is marked so only where it contradicts the order', async (_, entered, state, marks) => {
  const booking = {
    ...{ id: '11111111-0000-4000-8000-000000000000', order_id: order.id, state, version: 2, asked_at: at8(1) },
    ...{ answered_at: null, asked_by: { id: 'r', name: 'Rosa' }, gives_up_at: null, start_at: null, end_at: null },
    ...{ iana_timezone: null, provider: null, said: { state: 'confirmed', at: at8(2) }, entered },
  }
  const answered = Promise.withResolvers<void>()
  server.use(
    mock(at(listBookings, { environment: 'sandbox' }), () => {
      answered.resolve()
      return HttpResponse.json({ bookings: [booking], total: 1, cancelled: 0, now: at8(9) })
    }),
  )
  renderPage(<StuckMark environment="sandbox" order={order} limits={STUCK_DAYS} page={[order]} />)
  await answered.promise
  if (marks > 0) expect((await screen.findByTitle(/^Canceled here by Rosa;/)).textContent).toBe('Visit differs here')
  expect(screen.queryAllByText('Visit differs here')).toHaveLength(marks)
})
