import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { getDirectoryState, namePeople } from '#lib/domains/users/directory.ts'
import {
  checkConnections,
  countCoverage,
  countDirectorySources,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { ConnectionListView } from './connection-list-view.tsx'
import { DataCoverage } from './data-coverage.tsx'

const READ = '2026-11-19T20:00:00.000Z'
const WHOLE = { users: 2, complete_at: READ, crawl: null, problem: null, retry_at: null }
const pulsewren = { name: 'Pulsewren', slug: 'pulsewren' }
const korrin = { name: 'Korrin Ring', slug: 'korrin_ring' }
const connection = {
  user_id: '00000001-0000-4000-8000-000000000000',
  client_user_id: 'member-1',
  source: pulsewren,
  created_on: '2026-11-17T16:30:00Z',
  seen_at: READ,
  state: 'needs_sign_in',
  checked_at: READ,
  last_data_at: null,
  awaited_since: null,
  silent_at: null,
}

const COVERAGE = {
  users: 4,
  checked: 3,
  oldest_at: READ,
  last_data_at: null,
  asked_at: null,
  rechecked: 0,
  problem: null,
  retry_at: null,
}
const INFO = { first_name: 'Theo', last_name: 'Lindqvist', dob: '1982-02-03', phone_number: '', address: {} }
const PERSON = { user_id: connection.user_id, info: INFO }
const asked: URLSearchParams[] = []
const ROLE = 'support'
const view = (
  <RoleProvider role={ROLE}>
    <ConnectionListView environment="sandbox" failure={null} />
  </RoleProvider>
)

function answer(
  connections: object[],
  source_counts: object[],
  { state = WHOLE, coverage = COVERAGE, types = [] }: { state?: object; coverage?: object; types?: object[] } = {},
) {
  const total = connections.length
  server.use(
    mock(at(searchDirectoryConnections, { environment: 'sandbox' }), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ connections, total, next: null, state })
    }),
    mock(at(countDirectorySources, { environment: 'sandbox' }), () =>
      HttpResponse.json({
        source_counts: source_counts.map((count) => ({ timed: 0, silent: 0, ...count })),
        state,
        coverage,
      }),
    ),
    mock(at(countCoverage, { environment: 'sandbox' }), () => HttpResponse.json({ types, counted_at: READ })),
    mock(at(getDirectoryState, { environment: 'sandbox' }), () => HttpResponse.json(state)),
    mock(at(namePeople, { environment: 'sandbox' }), () =>
      HttpResponse.json({ people: [PERSON], problem: null, is_refused: false }),
    ),
  )
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

test('every row leads to the source of its user; a source of the table is chosen and asked for', async () => {
  answer(
    [connection],
    [
      { source: korrin, connections: 3, states: { connected: 2, failing: 1 } },
      { source: pulsewren, connections: 1, states: { needs_sign_in: 1 } },
    ],
  )
  const user = userEvent.setup()
  renderPage(view)
  const link = await screen.findByRole('link', { name: /^00000001/ })
  expect(link.getAttribute('href')).toBe(`/sandbox/users/${connection.user_id}/connections?source=pulsewren`)
  expect((await screen.findByText('Theo Lindqvist')).closest('td')?.textContent).toBe('Theo Lindqvistmember-1')
  const step = screen.getByRole('link', { name: 'Send a sign-in link' })
  expect(step.getAttribute('href')).toBe(link.getAttribute('href'))
  expect(screen.getByText('1 needs action, newest first')).toBeTruthy()
  expect(asked.at(-1)?.get('action_on')).toBe('2026-11-19T20:00:00.000Z')
  await user.click(screen.getByRole('radio', { name: 'Table' }))
  const counts = screen.getByRole('table', { name: 'Connections by source' })
  expect(within(counts).getByRole('row', { name: /Korrin Ring 3 1 75%/ })).toBeTruthy()
  await user.click(within(counts).getByRole('button', { name: 'Korrin Ring' }))
  expect(await screen.findByRole('button', { name: 'Remove filter Source is Korrin Ring' })).toBeTruthy()
  expect(asked.at(-1)?.getAll('sources')).toEqual(['korrin_ring'])
  expect(window.location.search).toBe('?sources=korrin_ring')
})

test('a first reading under way says how far it is, and one that broke off why', async () => {
  const crawl = { started_at: READ, read: 1_500, total: 4_000 }
  answer([], [], { state: { ...WHOLE, users: 0, complete_at: null, crawl, problem: 'The service is down.' } })
  renderPage(view)
  expect(await screen.findByRole('heading', { name: 'Loading the user directory' })).toBeTruthy()
  expect(screen.getByText(/for the first time, 1,500 of 4,000/)).toBeTruthy()
  expect(screen.getByText(/The service is down/)).toBeTruthy()
})

test('filters that match nothing can be cleared, impossible ones are explained and not asked for', async () => {
  answer([], [])
  const user = userEvent.setup()
  const { client } = renderPage(view, { search: '?sources=pulsewren&created_from=2026-11-02&created_to=2026-11-01' })
  expect(await screen.findByRole('heading', { name: 'These filters contradict each other' })).toBeTruthy()
  expect(client.isFetching({ queryKey: ['console', 'search_directory_connections'] })).toBe(0)
  expect(asked).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Remove filter Connected/ }))
  expect(await screen.findByRole('heading', { name: 'No matching connections' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('heading', { name: 'No connections yet' })).toBeTruthy()
})

