import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import { at, mock } from '#components/testing/mock.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { reportAction } from '#lib/domains/audit/audit.ts'
import {
  type DirectorySearch,
  type DirectoryState,
  directorySearch,
  refreshDirectory,
  searchDirectory,
} from '#lib/domains/users/directory.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import { UsersView } from './users-view.tsx'

const saved = vi.hoisted(() => ({ files: new Map<string, Blob>() }))
vi.mock('#lib/utils/browser/browser.ts', async (actual) => ({
  ...(await actual<typeof import('#lib/utils/browser/browser.ts')>()),
  saveFile: (name: string, file: Blob) => saved.files.set(name, file),
}))

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

const READ: DirectoryState = {
  users: TOTAL,
  complete_at: '2026-11-19T20:27:00Z',
  crawl: null,
  problem: null,
  retry_at: null,
}

/** Bodies that the directory was asked with. */
let asked: DirectorySearch[] = []

/** Users of an even number have no connections; a text finds the references that hold it. */
function searched(state: DirectoryState = READ) {
  return mock(at(searchDirectory, { environment: 'sandbox' }), async ({ request }) => {
    const body = directorySearch.parse(await request.json())
    asked.push(body)
    const all = Array.from({ length: TOTAL }, (_, index) => makeUser(index)).filter(
      ({ client_user_id }) => !body.text || client_user_id?.includes(body.text),
    )
    const begin = body.after === undefined ? body.offset : Number(body.after.slice(-3) || 0)
    const users = all.slice(begin, begin + body.limit).map((user) => ({ user, seen_at: '2026-11-19T20:27:00Z' }))
    const end = begin + users.length
    const next = body.after === undefined || end >= all.length ? null : walkedTo(end)
    return HttpResponse.json({ users, total: body.after === undefined ? all.length : null, next, state })
  })
}

const walkedTo = (end: number) => `2026-11-17T16:30:00.000Z_00000000-0000-4000-8000-${String(end).padStart(12, '0')}`

function listed({ request }: { request: Request }) {
  const of = new URL(request.url).searchParams
  const [offset, limit] = [Number(of.get('offset')), Number(of.get('limit'))]
  const count = Math.max(0, Math.min(limit, TOTAL - offset))
  const users = Array.from({ length: count }, (_, index) => makeUser(offset + index))
  return HttpResponse.json({ users, total: TOTAL, offset, limit })
}

const view = <UsersView environment="sandbox" columns={null} failure={null} />
function Keys() {
  useShortcutKeys()
  return null
}

const rows = () => within(screen.getByRole('table', { name: 'Users' })).getAllByRole('row')

beforeEach(() => {
  asked = []
  saved.files.clear()
})

describe('the list of users', () => {
  test('shows what the service sent, and says what it did not', async () => {
    server.use(searched())
    renderPage(view)
    expect(await screen.findByText('member-0')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByText('No reference')).toHaveLength(50))
    expect(screen.getAllByText('3 Feb 1982')).toHaveLength(100)
    expect(screen.getByText('260 users')).toBeTruthy()
    expect(screen.getByText('Directory of 260 users, read 5 min ago')).toBeTruthy()
  })

  test('turns pages, puts them into the address and announces them', async () => {
    server.use(searched())
    const user = userEvent.setup()
    renderPage(view)
    const steps = window.history.length
    await screen.findByText('member-0')
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    expect(await screen.findByText('member-200')).toBeTruthy()
    await waitFor(() => expect(rows()).toHaveLength(61))
    expect(screen.getByRole('status').textContent).toContain('Users 201 to 260 of 260')
    expect(window.location.search).toBe('?offset=200')
    expect(window.history.length).toBe(steps + 1)
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
    expect(document.activeElement).toBe(rows()[1])
  })
})

