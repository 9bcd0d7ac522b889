import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useShortcutKeys } from '#components/shared/shortcuts.tsx'
import { renderPage } from '#components/test/render.tsx'
import { server } from '#components/test/server.ts'
import type { User } from '#lib/contract/user.ts'
import { UsersView } from './users-view.tsx'

const search = vi.hoisted(() => ({ text: '' }))
vi.mock('#lib/client/address.ts', () => ({ useAddressSearch: () => new URLSearchParams(search.text) }))

const TOTAL = 260

function makeUser(number: number): User {
  const hex = number.toString(16).padStart(8, '0')
  return {
    user_id: `${hex}-0000-4000-8000-000000000000`,
    team_id: '00000000-0000-4000-8000-000000000001',
    client_user_id: number % 2 === 0 ? `member-${number}` : null,
    created_on: '2026-11-17T16:30:00Z',
    connected_sources: [],
    fallback_birth_date: { value: '1982-02-03', source_slug: 'manual', updated_at: '2026-11-17T16:30:00Z' },
    fallback_time_zone: null,
  }
}

function listUsers({ request }: { request: Request }) {
  const asked = new URL(request.url).searchParams
  const [offset, limit] = [Number(asked.get('offset')), Number(asked.get('limit'))]
  const count = Math.max(0, Math.min(limit, TOTAL - offset))
  return HttpResponse.json({
    users: Array.from({ length: count }, (_, index) => makeUser(offset + index)),
    total: TOTAL,
    offset,
    limit,
  })
}

const PATH = '*/api/service/sandbox/v2/user/'
const view = <UsersView environment="sandbox" failure={null} />
function Keys() {
  useShortcutKeys()
  return null
}

const rows = () => within(screen.getByRole('table', { name: 'Users' })).getAllByRole('row')

beforeEach(() => {
  search.text = ''
})

describe('the list of users', () => {
  test('shows what the service sent, and says what it did not', async () => {
    server.use(http.get(PATH, listUsers))
    renderPage(view)
    expect(await screen.findByText('member-0')).toBeTruthy()
    expect(screen.getAllByText('No reference')).toHaveLength(50)
    expect(screen.getAllByText('3 Feb 1982')).toHaveLength(100)
    expect(screen.getByText('260 users')).toBeTruthy()
  })

  test('turns pages, puts them into the address and announces them', async () => {
    server.use(http.get(PATH, listUsers))
    const user = userEvent.setup()
    const onUrlUpdate = vi.fn()
    renderPage(view, { onUrlUpdate })
    await screen.findByText('member-0')
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(await screen.findByText('member-200')).toBeTruthy()
    expect(rows()).toHaveLength(61)
    expect(screen.getByRole('status').textContent).toContain('Users 201 to 260 of 260')
    await waitFor(() => expect(onUrlUpdate).toHaveBeenCalled())
    const [update] = onUrlUpdate.mock.calls.at(-1) ?? []
    expect(update).toMatchObject({ queryString: '?offset=200', options: { history: 'push', shallow: true } })
  })

  test('moves through rows by keys; only the current row’s controls stand in the tab order', async () => {
    server.use(http.get(PATH, listUsers))
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
    expect(document.activeElement).toBe(rows()[1])
  })
})

describe('when the service fails', () => {
  const failing = http.get(
    PATH,
    () =>
      HttpResponse.json({ detail: 'Maren Okafor is not known.' }, { status: 502, headers: { 'x-request-id': 'r-1' } }),
    { once: true },
  )

  test('says so, keeps the way back, and copies details without the answer’s own words', async () => {
    server.use(failing, http.get(PATH, listUsers))
    const user = userEvent.setup()
    renderPage(view)
    expect(await screen.findByRole('heading', { name: 'Users did not load' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy details' }))
    const details = await navigator.clipboard.readText()
    expect(details).toContain('GET /v2/user/\nstatus 502\nrequest r-1\n')
    expect(details).not.toContain('Okafor')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('member-0')).toBeTruthy()
    expect(screen.queryByText('Users did not load')).toBeNull()
  })

  test('shows what the server met at once, while the browser asks again', async () => {
    server.use(http.get(PATH, listUsers))
    const failure = { call: 'GET /v2/user/', detail: 'It is down.', status: 502, request_id: null, at: 0 }
    renderPage(<UsersView environment="sandbox" failure={failure} />)
    expect(screen.getByText('It is down.')).toBeTruthy()
    expect(await screen.findByText('member-0')).toBeTruthy()
  })

  test('a refused list is grey, not an error', async () => {
    server.use(http.get(PATH, () => HttpResponse.json({ detail: 'feature not enabled' }, { status: 403 })))
    renderPage(view)
    expect(await screen.findByRole('heading', { name: 'Not enabled for this team' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a refresh that fails keeps the rows and dates them', async () => {
    server.use(http.get(PATH, listUsers))
    const user = userEvent.setup()
    renderPage(view)
    await screen.findByText('member-0')
    server.use(http.get(PATH, () => HttpResponse.json({ detail: 'down' }, { status: 503 })))
    await user.click(screen.getByRole('button', { name: 'Load users again' }))
    expect(await screen.findByText(/^Showing data from/)).toBeTruthy()
    expect(screen.getByText('member-0')).toBeTruthy()
  })
})

test('an address the list cannot use falls back to the default and is named', async () => {
  search.text = 'limit=501'
  server.use(http.get(PATH, listUsers))
  renderPage(view, { search: '?limit=501' })
  await screen.findByText('member-0')
  expect(screen.getByText(/cannot use \(limit\)/)).toBeTruthy()
  expect(rows()).toHaveLength(101)
})

test('a page past the end leads back to the first', async () => {
  server.use(http.get(PATH, listUsers))
  const user = userEvent.setup()
  renderPage(view, { search: '?offset=900' })
  await user.click(await screen.findByRole('button', { name: 'Show the first page' }))
  expect(await screen.findByText('member-0')).toBeTruthy()
})
