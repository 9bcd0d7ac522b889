/** Booking aids: the patient, the order's notes, and the checks that come with the patient. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { MaskProvider, useMaskSwitch } from '#components/ui/display/mask.tsx'
import { MASK } from '#lib/utils/text/mask.ts'
import { bookView, desk, INFO, key, openDesk, review, show, text, user } from './book-page.testing.tsx'
import { draw } from './booking.testing.ts'

beforeEach(openDesk)

const card = () => within(screen.getByRole('region', { name: 'Patient' }))
const checks = () => within(screen.getByRole('region', { name: 'Before you book' }))
const notes = () => screen.getByRole('textbox', { name: /^Notes/ })
const MASKED = { environment: 'sandbox', masked_by_default: true, choice: null, now: NOW }

test('the form begins at the booking key, beside the patient who can be called', async () => {
  show()
  await waitFor(async () => expect(document.activeElement).toBe(await key()))
  const phone = await screen.findByRole('link', { name: '+1 303 555 0148' })
  expect(phone.getAttribute('href')).toBe('tel:+13035550148')
  expect(card().getByText('Wrenna Halloran')).toBeTruthy()
  expect(card().getByText(/age 44/)).toBeTruthy()
  // The card shows the visit address even when demographics have another one.
  expect(card().getByText(/2715 Stout St\s+Denver, CO 80205/)).toBeTruthy()
  expect(checks().getByText('Demographics are on file')).toBeTruthy()
  await text('America/Denver. Agree on the visit in the patient’s time.')
  // The phlebotomist goes by the order.
  expect(checks().getByText('Order differs from demographics')).toBeTruthy()
  expect(checks().getByText(/^Different: address\. The visit goes by the order\./)).toBeTruthy()
  expect(checks().getByText('7 ready, 1 to review')).toBeTruthy()
})

test('the age is that of the patient’s record, and the order’s where there is none', async () => {
  desk.demographics = () => HttpResponse.json({ ...INFO, dob: '2012-02-03' })
  const { unmount } = show()
  await text('The patient is under 18')
  expect(await card().findByText('Minor, 14')).toBeTruthy()
  unmount()
  desk.order = draw({ patient_details: { dob: '2012-02-03', gender: 'female' } })
  desk.demographics = () => HttpResponse.json({ detail: 'None.' }, { status: 404 })
  const page = show()
  await text('The patient is under 18')
  page.unmount()
  desk.order = draw({ patient_details: null })
  show()
  await text('Patient’s age is unknown')
})

test('an order without an address shows the one of the demographics', async () => {
  desk.order = draw({ patient_address: null })
  show()
  await text(/9 Pearl St\s+Boulder, CO 80301/)
})

test('says that demographics are loading, and that there are none', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  desk.demographics = () => promise
  show()
  await text('Demographics are loading.')
  expect(checks().getByText('Demographics are loading')).toBeTruthy()
  resolve(HttpResponse.json({ detail: 'None.' }, { status: 404 }))
  await text('No demographics on file. These details are from the order.')
  expect(card().getByText('Wren Halloran')).toBeTruthy()
  expect(card().getByRole('link', { name: 'Add demographics' })).toBeTruthy()
  expect(checks().getByText('No demographics on file')).toBeTruthy()
})

test('a patient without a time zone, and demographics that did not load, are to be reviewed', async () => {
  desk.zone = null
  desk.order = draw({ patient_address: null })
  desk.demographics = () => HttpResponse.json({ detail: 'Not for this key.' }, { status: 403 })
  show()
  await text('No time zone set')
  await text('Demographics didn’t load.')
  await user.type(await key(), 'bk_1')
  expect((await review()).getByText('No time zone set.')).toBeTruthy()
})

test.each([
  ['of the address, before the user’s own', 'CO', '80205', 'America/New_York', /^America\/Denver\. Agree/],
  ['of both sides of a border', 'AZ', '86045', null, /^America\/Denver or America\/Phoenix\. Agree/],
  ['of the user, where mail goes to a unit', 'AE', '09012', 'Europe/Berlin', /^Europe\/Berlin\. Agree/],
])('a visit is agreed on in the zone %s', async (_, state, zip, zone, words) => {
  desk.zone = zone
  desk.order = draw({ patient_address: { ...draw().patient_address, state, zip } })
  show()
  await text(words)
})

test('the order’s notes are added by a button, below what is typed, and once', async () => {
  desk.order = draw({ notes: 'Fasting sample.' })
  show()
  await key()
  await user.type(notes(), 'Buzzer 4')
  await user.click(screen.getByRole('button', { name: 'Add order notes' }))
  expect(notes()).toHaveProperty('value', 'Buzzer 4\nFasting sample.')
  expect(document.activeElement).toBe(notes())
  expect(screen.queryByRole('button', { name: 'Add order notes' })).toBeNull()
  await user.clear(notes())
  await user.click(screen.getByRole('button', { name: 'Add order notes' }))
  expect(notes()).toHaveProperty('value', 'Fasting sample.')
})

/** Stands for the control of the shell. */
function MaskKey() {
  const { show: reveal } = useMaskSwitch()
  useShortcuts([{ strokes: ['m'], label: 'Show patient data', group: 'Console', run: reveal }])
  return null
}

test('masked: nothing is shown, called or added, and the review shows it by a button', async () => {
  const hidden = `${MASK}${MASK}${MASK}`
  desk.order = draw({ notes: hidden })
  renderPage(
    <MaskProvider settings={MASKED}>
      {bookView()}
      <MaskKey />
    </MaskProvider>,
  )
  await user.type(await key(), 'bk_1')
  expect(await card().findByText('Phone hidden')).toBeTruthy()
  expect(card().getAllByText('Name hidden, initials W H')).toHaveLength(2)
  expect(card().getByText('Birth date hidden')).toBeTruthy()
  expect(card().queryByText(/555/)).toBeNull()
  await text('The order has notes. Show patient data to use them.')
  expect(screen.queryByRole('button', { name: 'Add order notes' })).toBeNull()
  const summary = await review()
  expect(summary.queryByText(/Halloran/)).toBeNull()
  await user.click(summary.getByRole('button', { name: 'Show patient data' }))
  expect(await summary.findByText('Wrenna Halloran')).toBeTruthy()
  expect(summary.getByText('Wren Halloran').parentElement?.textContent).toBe('Ships to Wren Halloran')
  expect(summary.queryByRole('button', { name: 'Show patient data' })).toBeNull()
  await waitFor(() => expect(summary.getByRole('button', { name: /^Back to the form/ })).toBe(document.activeElement))
})
