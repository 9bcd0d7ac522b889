import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { type ContactBook, getContactBook, type Partner } from '#lib/domains/contacts/contact-book.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { WALLS, Wall, type WallName } from './wall.tsx'

const PAGE = '/sandbox/orders/1'
const id = '00000001-0000-4000-8000-000000000000'
const CARRIER: Partner = {
  ...{ id, kind: 'carrier', name: 'Parcelwing', phone_number: '(602) 555-0143 ext. 7', hours: 'Weekdays' },
  ...{ email: 'trace@parcelwing.test', how_to_cancel: '', note: 'Have the tracking number ready.' },
}
const OTHER: Partner = { ...CARRIER, id: id.replace('1', '2'), name: 'Otherwing', note: '' }
const BOOK: ContactBook = {
  ...{ partners: [], source_changes: [], request_days: 30, version: 1, changed_at: '2026-11-21T08:00:00Z' },
  changed_by: 'Ann',
}

async function open(role: Role, partners: Partner[] | null, names: string[] = [], of: WallName = 'parcel') {
  const refused = { detail: 'No.' }
  server.use(
    mock(getContactBook, () =>
      partners ? HttpResponse.json({ ...BOOK, partners }) : HttpResponse.json(refused, { status: 500 }),
    ),
  )
  renderPage(
    <RoleProvider role={role}>
      <Wall environment="sandbox" of={of} names={names} page={PAGE} />
    </RoleProvider>,
  )
  await userEvent.click(screen.getByText(WALLS[of].title))
}

test('the carrier of the parcel is shown with its number, hours and what to know', async () => {
  await open('support', [OTHER, CARRIER], ['PARCELWING'])
  const number = await screen.findByRole('link', { name: CARRIER.phone_number })
  expect(number.getAttribute('href')).toBe('tel:6025550143,7')
  expect(screen.getByRole('link', { name: CARRIER.email }).getAttribute('href')).toBe('mailto:trace@parcelwing.test')
  for (const text of ['Weekdays', CARRIER.note]) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText('Otherwing')).toBeNull()
  expect(screen.getByRole('link', { name: 'Log call' }).getAttribute('href')).toBe(`${PAGE}?log=parcel#timeline`)
})

test.each([
  ['administrator', 'Add one in Settings'],
  ['support', 'An administrator can add one in Settings.'],
] as const)('without a contact %s reads on: %s', async (role, words) => {
  await open(role, [])
  await screen.findByText(new RegExp(words))
  const link = screen.queryByRole('link', { name: 'Add one in Settings' })
  expect(link?.getAttribute('href')).toBe(role === 'administrator' ? '/sandbox/settings/contacts' : undefined)
})

test('who may not write logs no call, and contacts that didn’t load are never none', async () => {
  await open('read_only', null)
  await screen.findByText(/Contacts didn’t load/)
  expect(screen.queryByText(/No contact set/)).toBeNull()
  expect(screen.queryByRole('link', { name: 'Log call' })).toBeNull()
})

test('calling a visit off leads on to the booking, which keeps what the provider says; a parcel has none', async () => {
  await open('support', [], [], 'visit')
  expect((await screen.findByRole('link', { name: 'Go to booking' })).getAttribute('href')).toBe(`${PAGE}/book`)
  cleanup()
  await open('support', [])
  expect(screen.queryByRole('link', { name: 'Go to booking' })).toBeNull()
})
