import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { getLatestUserInfo, type UserInfo } from '#lib/domains/demographics/user-info.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { ContactCard } from './contact-card.tsx'

const ADDRESS = { environment: 'sandbox', user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b' }
const SET = { source_slug: 'manual', updated_at: '2026-11-01T10:00:00Z' }
const INFO: UserInfo = {
  first_name: 'Theo',
  last_name: 'Lindqvist',
  email: 'theo@example.com',
  phone_number: '+16025550143',
  gender: 'male',
  dob: '1982-02-03',
  address: { first_line: '12 Elm St', second_line: 'Apt 4', zip_code: '85004', state: 'AZ', city: 'Phoenix' },
}

let status = 200
let info = INFO

beforeEach(() => {
  status = 200
  info = INFO
  const user = {
    user_id: ADDRESS.user_id,
    team_id: '00000000-0000-4000-8000-000000000001',
    client_user_id: 'member-20931',
    created_on: '2026-03-04T10:00:00Z',
    connected_sources: [],
    fallback_time_zone: { id: 'America/Denver', ...SET },
    fallback_birth_date: null,
  }
  server.use(
    mock(at(getLatestUserInfo, ADDRESS), () =>
      status === 200 ? HttpResponse.json(info) : HttpResponse.json({ detail: 'No.' }, { status }),
    ),
    mock(at(getDirectoryUser, ADDRESS), () =>
      HttpResponse.json({ user, seen_at: '2026-11-19T20:30:00Z', problem: null }),
    ),
  )
})

const show = (mayEdit = true) => renderPage(<ContactCard {...ADDRESS} failure={null} mayEdit={mayEdit} />)

test('the number calls, the address writes, and both are copied as recorded', async () => {
  const user = userEvent.setup()
  show()
  expect((await screen.findByRole('link', { name: '+1 602 555 0143' })).getAttribute('href')).toBe('tel:+16025550143')
  expect(screen.getByRole('link', { name: 'theo@example.com' }).getAttribute('href')).toBe('mailto:theo@example.com')
  expect(screen.getByText('3 Feb 1982, age 44')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy phone' }))
  expect(await navigator.clipboard.readText()).toBe('+16025550143')
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe('12 Elm St, Apt 4\nPhoenix AZ 85004')
})

test('the patient’s local time says whether to call', async () => {
  show()
  // 20:32 UTC is 13:32 in Phoenix. The address says it, not the zone that stands in for a device's.
  expect(await screen.findByText('In call hours')).toBeTruthy()
  expect(screen.getByText(/^America\/Phoenix/)).toBeTruthy()
  const marks = screen.getByText('8').parentElement?.children ?? []
  const places = [...marks].map((mark) => Number.parseFloat(mark.getAttribute('style')?.split(':')[1] ?? ''))
  // In percent of the bar: closer than this, two hours of twelve-hour clocks lie over each other on a phone.
  expect(places.slice(1).every((place, at) => place - (places[at] ?? 0) >= 15)).toBe(true)
  expect(places).toHaveLength(4)
})

test('where the address may be in two zones both times are said', async () => {
  info = { ...INFO, address: { ...INFO.address, zip_code: null, state: 'TN' } }
  show()
  expect(await screen.findByText('14:32 or 15:32')).toBeTruthy()
  expect(screen.getByText('America/Chicago or America/New York')).toBeTruthy()
})

test('a military address is in no zone; the zone of the user counts', async () => {
  info = { ...INFO, address: { ...INFO.address, zip_code: '09012', state: 'AE' } }
  show()
  expect(await screen.findByText(/^America\/Denver, /)).toBeTruthy()
})

test('what the server masked is no link and cannot be copied', async () => {
  info = { ...INFO, phone_number: MASK, email: MASK, dob: MASK, address: { ...INFO.address, first_line: MASK } }
  show()
  expect(await screen.findByText('Phone hidden')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /602/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Copy (phone|email|address)/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy reference' })).toBeTruthy()
})

test('without demographics whoever may can add them', async () => {
  status = 404
  show()
  expect((await screen.findByRole('link', { name: 'Add demographics' })).getAttribute('href')).toMatch(/demographics$/)
})

test('a failure can be tried again', async () => {
  status = 503
  const user = userEvent.setup()
  show()
  expect(await screen.findByText(/^Contact details didn’t load/)).toBeTruthy()
  status = 200
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: '+1 602 555 0143' })).toBeTruthy()
})

test('a ZIP that a service calls `zip` is shown', async () => {
  info = { ...INFO, address: { ...INFO.address, zip_code: null, zip: '85004' } }
  show()
  expect(await screen.findByText(/Phoenix AZ 85004/)).toBeTruthy()
})
