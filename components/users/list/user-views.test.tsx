import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { isChanged, knownViews, shownView, writeViewSearch } from '#components/patterns/views/shown-view.ts'
import { keepable } from '#components/patterns/views/view-work.tsx'
import { demoServer } from '#components/testing/demo-server.ts'
import { renderPage } from '#components/testing/render.tsx'
import { searchDirectory, USER_ORDER_KEYS } from '#lib/domains/users/directory.ts'
import { HELD_TEXT } from '#lib/domains/users/queries.ts'
import { USER_VIEWS, userViewFilter } from '#lib/domains/users/views.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { DEMO_ID } from '#lib/utils/browser/demo-path.ts'
import { RELATIVE_DAYS } from '#lib/utils/time/day-ranges.ts'
import {
  USER_VIEW_LIST as LIST,
  ordered,
  readUsersSearch,
  USER_SIZES,
  type UserFilters,
  writeUsersSearch,
} from './users-search.ts'
import { UsersView } from './users-view.tsx'

const demo = demoServer()
const PLACE = { environment: DEMO_ID, list: 'users' } as const
const tabs = () => screen.getByRole('navigation', { name: 'User views' })
const current = () => tabs().querySelector('[aria-current]')?.textContent
const views = async () => (await demo().read(listViews, { params: PLACE })).views

test('built-in views are searches that the list can make', () => {
  for (const { filter } of USER_VIEWS) expect(userViewFilter.parse(filter)).toEqual(filter)
})

test('200 searches within each built-in view: written and read they are the same', () => {
  const day = fc.option(fc.constantFrom('2026-03-08', '2026-11-01'), { nil: null })
  const order = fc
    .record({ key: fc.constantFrom(...USER_ORDER_KEYS), direction: fc.constantFrom('asc', 'desc') })
    .map(({ key, direction }) => ordered(key, direction))
  const filters: fc.Arbitrary<UserFilters> = fc
    .record({
      sources: fc.subarray(['fitbit', 'oura']),
      has_connections: fc.option(fc.boolean(), { nil: null }),
      created_from: day,
      created_to: day,
      created_within: fc.option(fc.constantFrom(...RELATIVE_DAYS), { nil: null }),
      order,
    })
    .map(({ order: sort, ...rest }) => ({ ...rest, ...sort }))
  const known = knownViews(LIST, [], 'all')
  const tab = fc.constantFrom(...known.tabs)
  fc.assert(
    fc.property(filters, fc.nat(9), fc.constantFrom(...USER_SIZES), tab, (asked, page, limit, view) => {
      const stated = writeUsersSearch(asked, page * limit, limit)
      const shown = shownView(writeViewSearch(LIST, stated, view, 'connected'), LIST, known)
      expect(shown.view?.id).toBe(view.id)
      expect(readUsersSearch(shown.search)).toEqual({ filters: asked, offset: page * limit, limit, ignored: [] })
      const kept = keepable('users', writeUsersSearch(asked, 0, limit))
      if ('problem' in kept) throw new Error(kept.problem)
      expect(isChanged(LIST, { ...view, filter: kept.filter }, stated)).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('a filter becomes a view of one’s own, without the text that may name a person', async () => {
  const { users } = await demo().read(searchDirectory, { params: { environment: DEMO_ID }, json: {} })
  const reference = users.map(({ user: { client_user_id } }) => client_user_id).find((one) => one !== null) ?? ''
  const user = userEvent.setup()
  renderPage(<UsersView environment={DEMO_ID} columns={null} failure={null} />, {
    search: '?order_key=client_user_id',
    held: { [HELD_TEXT]: reference },
  })
  await waitFor(() => expect(current()).toBe('All users'))
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' })
  expect(within(dialog).getByText(/^Not saved: Search text\./)).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'By reference{Enter}')
  await waitFor(() => expect(current()).toMatch(/^By reference/))
  const [saved] = await views()
  expect(saved).toMatchObject({
    name: 'By reference',
    filter: { order_key: 'client_user_id', order_direction: 'asc' },
  })
  expect(window.location.search).toBe(`?view=${saved?.id}`)
  runShortcut('[')
  await waitFor(() => expect(current()).toMatch(/^Recently changed/))
})

test('a view keeps “last 7 days” as such, and one that keeps its days still opens', () => {
  const kept = (search: string) => keepable('users', new URLSearchParams(search))
  expect(kept('created_within=7d')).toEqual({ filter: { created_within: '7d' } })
  const fixed = { created_from: '2026-03-01', created_to: '2026-03-07' }
  expect(kept('created_from=2026-03-01&created_to=2026-03-07')).toEqual({ filter: fixed })
  expect(userViewFilter.parse(fixed)).toEqual(fixed)
})

test('a view that holds what orders have is refused at that field', async () => {
  const json = { name: 'Lost', shared: false, filter: { status: ['lost'] }, look: {} }
  const answer = await demo().send(saveView, { params: PLACE, json })
  expect([answer.status, (await answer.json()).issues]).toMatchObject([422, [{ loc: ['body', 'filter'] }]])
  expect(await views()).toEqual([])
})
