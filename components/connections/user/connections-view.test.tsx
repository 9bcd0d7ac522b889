import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { INFO } from '#components/users/detail/user.testing.ts'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { type Connection, deregisterProvider, listUserProviders } from '#lib/domains/connections/connection.ts'
import { getHistoricalPulls } from '#lib/domains/connections/historical-pull.ts'
import { getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { OPERATIONS } from '#lib/domains/environments/environment.ts'
import { countSourceDays } from '#lib/domains/events/received.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { listConnectionChanges, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { consoleAddress, proxyAddress } from '#lib/kernel/endpoint.testing.ts'
import { ConnectionsView } from './connections-view.tsx'
import type { Denials } from './source-actions.tsx'
import { useConnectionProblems, useSourceChangeProblems } from './use-connection-problems.ts'

const USER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'
const SECRET = 'https://link.example.test/link/very-secret-token-7Qm2'
const NO_ROLE: null = null
const MAY: Denials = { link: null, disconnect: null }

function source(slug: string, name: string, more: Partial<Connection> = {}): Connection {
  return { slug, name, status: 'connected', created_on: '2026-03-04T10:00:00Z', resource_availability: {}, ...more }
}

const scopes = (required: string[] = [], optional: string[] = []) => ({ required, optional })
const FAILED = source('ostrel_glucose', 'Ostrel Glucose', {
  status: 'error',
  error_details: {
    error_type: 'token_refresh_failed',
    error_message: 'invalid_grant from the provider',
    errored_at: '2026-11-17T20:32:00Z',
  },
  resource_availability: {
    glucose: {
      status: 'available',
      scope_requirements: { user_granted: scopes(['read:glucose']), user_denied: scopes() },
    },
    heart_rate: {
      status: 'unavailable',
      scope_requirements: { user_granted: scopes(), user_denied: scopes(['read:vitals'], ['read:device']) },
    },
  },
})

const DIRECTORY = { users: 1, complete_at: null, crawl: null, problem: null, retry_at: null }
let lastData: object[] = []
let strays: object[] = []
let changes: object[] = []
let providers: Connection[] = []
const calls: string[] = []
const READ = `GET ${proxyAddress('sandbox', listUserProviders, { params: { user_id: USER } })}`
const FOUND = consoleAddress(getDirectoryUser, {
  params: { environment: 'sandbox', user_id: USER },
  query: { fresh: true },
})

beforeEach(() => {
  calls.length = 0
  lastData = []
  strays = []
  changes = []
  providers = [
    source('korrin_ring', 'Korrin Ring'),
    FAILED,
    source('phone_health_store', 'Phone Health Store', { resource_availability: { steps: { status: 'available' } } }),
  ]
  const note = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url)
    calls.push(`${request.method} ${pathname}${search}`)
  }
  server.use(
    mock(at(getLatestUserInfo, { user_id: USER }), () => HttpResponse.json(INFO)),
    mock(at(listUserProviders, { user_id: USER }), (info) => {
      note(info)
      return HttpResponse.json({ providers })
    }),
    mock(countSourceDays, () => HttpResponse.json({ sources: strays, is_cut: false })),
    mock(at(listConnectionChanges, { environment: 'sandbox', user_id: USER }), () => HttpResponse.json({ changes })),
    mock(at(searchDirectoryConnections, { environment: 'sandbox' }), () =>
      HttpResponse.json({ connections: lastData, total: 1, next: null, state: DIRECTORY }),
    ),
    mock(at(getDirectoryUser, { environment: 'sandbox', user_id: USER }), (info) => {
      note(info)
      return HttpResponse.json({ detail: 'not there' }, { status: 404 })
    }),
  )
})

const view = (denials = MAY) => (
  <ConnectionsView environment="sandbox" user_id={USER} denials={denials} failure={null} />
)
const detail = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) })

