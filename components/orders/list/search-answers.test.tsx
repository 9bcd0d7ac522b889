import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { findPeople, namePeople } from '#lib/domains/users/directory.ts'
import { PeopleFound } from './search-answers.tsx'

const ROLE = 'support'
const USER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'
const person = (user_id: string, how: string) => ({ user_id, client_user_id: null, how, by: ['phone'], order_ids: [] })
const STATE = { users: 2, complete_at: '2026-11-19T20:00:00.000Z', crawl: null, problem: null, retry_at: null }

function found(people: object[], changes: object = {}) {
  server.use(
    mock(at(findPeople, { environment: 'sandbox' }), () =>
      HttpResponse.json({
        ...{ users: [], users_total: 0, people, total: people.length, is_cut: false, is_withheld: false, state: STATE },
        ...{ index: { share: 1, problem: null, lacks_demographics: false }, ...changes },
      }),
    ),
    mock(at(namePeople, { environment: 'sandbox' }), () =>
      HttpResponse.json({ people: [], problem: null, is_refused: false }),
    ),
  )
  const onShow = vi.fn()
  renderPage(
    <RoleProvider role={ROLE}>
      <PeopleFound environment="sandbox" text="(602) 555-0143" onShow={onShow} />
    </RoleProvider>,
  )
  return onShow
}

test('says how many people a phone number is of, and leads to their orders', async () => {
  const onShow = found([person(USER, 'exact')])
  expect(await screen.findByText('1 person matches by phone')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show orders' }))
  expect(onShow).toHaveBeenCalledWith(USER)
})

test.each([
  ['everybody was searched', {}, /^No one matches .*Notes, result values and insurance numbers can’t be searched\.$/],
  ['patient data is hidden', { is_withheld: true }, /find people once you show patient data/],
  [
    'the index is being built',
    { index: { share: 0.6, problem: null, lacks_demographics: false } },
    /60 % built\. Some people may be missing/,
  ],
])('no match says what was not searched: %s', async (_, changes, words) => {
  found([], changes)
  expect((await screen.findByText(/^No one matches/)).textContent).toMatch(words)
})
