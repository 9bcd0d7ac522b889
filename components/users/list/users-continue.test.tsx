import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { findPeople, namePeople, searchDirectory } from '#lib/domains/users/directory.ts'
import { named, numberedUser, openUsers, READ, searched, view } from './users.testing.tsx'

beforeEach(() => {
  openUsers()
  server.use(searched())
})

const box = () => screen.findByRole('textbox', { name: 'Name, phone, reference or ID' })

test('a search that finds nobody says what can be searched and goes on among orders; the name is in no address', async () => {
  const shares = [0.618]
  server.use(
    mock(at(findPeople, { environment: 'sandbox' }), () => {
      const index = { share: shares.pop() ?? 1, problem: null, lacks_demographics: false }
      const nobody = { users: [], users_total: 0, people: [], total: 0, is_cut: false, is_withheld: false }
      return HttpResponse.json({ ...nobody, state: READ, index })
    }),
  )
  renderPage(view, { search: '?limit=25' })
  const user = userEvent.setup()
  await user.click(await box())
  await user.paste('Maren Okafor')
  expect(await screen.findByText('Search index 61 % built. Some people may be missing.')).toBeTruthy()
  expect(await screen.findByText(/Enter a name, phone, email, birth date/, undefined, { timeout: 5_000 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Search orders for this name' }))
  expect(router.push).toHaveBeenCalledWith('/sandbox/orders?view=all')
})

test('Enter opens the only user who is found, and none of several', async () => {
  const opened = vi.fn((event: Event) => event.preventDefault())
  renderPage(view, { search: '?limit=25' })
  const user = userEvent.setup()
  await user.click(await box())
  document.addEventListener('click', opened, { capture: true })
  await user.keyboard('member-2{Enter}')
  expect(await screen.findByText('36 found')).toBeTruthy()
  expect(opened).not.toHaveBeenCalled()
  await user.keyboard('44{Enter}')
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
  expect(opened.mock.calls[0]?.[0].target).toMatchObject({ pathname: expect.stringMatching(/^\/sandbox\/users\//) })
  document.removeEventListener('click', opened, { capture: true })
})

test('a row says why it was found', async () => {
  const user = numberedUser(0)
  const found = { how: 'prefix', by: ['name'] }
  server.use(
    mock(at(searchDirectory, { environment: 'sandbox' }), () =>
      HttpResponse.json({ users: [{ user, seen_at: READ.complete_at, found }], total: 1, next: null, state: READ }),
    ),
  )
  renderPage(view, { search: '?limit=25' })
  expect(await screen.findByText('Name, beginning')).toBeTruthy()
})

test('names of the rows on screen are read at once', async () => {
  renderPage(view, { search: '?limit=25' })
  expect(await screen.findByText('Maya Stanton')).toBeTruthy()
  expect(named).toEqual([25])
  expect(screen.getAllByText('not read').length).toBeGreaterThan(1)
})

test('while names are read no row says that there is none', async () => {
  server.use(mock(namePeople, () => new Promise<never>(() => undefined)))
  renderPage(view, { search: '?limit=25' })
  expect(await screen.findByText('member-0')).toBeTruthy()
  expect(screen.queryByText('not read')).toBeNull()
})