test('what failed comes first, with its advice, the details as sent and what it can send', async () => {
  const user = userEvent.setup()
  renderPage(view())
  const shown = await detail('Ostrel Glucose')
  expect(within(screen.getByRole('region', { name: 'Sources' })).getAllByRole('listitem')).toHaveLength(3)
  expect(within(shown).getByText('The source refused to renew access.')).toBeTruthy()
  expect(
    within(shown).getByText(/^The patient probably changed their password or removed access at the source/),
  ).toBeTruthy()
  const raw = within(shown).getByText(/invalid_grant from the provider/)
  expect(raw.closest('details')?.open).toBe(false)
  await user.click(within(shown).getByText('Error details from the API'))
  expect(raw.closest('details')?.open).toBe(true)
  const row = within(shown).getByRole('row', { name: /^Heart rate/ })
  expect(row.textContent).toContain('Unavailable')
  expect(row.textContent).toContain('denied: read:vitals')
  expect(row.textContent).toContain('denied: read:device')
  expect(within(shown).getByRole('row', { name: /^Glucose/ }).textContent).toContain('granted: read:glucose')
})

test('an error and a status that nobody knows are shown as sent', async () => {
  providers = [
    source('korrin_ring', 'Korrin Ring', { status: 'error', error_details: { error_type: 'solar_flare' } }),
    source('pulsewren', 'Pulsewren', { status: 'resting', last_sync_at: '2026-11-18T00:00:00Z' }),
  ]
  const user = userEvent.setup()
  renderPage(view())
  expect(await screen.findByText('The source reports “solar_flare”.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Pulsewren/ }))
  expect(screen.getByText(/gives the state “resting”/)).toBeTruthy()
  expect(screen.getByText(/last_sync_at/)).toBeTruthy()
})

test('a history that is being fetched again is calm, and says that nobody has to do anything', async () => {
  providers = [source('korrin_ring', 'Korrin Ring', { status: 'Retrying' })]
  renderPage(view())
  expect((await screen.findAllByText('History retrying')).length).toBe(2)
  expect(screen.getByText(/You don’t need to do anything/)).toBeTruthy()
})

test('how past data came in is told by data type, of the embedded service alone', async () => {
  const asked: string[] = []
  const pull = (status: string, more: object = {}, timeline: object = {}) => ({
    status,
    range_start: '2026-11-12T10:00:00Z',
    range_end: '2026-11-15T10:00:00Z',
    days_with_data: 3,
    timeline: { scheduled_at: '2026-11-15T10:00:00Z', started_at: null, ended_at: null, retry_at: null, ...timeline },
    error_details: null,
    ...more,
  })
  const failed = (error_type: string) => ({ error_details: { error_type, errored_at: '2026-11-18T20:32:00Z' } })
  const pulled = {
    sleep: pull('success'),
    steps: pull('retrying', failed('provider_unavailable'), { retry_at: '2026-11-19T22:32:00Z' }),
    weight: pull('failure', failed('solar_flare')),
    heart_rate: pull('paused', { range_start: null }),
  }
  server.use(
    mock(getHistoricalPulls, ({ request }) => {
      asked.push(new URL(request.url).search)
      const own = { user_id: USER, provider: 'ostrel_glucose', pulled, not_pulled: ['profile', 'blood_oxygen'] }
      // Some services answer with the other sources as well.
      const data = [{ ...own, provider: 'korrin_ring', pulled: { steps: pull('success') } }, own]
      return HttpResponse.json({ data, next_cursor: null })
    }),
  )
  renderPage(view())
  await detail('Ostrel Glucose')
  expect(asked).toEqual([])
  renderPage(
    <RoleProvider role={NO_ROLE} operations={OPERATIONS}>
      {view()}
    </RoleProvider>,
  )
  const shown = within(await screen.findByRole('region', { name: 'Past data' }))
  const rows = shown.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[1]).toMatch(/^WeightFailedsolar_flare Failed 1 d ago/)
  expect(rows[2]).toMatch(/^StepsRetryingThe source isn’t available\. First failed 1 d ago\. Next try in 2 h/)
  expect(rows[3]).toMatch(/^SleepDone.* to .*, 3 days with data$/)
  expect(rows[0]).toBe('Heart ratepausedRange unknown')
  expect(shown.getByText('Never pulled: Profile, Blood oxygen.')).toBeTruthy()
  expect(asked).toEqual([`?user_id=${USER}&provider=ostrel_glucose`])
})

test('a source in the address is shown; one that is not there is named', async () => {
  renderPage(view(), { search: '?source=korrin_ring' })
  expect(await detail('Korrin Ring')).toBeTruthy()
  renderPage(view(), { search: '?source=gone_watch' })
  expect((await screen.findByText('gone_watch')).closest('div')?.textContent).toContain(', isn’t connected')
})

test('a source on the device has no Disconnect, and says why', async () => {
  renderPage(view(), { search: '?source=phone_health_store' })
  const shown = await detail('Phone Health Store')
  expect(within(shown).queryByRole('button', { name: /Disconnect/ })).toBeNull()
  expect(within(shown).queryByRole('button', { name: /sign-in link/ })).toBeNull()
  expect(shown.textContent).toContain('You can’t disconnect it here;')
  expect(within(shown).getByRole('link', { name: 'Make a link code' }).getAttribute('href')).toBe(
    `/sandbox/users/${USER}/access`,
  )
})

test('without any source it leads to Access', async () => {
  providers = []
  renderPage(view())
  expect(await screen.findByRole('heading', { name: 'No sources yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Create link or code' })).toBeTruthy()
})

test('who may not is told why and whom to ask', async () => {
  const denials = { link: 'Ask an administrator about links.', disconnect: 'Ask an administrator about sources.' }
  renderPage(view(denials))
  const shown = await detail('Ostrel Glucose')
  expect(within(shown).queryByRole('button', { name: /Disconnect|sign-in link/ })).toBeNull()
  expect(shown.textContent).toContain(denials.link)
  expect(shown.textContent).toContain(denials.disconnect)
})

describe('disconnecting', () => {
  const removal = (success: boolean) =>
    mock(at(deregisterProvider, { user_id: USER, provider: 'ostrel_glucose' }), () => {
      calls.push('DELETE ostrel_glucose')
      if (success) providers = providers.filter(({ slug }) => slug !== 'ostrel_glucose')
      return HttpResponse.json({ success })
    })

  async function confirm() {
    const user = userEvent.setup()
    await user.click(within(await detail('Ostrel Glucose')).getByRole('button', { name: 'Disconnect' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const button = dialog.getByRole('button', { name: 'Disconnect' })
    expect(await dialog.findByText('Theo Lindqvist')).toBeTruthy()
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.type(dialog.getByRole('textbox'), 'Korrin Ring')
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), 'ostrel glucose{Enter}')
  }

  test('asks for the name, then reads the list again and asks the directory for fresh data', async () => {
    server.use(removal(true))
    renderPage(view())
    await confirm()
    expect(await detail('Korrin Ring')).toBeTruthy()
    await waitFor(() => expect(calls).toEqual([READ, 'DELETE ostrel_glucose', READ, `GET ${FOUND}`]))
    expect(screen.queryByRole('button', { name: /Ostrel/ })).toBeNull()
  })

  test('an answer of no success says that nothing was disconnected', async () => {
    server.use(removal(false))
    renderPage(view())
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was disconnected.')
    expect(await detail('Ostrel Glucose')).toBeTruthy()
  })

  test('a failure keeps the source and gives the reason', async () => {
    server.use(
      mock(at(deregisterProvider, { user_id: USER, provider: 'ostrel_glucose' }), () =>
        HttpResponse.json({ detail: 'Sandbox cannot be reached.' }, { status: 502 }),
      ),
    )
    renderPage(view())
    await confirm()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Ostrel Glucose wasn’t disconnected.')
    expect(alert.textContent).toContain('Sandbox cannot be reached.')
  })
})

describe('a new sign-in link', () => {
  test('leads straight to the source, is hidden, and gone once the window closes', async () => {
    const bodies: unknown[] = []
    server.use(
      mock(createLinkToken, async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ link_token: 'token-abcdefgh-1234', link_web_url: SECRET })
      }),
    )
    const user = userEvent.setup()
    renderPage(view())
    await user.click(await screen.findByRole('button', { name: 'Create sign-in link' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign-in link for Ostrel Glucose' })
    expect(bodies).toEqual([{ user_id: USER, provider: 'ostrel_glucose' }])
    expect(await within(dialog).findByText('Theo Lindqvist')).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('very-secret')
    expect(dialog.textContent).toContain('The link works for only a few minutes.')
    expect(within(dialog).queryByRole('button', { name: /Print/ })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Create sign-in link' })).toBeTruthy()
  })

  test('a refusal says that no link was made', async () => {
    server.use(
      mock(createLinkToken, () =>
        HttpResponse.json({ detail: [{ loc: ['body', 'provider'], msg: 'Unknown.', type: 'enum' }] }, { status: 422 }),
      ),
    )
    const user = userEvent.setup()
    renderPage(view())
    await user.click(await screen.findByRole('button', { name: 'Create sign-in link' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The link wasn’t created.')
  })
})

function ChangeTitles() {
  const titles = useSourceChangeProblems({ environment: 'sandbox', user_id: USER })?.map(({ title }) => title)
  return <output aria-label="Changes">{titles?.join(', ')}</output>
}

function Problems() {
  const problems = useConnectionProblems({ environment: 'sandbox', user_id: USER })
  return <p>{problems?.map(({ title }) => title).join('; ')}</p>
}

/** Makes a source as the directory has it. */
const known = (slug: string, last_data_at: string | null, silent_at: string | null = null) => ({
  user_id: USER,
  client_user_id: null,
  source: { slug, name: slug },
  created_on: '2026-03-04T10:00:00Z',
  seen_at: '2026-11-19T20:00:00Z',
  state: 'connected',
  checked_at: null,
  last_data_at,
  awaited_since: '2026-03-04T10:00:00Z',
  silent_at,
})

test('a source says when its data last came, or that none has', async () => {
  lastData = [known('korrin_ring', '2026-11-19T20:20:00Z'), known('ostrel_glucose', null)]
  const user = userEvent.setup()
  renderPage(<ConnectionsView environment="sandbox" user_id={USER} denials={MAY} failure={null} />)
  expect(await screen.findByText('No data since')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Korrin Ring/ }))
  const shown = screen.getByRole('region', { name: /^Korrin Ring/ })
  expect(within(shown).getByText(/Last data/).textContent).toContain('12 min ago')
})

test('a silent source says so in the list, at its head and among what needs attention', async () => {
  lastData = [known('korrin_ring', '2026-11-17T20:00:00Z', '2026-11-18T08:00:00Z')]
  const user = userEvent.setup()
  renderPage(
    <>
      <ConnectionsView environment="sandbox" user_id={USER} denials={MAY} failure={null} />
      <Problems />
    </>,
  )
  const choice = await screen.findByRole('button', { name: /^Korrin Ring/ })
  await waitFor(() => expect(choice.textContent).toContain('Silent'))
  await user.click(choice)
  const shown = screen.getByRole('region', { name: /^Korrin Ring/ })
  expect(within(shown).getByText('Silent')).toBeTruthy()
  expect(within(shown).getByText('No data since 17 Nov 2026.')).toBeTruthy()
  expect(screen.getByText(/Korrin Ring: no data since 17 Nov 2026/)).toBeTruthy()
})

test('a source that never sent anything says so in the list, at its head and among what needs attention', async () => {
  lastData = [known('korrin_ring', null)]
  const user = userEvent.setup()
  renderPage(
    <>
      <ConnectionsView environment="sandbox" user_id={USER} denials={MAY} failure={null} />
      <Problems />
    </>,
  )
  const choice = await screen.findByRole('button', { name: /^Korrin Ring/ })
  await waitFor(() => expect(choice.textContent).toContain('No data'))
  await user.click(choice)
  const shown = screen.getByRole('region', { name: /^Korrin Ring/ })
  expect(within(shown).getByText('No data').closest('[data-tone]')?.getAttribute('data-tone')).toBe('warn')
  expect(within(shown).getByText(/^No data received for 8 mo/)).toBeTruthy()
  expect(screen.getByText(/Korrin Ring: no data/)).toBeTruthy()
})

test('a source that ends or has changed says so with its day and words, and leads to all who have it', async () => {
  const own = { id: crypto.randomUUID(), provider: 'korrin_ring', note: 'Offer Pulsewren.' }
  const changes = [
    { ...own, change: 'ends', day: '2027-03-31' },
    { ...own, id: crypto.randomUUID(), change: 'changes', day: '2026-10-01', note: '' },
    {
      ...own,
      id: crypto.randomUUID(),
      provider: 'someone_else',
      change: 'ends',
      day: '2027-03-31',
      note: 'Not theirs.',
    },
  ]
  const book = { partners: [], source_changes: changes, request_days: 30, version: 1 }
  server.use(
    mock(at(getContactBook, { environment: 'sandbox' }), () =>
      HttpResponse.json({ ...book, changed_at: '2026-11-01T08:00:00Z', changed_by: 'Ann' }),
    ),
  )
  renderPage(
    <>
      <ConnectionsView environment="sandbox" user_id={USER} denials={MAY} failure={null} />
      <ChangeTitles />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Korrin Ring/ }))
  const shown = within(await screen.findByRole('region', { name: /^Korrin Ring/ }))
  expect(await shown.findByText('Korrin Ring ends 31 Mar 2027.')).toBeTruthy()
  expect(shown.getByText('Korrin Ring changed 1 Oct 2026.')).toBeTruthy()
  expect(shown.getByText('Offer Pulsewren.')).toBeTruthy()
  expect(screen.queryByText('Not theirs.')).toBeNull()
  const [link] = shown.getAllByRole('link', { name: 'View all connections of this source' })
  expect(link?.getAttribute('href')).toBe('/sandbox/connections?sources=korrin_ring')
  expect(screen.getByRole('status', { name: 'Changes' }).textContent).toBe(
    'Korrin Ring changed 1 Oct 2026, Korrin Ring ends 31 Mar 2027',
  )
})

test('a source that was broken says how its state has changed, down to when it was connected', async () => {
  const on = (day: number) => `2026-11-${day}T08:00:00.000Z`
  changes = [
    { slug: 'korrin_ring', state: 'connected', at: on(20) },
    { slug: 'korrin_ring', state: 'revoked', at: on(18) },
    { slug: 'ostrel_glucose', state: 'needs_sign_in', at: on(17) },
  ]
  renderPage(<ConnectionsView environment="sandbox" user_id={USER} denials={MAY} failure={null} />, {
    search: '?source=korrin_ring',
  })
  const history = await screen.findByRole('region', { name: 'State history' })
  const lines = within(history).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringContaining('Connected again'),
    expect.stringContaining('Revoked'),
    expect.stringMatching(/^Connected/),
  ])
})

test('data of a source that isn’t connected is said, also long ago and without any source', async () => {
  const none = Array.from({ length: 14 }, () => 0)
  strays = [
    { slug: 'korrin_ring', days: [...none.slice(1), 2], last_until: '2026-11-22T00:00:00Z' },
    { slug: 'gone_watch', days: none, last_until: '2026-10-13T00:00:00Z' },
  ]
  providers = []
  renderPage(view())
  const said = async (name: string) => (await screen.findByText(name)).parentElement?.textContent
  expect(await said('Korrin Ring')).toMatch(
    /^Data of Korrin Ring, which isn’t connected, arrived on 1 day of the last 14, last on .*2026\.$/,
  )
  expect(await said('Gone Watch')).toMatch(
    /^Data of Gone Watch, which isn’t connected, arrived last on .*Oct.* 2026\.$/,
  )
})
