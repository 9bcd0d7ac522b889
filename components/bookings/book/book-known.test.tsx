/** The booking page where something is known already, or another tab was faster. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { desk, key, openDesk, record, review, send, show, text, user } from './book-page.testing.tsx'
import { draw } from './booking.testing.ts'

beforeEach(openDesk)

test('an unknown outcome: says so, and another is booked only by who has checked', async () => {
  record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', { state: 'unknown', status: null, appointment: null, start_at: null })
  show()
  await text('We don’t know yet whether it was booked. Check before trying again.')
  await text(/^We never got an answer.* This page updates when the service reports the outcome/)
  await user.click(screen.getByRole('button', { name: 'Book again' }))
  await user.type(await key(), 'bk_3')
  const summary = await review()
  await user.click(summary.getByRole('button', { name: 'Book appointment' }))
  expect(summary.getByText(/Check before you tick this/)).toBeTruthy()
  expect(desk.sent).toEqual([])
  await user.click(summary.getByRole('checkbox', { name: /I checked/ }))
  await user.click(summary.getByRole('button', { name: 'Book appointment' }))
  await text(/^Confirmed for/)
})

test('who may not book sees what is booked, and why there is no form', async () => {
  const { unmount } = show(false)
  await text('You don’t have access to the booking form')
  unmount()
  record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {})
  show(false)
  await text(/^Confirmed for/)
  expect(screen.queryByRole('button', { name: 'Record an update' })).toBeNull()
})

test('confirmed manually: a visit time with its zone is kept, and what the order says leads the page', async () => {
  const status = 'collecting_sample.at_home_phlebotomy.appointment_scheduled'
  desk.order = { ...draw(), events: [...draw().events, { id: 3, created_at: '2026-11-19T20:31:30Z', status }] }
  record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {
    state: 'unknown',
    appointment: null,
    start_at: null,
    end_at: null,
    iana_timezone: null,
  })
  show()
  const said = await screen.findByText(/Appointment scheduled, 19 Nov 2026, 20:31 UTC/)
  const head = screen.getByRole('heading', { name: /^Confirmed/ })
  expect(said.compareDocumentPosition(head) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Record as confirmed' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Day'), '2026-12-01')
  await user.click(dialog.getByRole('button', { name: 'Record as confirmed' }))
  expect(dialog.getByText('Choose the time zone of the visit.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Time'), '09:30')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Time zone of the visit' }), 'America/Denver')
  await user.click(dialog.getByRole('button', { name: 'Record as confirmed' }))
  await waitFor(() =>
    expect(desk.stateChange).toMatchObject({
      state: 'confirmed',
      visit: { start_at: '2026-12-01T16:30:00.000Z', iana_timezone: 'America/Denver' },
    }),
  )
})

test('the tab that loses leads to the booking that won', async () => {
  desk.answer = () => {
    record('70a2f9d3-1111-4222-8333-9a6f2c8151bc', {})
    return HttpResponse.json({ detail: 'This order has a confirmed booking.' }, { status: 409 })
  }
  show()
  await send()
  await text('Not sent: another booking is open.')
  await user.click(await screen.findByRole('button', { name: 'View booking' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without booking' }))
  await text(/^Confirmed for/)
  expect(window.location.search).toBe('?attempt=70a2f9d3-1111-4222-8333-9a6f2c8151bc')
})

const OTHER = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'

test('settled in another tab: the banner and what the order says follow', async () => {
  record(OTHER, { state: 'pending', start_at: null })
  show()
  await text(/^Not confirmed yet/)
  const status = 'collecting_sample.at_home_phlebotomy.draw_completed'
  desk.order = { ...draw(), events: [...draw().events, { id: 3, created_at: '2026-11-19T20:31:30Z', status }] }
  record(OTHER, { state: 'cancelled' })
  say(`${OTHER} cancelled`)
  await text('The draw is done.')
  await text(/^Draw completed,/)
})

test('a tab that finds a booking settled tells the others, once', async () => {
  const heard: unknown[] = []
  const tab = new BroadcastChannel('vialdesk-booking')
  tab.onmessage = ({ data }) => heard.push(data)
  record(OTHER, { state: 'pending', start_at: null })
  const { client } = show()
  await text(/^Not confirmed yet/)
  record(OTHER, {})
  await act(() => client.refetchQueries())
  await text(/^Confirmed for/)
  await expect.poll(() => heard).toEqual([`${OTHER} confirmed`])
  record(OTHER, { state: 'cancelled' })
  say(`${OTHER} cancelled`)
  await text('Canceled.')
  // The second is what the other tab said.
  expect(heard).toEqual([`${OTHER} confirmed`, `${OTHER} cancelled`])
  tab.close()
})

test('the other booking is settled while the form waits: the banner says so, and it can be booked', async () => {
  desk.answer = () => {
    record(OTHER, { state: 'pending', start_at: null })
    return HttpResponse.json({ detail: 'This order has a pending booking.' }, { status: 409 })
  }
  show()
  await send()
  await text('Not sent: another booking is open.')
  await text(/^Order already has an appointment: A booking made here is pending/)
  record(OTHER, { state: 'cancelled' })
  say(`${OTHER} cancelled`)
  await text('The other booking is no longer open.')
  expect(screen.queryByText('Not sent: another booking is open.')).toBeNull()
  expect(await key()).toHaveProperty('value', 'bk_1')
  expect(screen.getByRole('button', { name: /^Review/ })).toHaveProperty('disabled', false)
})

/** Plays another tab's message. */
function say(news: string) {
  const tab = new BroadcastChannel('vialdesk-booking')
  tab.postMessage(news)
  tab.close()
}
