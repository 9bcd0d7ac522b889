import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { getDirectoryState, refreshDirectory, searchDirectory } from '#lib/domains/users/directory.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { callName } from '#lib/kernel/endpoint.testing.ts'
import { listed, openUsers, READ, searched, TOTAL, view } from './users.testing.tsx'
import { UsersView } from './users-view.tsx'

beforeEach(openUsers)

describe('when the service fails', () => {
  const answer = () =>
    HttpResponse.json({ detail: 'Maren Okafor is not known.' }, { status: 502, headers: { 'x-request-id': 'r-1' } })
  const failing = mock(at(searchDirectory, { environment: 'sandbox' }), answer, { once: true })
  const failingLive = mock(listUsers, answer, { once: true })

  test('says so, keeps the way back, and copies details without the answer’s own words', async () => {
    server.use(failing, failingLive, searched(), mock(listUsers, listed))
    const user = userEvent.setup()
    renderPage(view)
    expect(await screen.findByRole('heading', { name: 'Users didn’t load' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy details' }))
    const details = await navigator.clipboard.readText()
    expect(details).toContain(`${callName(listUsers)}\nstatus 502\nrequest r-1\n`)
    expect(details).not.toContain('Okafor')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('member-0')).toBeTruthy()
    expect(screen.queryByText('Users didn’t load')).toBeNull()
  })

  test('shows what the server met at once, while the browser asks again', async () => {
    server.use(searched(), mock(listUsers, listed))
    const failure = { call: callName(listUsers), detail: 'It is down.', status: 502, request_id: null, at: 0 }
    renderPage(<UsersView environment="sandbox" columns={null} failure={failure} />)
    expect(screen.getByText('It is down.')).toBeTruthy()
    expect(await screen.findByText('member-0')).toBeTruthy()
  })

  test('a refused list is grey, not an error', async () => {
    const refused = () => HttpResponse.json({ detail: 'feature not enabled' }, { status: 403 })
    server.use(mock(at(searchDirectory, { environment: 'sandbox' }), refused), mock(listUsers, refused))
    renderPage(view)
    expect(await screen.findByRole('heading', { name: 'Not enabled for this team' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without a directory the live list stands in, and says what waits', async () => {
    const crawl = { started_at: '2026-11-19T20:31:00Z', read: 500, total: 1_234_567 }
    server.use(searched({ ...READ, users: 0, complete_at: null, crawl }), mock(listUsers, listed))
    renderPage(view, { search: '?created_from=2026-03-01' })
    expect(await screen.findByText('member-0')).toBeTruthy()
    expect(screen.getByText(/user directory is still loading, 500 of 1,234,567/)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Name, phone, reference or ID' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Created from 1 Mar 2026, not applied' })).toBeTruthy()
    expect(screen.getByText('260 users')).toBeTruthy()
  })

  test('a reading that broke off says why, when it goes on, and can be tried at once', async () => {
    const crawl = { started_at: '2026-11-19T20:20:00Z', read: 500, total: TOTAL }
    const broken = { ...READ, crawl, problem: 'The service is away.', retry_at: '2026-11-19T20:37:00Z' }
    server.use(
      searched(broken),
      mock(at(refreshDirectory, { environment: 'sandbox' }), () =>
        HttpResponse.json({ ...broken, problem: null, retry_at: null }, { status: 202 }),
      ),
      // The page polls a reading that is under way.
      mock(at(getDirectoryState, { environment: 'sandbox' }), () =>
        HttpResponse.json({ ...broken, problem: null, retry_at: null }),
      ),
    )
    const user = userEvent.setup()
    renderPage(view)
    const note = (await screen.findByText('It continues in 5 min.')).parentElement
    expect(note?.textContent).toContain('The service is away. It continues in 5 min.')
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(screen.queryByText(/The service is away/)).toBeNull())
    expect(screen.getByRole('button', { name: 'Refreshing' })).toHaveProperty('disabled', true)
  })
})
