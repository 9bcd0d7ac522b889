import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { router } from '#components/testing/page.ts'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { DeletedUsersView } from '#components/users/deleted-users-view.tsx'
import { OPERATIONS } from '#lib/domains/environments/environment.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { listDeletedUsers } from '#lib/domains/users/directory.ts'
import { createUser, undoDeleteUser } from '#lib/domains/users/user.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { asked, Keys, numberedUser, openUsers, rows, searched, view } from './users.testing.tsx'
import { UsersView } from './users-view.tsx'

beforeEach(openUsers)

const NO_ROLE: Role | null = null

describe('the list of users', () => {
  test('shows what the service sent, and says what it did not', async () => {
    server.use(searched())
    renderPage(view)
    expect(await screen.findByText('member-0')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('No reference')).toHaveLength(50))
    expect([screen.getByText('3 Mar 2012'), screen.getByText('Phoenix, AZ')]).toHaveLength(2)
    expect(screen.getAllByText('not read')).toHaveLength(297)
    expect(screen.getByText('260 users')).toBeTruthy()
    expect(screen.getByText('Directory of 260 users, updated 5 min ago')).toBeTruthy()
  })

  test('turns pages, puts them into the address and announces them; the page before the last is fetched ahead', async () => {
    server.use(searched())
    const user = userEvent.setup()
    renderPage(view, { search: '?limit=50' })
    const steps = window.history.length
    await screen.findByText('member-0')
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(await screen.findByText('member-250')).toBeTruthy()
    await waitFor(() => expect(rows()).toHaveLength(11))
    expect(
      screen.getAllByRole('status').some(({ textContent }) => textContent.includes('Users 251 to 260 of 260')),
    ).toBe(true)
    expect(window.location.search).toBe('?offset=250&limit=50')
    expect(window.history.length).toBe(steps + 1)
    await waitFor(() => expect(asked.map(({ offset }) => offset)).toContain(200))
  })

  test('moves through rows by keys; only the current row’s controls stand in the tab order', async () => {
    server.use(searched())
    const user = userEvent.setup()
    renderPage(
      <>
        <Keys />
        {view}
      </>,
      { search: '?limit=25' },
    )
    await screen.findByText('member-0')
    rows()[1]?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(rows()[3])
    const stops = rows().map((row) => row.querySelectorAll('button[tabindex="0"]').length)
    expect(stops.filter((count) => count > 0)).toEqual([2])
    await user.keyboard('{End}{ArrowDown}')
    expect(document.activeElement).toBe(rows().at(-1))
    await user.keyboard('>')
    await screen.findByText('member-26')
    await waitFor(() => expect(document.activeElement).toBe(rows()[1]))
  })
})

test('filters are chips of the address, the text stays out of it, and both are asked together', async () => {
  server.use(searched())
  const user = userEvent.setup()
  const pushed = vi.spyOn(window.history, 'pushState')
  const replaced = vi.spyOn(window.history, 'replaceState')
  renderPage(view, { search: '?has_connections=false&created_from=2026-03-01&limit=25&offset=100' })
  await screen.findByText('member-100')
  expect(asked.at(-1)).toMatchObject({ has_connections: false, created_from: '2026-03-01', time_zone: 'UTC' })
  await user.type(screen.getByRole('textbox', { name: 'Name, phone, reference or ID' }), 'member-25{Enter}')
  expect(await screen.findByText('member-258')).toBeTruthy()
  expect(asked.at(-1)).toMatchObject({ text: 'member-25', offset: 0 })
  expect(window.history.state).toMatchObject({ held: { users: 'member-25' } })
  const chip = screen.getByRole('button', { name: 'Connections is none' })
  chip.focus()
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(asked.at(-1)?.has_connections).toBeUndefined())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Created from 1 Mar 2026' }))
  expect(new URLSearchParams(window.location.search).toString()).toBe('created_from=2026-03-01&limit=25')
  const addresses = [...pushed.mock.calls, ...replaced.mock.calls].map(([, , url]) => String(url))
  expect(addresses.length).toBeGreaterThan(1)
  expect(addresses.join()).not.toContain('member')
})

test('filters that exclude everyone are not asked', async () => {
  const { client } = renderPage(view, { search: '?created_from=2026-04-01&created_to=2026-03-01' })
  expect(await screen.findByText(/The last day is before the first day/)).toBeTruthy()
  expect(client.isFetching({ queryKey: ['console', 'search_directory'] })).toBe(0)
  expect(asked).toEqual([])
})

