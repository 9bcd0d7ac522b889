import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { type DataRequest, listDataRequests, openDataRequest } from '#lib/domains/contacts/contacts.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { namePeople } from '#lib/domains/users/directory.ts'
import { OpenRequestsCard, UserRequestsCard } from './data-requests.tsx'

const ADDRESS = { environment: 'sandbox', user_id: '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b' } as const
const request = (kind: DataRequest['kind'], due_on: string): DataRequest => ({
  ...{ id: crypto.randomUUID(), user_id: ADDRESS.user_id, kind, due_on, note: 'By phone.', opened_by: 'Rosa Adeyemi' },
  ...{ opened_at: '2026-11-21T08:00:00.000Z', outcome: null, outcome_note: '', finished_at: null, finished_by: null },
})
const READER: Role = 'read_only'
let requests: DataRequest[] = []

beforeEach(() => {
  requests = []
  server.use(
    mock(at(listDataRequests, { environment: 'sandbox' }), () =>
      HttpResponse.json({ requests, total: requests.length }),
    ),
    mock(at(namePeople, { environment: 'sandbox' }), () => HttpResponse.json({ people: [], problem: null })),
  )
})

test('a request that is late says since when; what can’t be ended here is said of a deletion alone', async () => {
  requests = [request('delete', '2026-10-01'), request('send', '2027-10-01')]
  renderPage(<UserRequestsCard {...ADDRESS} />)
  const [deletion, copy] = await within(screen.getByRole('region'))
    .findAllByRole('listitem')
    .then((all) => all.filter((one) => one.textContent?.includes('Opened')))
  expect(deletion?.textContent).toMatch(/Delete my data.*Was due .*Opened by Rosa Adeyemi.*By phone\..*can’t be ended/)
  expect(copy?.textContent).toMatch(/Send me my data.*Due /)
  expect(copy?.textContent).not.toMatch(/can’t be ended/)
})

test('a refusal says why and loses nothing typed; the kind that is open already isn’t offered first', async () => {
  requests = [request('delete', '2027-10-01')]
  const detail = 'This person’s request of this kind is already open. Nothing was added.'
  server.use(mock(openDataRequest, () => HttpResponse.json({ detail, code: 'conflict' }, { status: 409 })))
  renderPage(<UserRequestsCard {...ADDRESS} />)
  await screen.findByRole('list', { name: 'Requests' })
  await userEvent.click(screen.getByRole('button', { name: 'Add request' }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>('The person asks').value).toBe('send'))
  const note = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /How they asked/ })
  await userEvent.type(note, 'By letter.')
  await userEvent.click(dialog.getByRole('button', { name: 'Add request' }))
  await dialog.findByText(detail)
  expect(note.value).toBe('By letter.')
})

test('on the overview an open request leads to its person; who may only read finishes nothing', async () => {
  requests = [request('delete', '2027-10-01')]
  renderPage(
    <RoleProvider role={READER}>
      <OpenRequestsCard environment="sandbox" />
    </RoleProvider>,
  )
  const card = within(await screen.findByRole('region', { name: 'Requests about data' }))
  expect(card.getByText('1 open request, due first')).toBeTruthy()
  expect(card.getByRole('link').getAttribute('href')).toBe(`/sandbox/users/${ADDRESS.user_id}#data-requests`)
  expect(card.queryByRole('button', { name: 'Finish request' })).toBeNull()
})
