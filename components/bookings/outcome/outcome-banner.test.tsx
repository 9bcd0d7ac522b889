import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bookingOf, draw } from '#components/bookings/book/booking.testing.ts'
import { PatientLine } from '#components/patterns/domain/patient.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { VisitSheet } from './outcome-banner.tsx'

test('the sheet speaks to the patient: no staff words, notes only where chosen, and the place and zone of the visit', () => {
  vi.stubGlobal('print', vi.fn())
  const { appointment, ...booking } = bookingOf()
  if (!appointment) throw new Error('a booking with an appointment')
  const noted = { ...booking, appointment: { ...appointment, appointment_notes: 'Left arm only.' } }
  const of = { environment: 'sandbox', order: draw(), booking: noted, onPrinted: () => undefined }
  const page = renderPage(<VisitSheet {...of} />)
  expect(screen.getByRole('article').textContent).not.toContain('Left arm only.')
  page.unmount()
  renderPage(<VisitSheet {...of} hasNotes />)
  const sheet = screen.getByRole('article')
  expect(sheet.textContent).not.toMatch(/phlebotomist|patient|provider|notified|order|appointment/i)
  expect(screen.getByText('Notes for your visit').nextElementSibling?.textContent).toBe('Left arm only.')
  expect(sheet.textContent).toContain('RecipientWren Halloran, born ')
  expect(sheet.textContent).toContain('2715 Stout St\nDenver, CO 80205')
  expect(sheet.textContent).toContain('Local time at your address (America/Denver).')
})

test('who is tested stands with a birth date, or with the words that nobody knows it', () => {
  vi.stubGlobal('print', vi.fn())
  const order = draw({ patient_details: null })
  renderPage(
    <>
      <VisitSheet environment="sandbox" order={order} booking={bookingOf()} onPrinted={() => undefined} />
      <PatientLine environment="sandbox" order={order} />
    </>,
  )
  expect(screen.getByRole('article').textContent).toContain('Wren Halloran, birth date not known')
  expect(document.querySelector('[data-patient]')?.textContent).toContain('Wren Halloran, birth date not known')
})