test('rows are chosen by keys, across pages, and their ids copied', async () => {
  server.use(searched())
  const user = userEvent.setup()
  renderPage(
    <>
      <Keys />
      {view}
    </>,
    { search: '?limit=25' },
  )
  await screen.findByText('member-0')
  rows()[1]?.focus()
  await user.keyboard('xjj{Shift>}X{/Shift}')
  const bar = () => within(screen.getByRole('region', { name: 'Selection' }))
  expect(bar().getByText('3 selected')).toBeTruthy()
  await user.keyboard('>')
  await screen.findByText('member-26')
  await user.click(screen.getByRole('checkbox', { name: 'Select page' }))
  expect(bar().getByText('28 selected')).toBeTruthy()
  expect(bar().getByText(', 25 on this page')).toBeTruthy()
  await user.click(bar().getByRole('button', { name: 'Copy IDs' }))
  const ids = (await navigator.clipboard.readText()).split('\n')
  expect(ids).toHaveLength(28)
  expect(ids.slice(0, 4)).toEqual([0, 1, 2, 25].map((number) => numberedUser(number).user_id))
  await user.click(bar().getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

test('an address the list cannot use falls back to the default and is named', async () => {
  server.use(searched())
  renderPage(view, { search: '?limit=501' })
  await screen.findByText('member-0')
  expect(screen.getByText(/can’t use a value in the address \(limit\)/)).toBeTruthy()
  await waitFor(() => expect(rows()).toHaveLength(101))
})

test('a page past the end leads back to the first', async () => {
  server.use(searched())
  const user = userEvent.setup()
  renderPage(view, { search: '?offset=900' })
  await user.click(await screen.findByRole('button', { name: 'Go to first page' }))
  expect(await screen.findByText('member-0')).toBeTruthy()
})

test('a new user is made by keys; a reference in use leads to who has it', async () => {
  const made: unknown[] = []
  const holder = { user_id: numberedUser(7).user_id, created_on: '2026-11-01T00:00:00Z' }
  server.use(
    searched(),
    mock(createUser, async ({ request }) => {
      made.push(await request.json())
      return made.length === 1
        ? HttpResponse.json({ detail: holder }, { status: 400 })
        : HttpResponse.json({ user_id: numberedUser(9).user_id, client_user_id: 'clinic-2' })
    }),
  )
  const user = userEvent.setup()
  renderPage(
    <>
      <Keys />
      <RoleProvider role={NO_ROLE} operations={OPERATIONS}>
        <UsersView environment="sandbox" columns={null} failure={null} />
      </RoleProvider>
    </>,
  )
  await screen.findByText('member-0')
  await user.keyboard('n')
  const dialog = within(await screen.findByRole('dialog', { name: 'New user' }))
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  expect(made).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Reference' }), 'clinic-1')
  await user.type(dialog.getByRole('textbox', { name: 'Fallback birth date' }), '4 Mar 1990{Tab}')
  await user.click(dialog.getByRole('button', { name: 'Create user' }))
  const link = await dialog.findByRole('link', { name: shortId(holder.user_id) })
  expect(link.getAttribute('href')).toBe(`/sandbox/users/${holder.user_id}`)
  const reference = dialog.getByRole('textbox', { name: 'Reference' })
  await user.clear(reference)
  await user.type(reference, 'clinic-2{Enter}')
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/sandbox/users/${numberedUser(9).user_id}`))
  const rest = { fallback_time_zone: null, fallback_birth_date: '1990-03-04' }
  expect(made).toEqual(['clinic-1', 'clinic-2'].map((client_user_id) => ({ client_user_id, ...rest })))
})

test('deleted users say how long they can be brought back, page by page, and leave the list once they are', async () => {
  const user = userEvent.setup()
  const gone = (number: number, days: number) => ({
    user_id: numberedUser(number).user_id,
    client_user_id: number === 2 ? null : `gone-${number}`,
    deleted_on: new Date(NOW - days * 86_400_000 - 60_000).toISOString(),
  })
  let left = [gone(1, 0), gone(2, 3), gone(3, 6)]
  server.use(
    mock(listDeletedUsers, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.has('cursor')
          ? { users: left.slice(2), next_cursor: null }
          : { users: left.slice(0, 2), next_cursor: left.length > 2 ? `1.${numberedUser(2).user_id}` : null },
      ),
    ),
    mock(undoDeleteUser, ({ request }) => {
      const id = new URL(request.url).searchParams.get('user_id')
      left = left.filter(({ user_id }) => user_id !== id)
      return HttpResponse.json({ success: true })
    }),
  )
  renderPage(<DeletedUsersView environment="sandbox" />)
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  await screen.findByText('gone-3')
  expect(screen.getAllByText(/left$/).map(({ textContent }) => textContent)).toEqual([
    '7 days left',
    '4 days left',
    'Less than a day left',
  ])
  await user.click(screen.getByRole('button', { name: 'Restore gone-3' }))
  await waitFor(() => expect(screen.queryByText('gone-3')).toBeNull())
  expect(screen.getByText('gone-1')).toBeTruthy()
})
