import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bookingOf, draw } from '#components/bookings/book/booking.testing.ts'
import { renderPage } from '#components/testing/render.tsx'
import { VisitSheet } from './visit-sheet.tsx'

test('the sheet speaks to the patient: no staff words, and the place and zone of the visit', () => {
  vi.stubGlobal('print', vi.fn())
  const { appointment, ...booking } = bookingOf()
  if (!appointment) throw new Error('a booking with an appointment')
  const noted = { ...booking, appointment: { ...appointment, appointment_notes: 'Left arm only.' } }
  renderPage(<VisitSheet environment="sandbox" order={draw()} booking={noted} onPrinted={() => undefined} />)
  const sheet = screen.getByRole('article')
  expect(sheet.textContent).not.toMatch(/phlebotomist|patient|provider|notified|order|appointment/i)
  expect(screen.getByText('What we know about your visit').nextElementSibling?.textContent).toBe('Left arm only.')
  expect(sheet.textContent).toContain('RecipientWren Halloran, born ')
  expect(sheet.textContent).toContain('2715 Stout St\nDenver, CO 80205')
  expect(sheet.textContent).toContain('Local time at your address (America/Denver).')
})