describe('when the service fails', () => {
  const answer = () =>
    HttpResponse.json({ detail: 'Maren Okafor is not known.' }, { status: 502, headers: { 'x-request-id': 'r-1' } })
  const failing = mock(at(searchDirectory, { environment: 'sandbox' }), answer, { once: true })
  const failingLive = mock(listUsers, answer, { once: true })

  test('says so, keeps the way back, and copies details without the answer’s own words', async () => {
    server.use(failing, failingLive, searched(), mock(listUsers, listed))
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
    server.use(searched(), mock(listUsers, listed))
    const failure = { call: 'GET /v2/user/', detail: 'It is down.', status: 502, request_id: null, at: 0 }
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
    expect(screen.getByText(/not read the whole list of users yet, 500 of 1,234,567/)).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Reference or user id' })).toHaveProperty('disabled', true)
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
    )
    const user = userEvent.setup()
    renderPage(view)
    expect(await screen.findByText(/The service is away\. It goes on in 5 min\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(screen.queryByText(/The service is away/)).toBeNull())
    expect(screen.getByRole('button', { name: 'Reading' })).toHaveProperty('disabled', true)
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
  await user.type(screen.getByRole('textbox', { name: 'Reference or user id' }), 'member-25{Enter}')
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
  expect(await screen.findByText(/ends before it begins/)).toBeTruthy()
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
  await user.click(bar().getByRole('button', { name: 'Copy ids' }))
  const ids = (await navigator.clipboard.readText()).split('\n')
  expect(ids).toHaveLength(28)
  expect(ids.slice(0, 4)).toEqual([0, 1, 2, 25].map((number) => makeUser(number).user_id))
  await user.click(bar().getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

describe('an export', () => {
  const reported: unknown[] = []
  const report = mock(reportAction, async ({ request }) => {
    reported.push(await request.json())
    return new HttpResponse(null, { status: 204 })
  })

  test('holds everybody found, in the columns on screen, and is on record first', async () => {
    server.use(searched(), report)
    const user = userEvent.setup()
    renderPage(
      <UsersView environment="sandbox" columns="user.created.reference.-sources.-zone.-birth" failure={null} />,
    )
    await screen.findByText('member-0')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved.files.size).toBe(1))
    expect(reported).toEqual([{ action: 'export_users', environment: 'sandbox', subjects: [] }])
    const [file] = saved.files.values()
    const lines = (await file?.text())?.trim().split('\r\n') ?? []
    expect(lines).toHaveLength(TOTAL + 1)
    expect(lines[0]).toBe('user_id,created_on,client_user_id')
    expect(lines[259]).toBe(`${makeUser(258).user_id},2026-11-17T16:30:00Z,member-258`)
    expect(asked.filter(({ after }) => after !== undefined).map(({ limit }) => limit)).toEqual([500])
  })

  test('of more than 1,000 asks for a word; one that is stopped saves nothing', async () => {
    server.use(searched(), report)
    const user = userEvent.setup()
    server.use(
      mock(at(searchDirectory, { environment: 'sandbox' }), async ({ request }) => {
        const body = directorySearch.parse(await request.json())
        if (body.after !== undefined) await delay('infinite')
        const users = [{ user: makeUser(0), seen_at: '2026-11-19T20:27:00Z' }]
        return HttpResponse.json({ users, total: 1_500, next: null, state: { ...READ, users: 1_500 } })
      }),
    )
    renderPage(view)
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Export 1,500 users?' }))
    expect(dialog.getByRole('button', { name: 'Export 1,500' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'export')
    await user.click(dialog.getByRole('button', { name: 'Export 1,500' }))
    await user.click(await screen.findByRole('button', { name: 'Stop export, 0 of 1,500' }))
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy()
    expect(saved.files.size).toBe(0)
  })
})

test('an address the list cannot use falls back to the default and is named', async () => {
  server.use(searched())
  renderPage(view, { search: '?limit=501' })
  await screen.findByText('member-0')
  expect(screen.getByText(/cannot use \(limit\)/)).toBeTruthy()
  await waitFor(() => expect(rows()).toHaveLength(101))
})

test('a page past the end leads back to the first', async () => {
  server.use(searched())
  const user = userEvent.setup()
  renderPage(view, { search: '?offset=900' })
  await user.click(await screen.findByRole('button', { name: 'Show the first page' }))
  expect(await screen.findByText('member-0')).toBeTruthy()
})
