import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { listCatalog } from '#lib/domains/catalog/catalog.ts'
import { getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { countNewEvents } from '#lib/domains/events/received.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { listStaff, type StaffMember } from '#lib/domains/staff/staff.ts'
import { FirstSteps } from './first-steps.tsx'

const OWN: StaffMember = {
  ...{ id: 'own', email: 'own@clinic.test', name: 'Ann', role: 'administrator', environments: null, status: 'active' },
  ...{ second_factor: false, created_at: '2026-11-01T08:00:00Z', last_seen_at: null, reset_request: null },
  link_expires_at: null,
}
const INVITED: StaffMember = { ...OWN, id: 'other', status: 'invited', second_factor: true }
const IN = { params: { environment: 'sandbox' } }
const LAB = { kind: 'lab', id: '7', name: 'Seven', lab_id: null }

interface Known {
  staff?: StaffMember[]
  events?: number
  labs?: { origin: string }[]
  isConnected?: boolean
  role?: Role
  viewer_id?: string
}

/** A part that isn't given fails to load. */
function show({ staff, events, labs, isConnected = false, role = 'administrator', viewer_id = 'own' }: Known) {
  const refused = () => HttpResponse.json({ detail: 'No.' }, { status: 500 })
  server.use(
    mock(listStaff, () => (staff ? HttpResponse.json({ staff }) : refused())),
    mock(countNewEvents, () => (events === undefined ? refused() : HttpResponse.json({ count: events }))),
    mock(listCatalog, () =>
      labs ? HttpResponse.json({ entries: labs.map((lab) => ({ ...LAB, ...lab })), methods: [] }) : refused(),
    ),
  )
  return renderPage(
    <RoleProvider role={role}>
      <FirstSteps environment="sandbox" viewer_id={viewer_id} isConnected={isConnected} />
    </RoleProvider>,
  )
}

const steps = async () =>
  within(await screen.findByRole('list', { name: 'First steps' }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test('each step is ticked by its own state alone, and leads to its page', async () => {
  // A colleague's second factor and a lab that came with the sandbox tick nothing.
  show({ staff: [OWN, INVITED], events: 0, labs: [{ origin: 'seed' }], isConnected: true })
  expect(await steps()).toEqual([
    'Invite colleagues, done /sandbox/settings/staff',
    'Turn on two-factor authentication /sandbox/settings',
    'Connect a service, done /sandbox/settings/environments#connect',
    'Send webhooks to this console /sandbox/settings/environments#webhooks-sandbox',
    'Name labs and contacts /sandbox/settings/contacts',
  ])
})

test('the other steps are ticked too, and a disabled colleague is none', async () => {
  const staff: StaffMember[] = [
    { ...OWN, second_factor: true },
    { ...INVITED, status: 'disabled' },
  ]
  show({ staff, events: 1, labs: [{ origin: 'person' }] })
  expect((await steps()).map((step) => step.includes(', done'))).toEqual([false, true, false, true, true])
})

test('what didn’t load is unticked, without a claim', async () => {
  server.use(mock(getContactBook, () => HttpResponse.json({ detail: 'No.' }, { status: 500 })))
  show({})
  expect((await steps()).filter((step) => step.includes('done'))).toEqual([])
})

test('the steps are gone once all five are done', async () => {
  const { client } = show({
    ...{
      staff: [{ ...OWN, second_factor: true }, INVITED],
      events: 1,
      labs: [{ origin: 'person' }],
      isConnected: true,
    },
  })
  await waitFor(() => expect(client.getQueryState(['console', listCatalog.name, IN])?.status).toBe('success'))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByText('First steps')).toBeNull()
  client.setQueryData(['console', listStaff.name, {}], { staff: [OWN] })
  expect(await screen.findByText('First steps')).toBeTruthy()
})

test.each(ROLES.filter((role) => role !== 'administrator'))('%s sees no steps, and nothing is asked', (role) => {
  const { client } = show({ role })
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('hidden, it stays hidden for this person alone', async () => {
  const { unmount } = show({ staff: [OWN], events: 0, labs: [] })
  await userEvent.click(await screen.findByRole('button', { name: 'Hide first steps' }))
  expect(screen.queryByText('First steps')).toBeNull()
  unmount()
  const again = show({ staff: [OWN], events: 0, labs: [] })
  expect(again.client.getQueryCache().getAll()).toEqual([])
  again.unmount()
  show({ staff: [OWN], events: 0, labs: [], viewer_id: 'other' })
  expect(await screen.findByText('First steps')).toBeTruthy()
})
