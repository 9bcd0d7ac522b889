/** Sorting, and what the picker of filters says before anything is asked for. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
// Loaded already, as with a pointer over the button.
import '#components/patterns/list/filters/filter-session.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { NO_COVERAGE } from '#lib/domains/users/coverage.testing.ts'
import { searchDirectory } from '#lib/domains/users/directory.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { asked, openUsers, READ, searched, view } from './users.testing.tsx'

beforeEach(openUsers)

const SOURCES = Array.from({ length: 39 }, (_, index) => ({
  source: { slug: `source_${index}`, name: index === 20 ? 'Oura Ring' : `Source ${index}` },
  connections: 39 - index,
  states: {},
  timed: 0,
  silent: 0,
}))
const sources = () =>
  mock(at(countDirectorySources, { environment: 'sandbox' }), () =>
    HttpResponse.json({ source_counts: SOURCES, state: READ, coverage: NO_COVERAGE }),
  )

test('the heads sort, first their own way and then the other, in the address; the one date is that of the order', async () => {
  server.use(searched())
  const user = userEvent.setup()
  renderPage(view)
  await screen.findByText('member-0')
  const head = (name: string) => screen.getByRole('columnheader', { name })
  expect(head('Created').getAttribute('aria-sort')).toBe('descending')
  await user.click(within(head('Reference')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe('?order_key=client_user_id&order_direction=asc'))
  // The next page may have been asked for since.
  const asks = (order: object) =>
    expect(asked).toContainEqual(expect.objectContaining({ order_key: 'client_user_id', ...order }))
  await waitFor(() => asks({ order_direction: 'asc' }))
  expect(head('Reference').getAttribute('aria-sort')).toBe('ascending')
  await user.click(within(head('Reference')).getByRole('button'))
  await waitFor(() => asks({ order_direction: 'desc' }))
  expect(window.location.search).toBe('?order_key=client_user_id&order_direction=desc')
  await user.click(within(head('Created')).getByRole('button'))
  await waitFor(() => expect(window.location.search).toBe(''))
  await waitFor(() => expect(head('Created').getAttribute('aria-sort')).toBe('descending'))
})

test('in the order of changes the date column says when users changed', async () => {
  server.use(searched())
  renderPage(view, { search: '?order_key=changed_on' })
  await screen.findByText('member-0')
  expect(screen.getByRole('columnheader', { name: 'Changed' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.queryByRole('columnheader', { name: 'Created' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sort by changed newest first' })).toBeTruthy()
})

test('a source is found among many by its name, and the button says how many users it would show', async () => {
  server.use(searched(), sources())
  const user = userEvent.setup()
  renderPage(view)
  await screen.findByText('member-0')
  await user.click(screen.getByRole('button', { name: /^Add filter/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Filter users' }))
  expect(await dialog.findByRole('button', { name: 'Show 260 users' })).toBeTruthy()
  const box = await dialog.findByRole('textbox', { name: 'Find a source' })
  await user.type(box, 'nothing of the kind')
  expect(dialog.getByText(/^No source has this name/)).toBeTruthy()
  await user.clear(box)
  await user.type(box, 'oura{Enter}')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  expect(dialog.getByRole('checkbox', { name: /Oura Ring/ })).toHaveProperty('checked', true)
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sources: ['source_20'], limit: 0 }))

  server.use(
    mock(at(searchDirectory, { environment: 'sandbox' }), () =>
      HttpResponse.json({ detail: 'Down.', code: 'unavailable' }, { status: 503 }),
    ),
  )
  await user.clear(box)
  await user.click(dialog.getByRole('checkbox', { name: /Source 3 / }))
  expect(await dialog.findByRole('button', { name: 'Show users (number unknown)' })).toBeTruthy()
})