test('rows and counts that did not come say so, each with a way to try again', async () => {
  const down = () => HttpResponse.json({ detail: 'down' }, { status: 503 })
  server.use(
    mock(at(searchDirectoryConnections, { environment: 'sandbox' }), down),
    mock(at(countDirectorySources, { environment: 'sandbox' }), down),
  )
  const user = userEvent.setup()
  renderPage(view)
  expect(await screen.findByRole('heading', { name: 'Connections didn’t load' })).toBeTruthy()
  answer([connection], [{ source: pulsewren, connections: 1, states: {} }])
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button)
  expect(await screen.findByText('member-1')).toBeTruthy()
})

test('sources are searched by name; their shares stay those of all connections', async () => {
  const others = [...Array(11).keys()].map((at) => ({
    source: { name: `Source ${at}`, slug: `source_${at}` },
    connections: 1,
    states: {},
  }))
  answer([connection], [{ source: korrin, connections: 9, states: {} }, ...others])
  const user = userEvent.setup()
  renderPage(view)
  await user.click(await screen.findByRole('radio', { name: 'Table' }))
  const box = screen.getByRole('textbox', { name: 'Find a source' })
  await user.type(box, 'ring KORR')
  const counts = screen.getByRole('table', { name: 'Connections by source' })
  expect(within(counts).getAllByRole('row')).toHaveLength(2)
  expect(within(counts).getByRole('row', { name: /Korrin Ring 9 0 45%/ })).toBeTruthy()
  expect(screen.getByText('1 source found')).toBeTruthy()
  await user.type(box, 'x')
  expect(screen.getByText('No source has this name. Clear the search to see all of them.')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(within(screen.getByRole('table', { name: 'Connections by source' })).getAllByRole('row')).toHaveLength(13)
})

const BOTH = [
  { source: korrin, connections: 30, states: { connected: 26, failing: 4 } },
  { source: pulsewren, connections: 3, states: { needs_sign_in: 2, not_checked: 1 } },
]

test('a state is chosen with its number, alone, and left again; numbers are of the chosen sources', async () => {
  answer([connection], BOTH)
  const user = userEvent.setup()
  renderPage(view, { search: '?sources=pulsewren' })
  const chip = await screen.findByRole('button', { name: 'Needs sign-in 2' })
  expect(screen.getByRole('button', { name: 'Needs action 2' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: /^Connected \d/ })).toBeNull()
  await user.click(chip)
  expect([asked.at(-1)?.getAll('states'), asked.at(-1)?.has('action_on')]).toEqual([['needs_sign_in'], false])
  await user.click(screen.getByRole('button', { name: 'Not checked 1' }))
  expect(window.location.search).toBe('?sources=pulsewren&states=not_checked')
  await user.click(screen.getByRole('button', { name: 'Not checked 1' }))
  expect(window.location.search).toBe('?sources=pulsewren&show=all')
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(await screen.findByRole('button', { name: 'Connected 26' })).toBeTruthy()
  expect(screen.getByText('6 of 32 need attention')).toBeTruthy()
})

test('the rows say their state, the list how much was checked and why no more is', async () => {
  answer([connection], BOTH, { coverage: { ...COVERAGE, problem: 'The service asked to slow down.', retry_at: READ } })
  renderPage(view)
  expect(await screen.findByText('3 of 4 users with connections checked')).toBeTruthy()
  expect(screen.getByText(/^Oldest check /)).toBeTruthy()
  expect(screen.getByText('No data since this console was set up')).toBeTruthy()
  expect(screen.getByText(/States aren’t being checked: The service asked to slow down/)).toBeTruthy()
  expect(await screen.findByText('Needs sign-in', { selector: 'span.truncate' })).toBeTruthy()
})

test('all are checked again when somebody asks, and why not when it is too soon', async () => {
  answer([connection], BOTH, { coverage: { ...COVERAGE, checked: 4 } })
  const replies = [
    () => HttpResponse.json({ ...COVERAGE, checked: 4 }, { status: 202 }),
    () =>
      HttpResponse.json({ detail: 'You can start another in 4 minutes.', code: 'too_many_requests' }, { status: 429 }),
  ]
  server.use(mock(at(checkConnections, { environment: 'sandbox' }), () => replies.shift()?.()))
  const user = userEvent.setup()
  renderPage(
    <>
      {view}
      <ToastHost />
    </>,
  )
  expect(await screen.findByText('All 4 users with connections checked')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Check all again' })
  await user.click(button)
  expect(await screen.findByText(/All connections are being checked again/)).toBeTruthy()
  await user.click(button)
  expect(await screen.findByText(/You can start another in 4 minutes/)).toBeTruthy()
})

test('connections without data for days are found by an address that stays relative', async () => {
  answer([{ ...connection, last_data_at: READ }], BOTH, { coverage: { ...COVERAGE, last_data_at: READ } })
  const user = userEvent.setup()
  renderPage(view, { search: '?last_data=not_for_3_days' })
  expect(await screen.findByText(/^Newest data /)).toBeTruthy()
  expect(asked.at(-1)?.get('no_data_since')).toBe('2026-11-16T20:00:00.000Z')
  await user.click(screen.getByRole('button', { name: 'Remove filter Last data was over 3 days ago, or never' }))
  expect(window.location.search).toBe('')
  await vi.waitFor(() => expect(asked.at(-1)?.has('no_data_since')).toBe(false))
})

test('a connection that is silent by its own rhythm says for how long; all of them are found by one press', async () => {
  const day = (ago: number) => new Date(Date.parse(READ) - ago * 86_400_000).toISOString()
  const quiet = { ...connection, state: 'connected', last_data_at: day(3.1), silent_at: day(1) }
  const broken = { ...quiet, source: korrin, state: 'revoked' }
  answer(
    [quiet, broken],
    [
      { source: pulsewren, connections: 9, states: { connected: 9 }, timed: 8, silent: 6 },
      { source: korrin, connections: 2, states: { revoked: 1, connected: 1 }, timed: 1, silent: 1 },
    ],
  )
  const user = userEvent.setup()
  renderPage(view)
  expect(await screen.findByText('No data for 3 d')).toBeTruthy()
  const silent = await screen.findByRole('region', { name: 'Silent' })
  expect(within(silent).getByText('1 source silent for most users')).toBeTruthy()
  expect(
    within(silent)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([expect.stringContaining('6 of 8 silent'), expect.stringContaining('1 of 1 silent')])
  expect(screen.getByRole('button', { name: 'All 11' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Silent 7' }))
  expect(window.location.search).toBe('?last_data=silent')
  await vi.waitFor(() => expect(asked.at(-1)?.get('silent_on')).toMatch(/:00:00\.000Z$/))
  await user.click(screen.getByRole('button', { name: 'All 11' }))
  expect(window.location.search).toBe('?show=all')
  await user.click(screen.getByRole('button', { name: 'Needs action 8' }))
  expect(window.location.search).toBe('')
})

test('a connection that works and never sent anything doesn’t look healthy; after two days it needs a person', async () => {
  const since = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
  const fresh = { ...connection, state: 'connected', awaited_since: since(5) }
  const overdue = { ...fresh, source: korrin, awaited_since: since(75) }
  answer([fresh, overdue], [])
  renderPage(view)
  const toneOf = (words: string) => screen.getByText(words).closest('[data-tone]')?.getAttribute('data-tone')
  await screen.findByText('No data for 5 h')
  expect([toneOf('No data for 5 h'), toneOf('No data for 3 d')]).toEqual(['place', 'warn'])
})

test('a source that ends says when in its rows', async () => {
  const change = {
    id: crypto.randomUUID(),
    provider: 'pulsewren',
    change: 'ends',
    day: '2026-12-12',
    note: '',
  } as const
  const book = {
    partners: [],
    source_changes: [change],
    request_days: 30,
    version: 1,
    changed_at: null,
    changed_by: null,
  }
  server.use(mock(at(getContactBook, { environment: 'sandbox' }), () => HttpResponse.json(book)))
  answer([connection, { ...connection, source: korrin }], [])
  renderPage(view)
  expect((await screen.findByText('Ends 12 Dec')).closest('td')?.textContent).toBe('Send a sign-in linkEnds 12 Dec')
  expect(screen.getAllByText(/^Ends/)).toHaveLength(1)
})

test('on a phone, too, a row says when data last came', async () => {
  answer([{ ...connection, last_data_at: '2026-11-19T20:20:00Z' }], [])
  renderPage(view)
  const cell = (await screen.findByText('Last data', { selector: 'td *' })).closest('td')
  expect(cell?.textContent).toBe('Last data12 min ago')
  expect(cell?.className).not.toMatch(/hidden/)
})

test('data types of each source: what is denied and what never came stand out, in words too', async () => {
  const type = (resource: string, counts: object) => ({
    slug: 'pulsewren',
    resource,
    available: 0,
    denied: 0,
    never: 0,
    ...counts,
  })
  answer([connection], [{ source: pulsewren, connections: 9, states: { connected: 9 } }], {
    types: [
      type('sleep', { available: 9 }),
      type('steps', { available: 9, never: 3 }),
      type('workouts', { denied: 4 }),
    ],
  })
  renderPage(<DataCoverage environment="sandbox" />)
  const matrix = await screen.findByRole('table')
  const cells = within(within(matrix).getByRole('row', { name: /Pulsewren/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['Available: 9 connections', 'Never received: 3', 'Denied: 4'])
})

test('where nothing needs action the list says so and leads to all of them', async () => {
  answer([], [{ source: pulsewren, connections: 9, states: { connected: 9 } }])
  const user = userEvent.setup()
  renderPage(view)
  expect(await screen.findByRole('heading', { name: 'No connection needs action' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all connections' }))
  expect(window.location.search).toBe('?show=all')
  await vi.waitFor(() => expect(asked.at(-1)?.has('action_on')).toBe(false))
})
