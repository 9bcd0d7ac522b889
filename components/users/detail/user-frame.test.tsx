import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TriangleAlert } from 'lucide-react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import type { Problem } from '#components/patterns/states/problem.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { userOrdersQuery } from '#lib/domains/orders/queries.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { ADDRESS, INFO, ROW } from './user.testing.ts'
import { UserFrame } from './user-frame.tsx'

const BASE = `/sandbox/users/${ADDRESS.user_id}`

const REFUSED = { call: 'info', detail: 'closed', status: 403, request_id: null, at: 0 }
const NONE = { orders: undefined, connections: undefined, demographics: null }
const problem = (title: string): Problem => ({
  id: title,
  severity: 2,
  since: null,
  icon: TriangleAlert,
  tone: 'warn',
  title,
  detail: '',
  action: { label: 'View', href: '/' },
})

beforeEach(() => {
  window.history.replaceState(null, '', BASE)
  server.use(
    mock(at(getDirectoryUser, { environment: 'sandbox', user_id: ADDRESS.user_id }), () =>
      HttpResponse.json({ ...ROW, problem: null }),
    ),
  )
})

function Keys() {
  useShortcutKeys()
  return null
}

function show(problems: Parameters<typeof UserFrame>[0]['problems'] = NONE) {
  return renderPage(
    <>
      <Keys />
      <UserFrame {...ADDRESS} failure={null} infoFailure={REFUSED} problems={problems}>
        {null}
      </UserFrame>
    </>,
  )
}

const tab = (name: RegExp) => screen.findByRole('link', { name })

test('C copies the ID of the user, Y the link to them', async () => {
  const user = userEvent.setup()
  show()
  await tab(/^Profile/)
  await user.keyboard('c')
  expect(await navigator.clipboard.readText()).toBe(ADDRESS.user_id)
  await user.keyboard('y')
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${BASE}`)
})

test('a tab says how many there are once that is known, and nothing before', async () => {
  const { client } = show()
  expect((await tab(new RegExp(`^Connections ?${ROW.user.connected_sources.length}$`))).textContent).toBeTruthy()
  expect((await tab(/^Orders/)).textContent).toBe('Orders')
  const { queryKey } = userOrdersQuery('sandbox', ADDRESS.user_id)
  client.setQueryData(queryKey, { orders: [], total: 0, page: 1, size: 50 })
  expect(await tab(/^Orders ?0$/)).toBeTruthy()
})

test('a tab names its problem, or says how many it has', async () => {
  show({ ...NONE, orders: [problem('Stuck')], connections: [problem('A'), problem('B')] })
  expect(await tab(/^Orders ?, Stuck$/)).toBeTruthy()
  expect(await tab(/^Connections ?\d+ ?, 2 problems$/)).toBeTruthy()
  expect((await tab(/^Demographics/)).textContent).toBe('Demographics')
})

test.each([
  ['an adult', '1982-02-03', /^Call$/, true],
  ['a minor’s parent', '2012-03-03', /^Minor, 14: call ?Oscar Lindqvist \(parent\)$/, false],
])('on a phone %s is called; an email goes to no child', async (_, dob, call, isWritten) => {
  const medical_proxy = { first_name: 'Oscar', last_name: 'Lindqvist', phone_number: '+1303', relationship: 'parent' }
  server.use(mock(at(getLatestUserInfo, ADDRESS), () => HttpResponse.json({ ...INFO, dob, medical_proxy })))
  renderPage(
    <UserFrame {...ADDRESS} failure={null} infoFailure={null} problems={NONE}>
      {null}
    </UserFrame>,
  )
  expect(await screen.findByRole('link', { name: call })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Email' }) !== null).toBe(isWritten)
})
