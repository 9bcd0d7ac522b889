import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createImportEngine } from '#components/connections/import/session/import-engine.ts'
import type { StartEngine } from '#components/connections/import/session/start-worker.ts'
import { mock } from '#components/testing/mock.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { bulkImportConnections, listUserProviders } from '#lib/domains/connections/connection.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { ImportView } from './import-view.tsx'

const saved = vi.hoisted(() => new Map<string, Blob>())
vi.mock('#lib/utils/browser/browser.ts', async (original) => ({
  ...(await original<object>()),
  saveFile: (name: string, content: Blob) => saved.set(name, content),
}))

/** The rows of a virtual list are those that fit: jsdom has no layout, so it is given one. */
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 600 })
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 38 })

// Several answers may stand between a press and what it brings about.
configure({ asyncUtilTimeout: 10_000 })

const inPlace: StartEngine = (context) => ({
  engine: createImportEngine(context, undefined, async () => undefined),
  close: () => undefined,
})

let environments = 0
/** Each test in an environment of its own: an import outlives its page. */
function environmentOf(kind: Environment['kind'] = 'sandbox'): Environment {
  environments += 1
  return { id: `${kind}-${environments}`, label: kind === 'production' ? 'Production' : 'Sandbox', kind }
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const NEXT_YEAR = Math.floor(Date.now() / 1000) + 365 * 86_400

function file(rows: readonly string[], name = 'members.csv') {
  return new File([['member_uuid,at,rt,ext_account,expiry,scopes', ...rows].join('\n')], name)
}
const row = (number: number, change: { user?: string; refresh?: string; expiry?: number } = {}) =>
  `${change.user ?? id(number)},access-token-of-${number},${change.refresh ?? `refresh-token-of-${number}`},account-${number},${change.expiry ?? NEXT_YEAR},read`

/** Users of the service, by whether they have the source. */
let users = new Map<string, boolean>()
let imports: { connections: { user_id: string }[]; wait_for_completion: boolean }[] = []

const connected = (slug: string) => ({ created_on: '2026-01-01T00:00:00Z', source: { name: slug, slug } })
const userList = mock(listUsers, () =>
  HttpResponse.json({
    users: [...users].map(([user_id, has]) => ({
      user_id,
      team_id: id(0),
      created_on: '2026-01-01T00:00:00Z',
      connected_sources: has ? [connected('marrowfit')] : [],
    })),
    total: users.size,
    offset: 0,
    limit: 500,
  }),
)
const listProviders = mock(listUserProviders, ({ params }) => {
  const has = users.get(String(params.user_id))
  if (has === undefined) return HttpResponse.json({ detail: 'User not found.' }, { status: 404 })
  const connection = {
    name: 'Marrowfit',
    slug: 'marrowfit',
    status: 'connected',
    created_on: '2026-01-01T00:00:00Z',
    resource_availability: {},
  }
  return HttpResponse.json({ providers: has ? [connection] : [] })
})
const take = async (request: Request) => {
  const body = await request.json()
  imports.push(body)
  const ids: string[] = body.connections.map((connection: { user_id: string }) => connection.user_id)
  for (const user_id of ids) if (users.has(user_id)) users.set(user_id, true)
  return { imported: ids.filter((one) => users.has(one)), failed: ids.filter((one) => !users.has(one)) }
}
const bulkImport = mock(bulkImportConnections, async ({ request }) => {
  const { imported, failed } = await take(request)
  return HttpResponse.json({ user_ids_imported: imported, user_ids_failed: failed })
})

beforeEach(() => {
  users = new Map([1, 2, 3, 4, 5].map((number) => [id(number), false]))
  imports = []
  saved.clear()
  window.sessionStorage.clear()
  server.use(userList, listProviders, bulkImport)
})

function open(environment = environmentOf()) {
  const user = userEvent.setup()
  const page = renderPage(<ImportView environment={environment} startEngine={inPlace} />)
  return { user, page, environment }
}

async function choose(user: ReturnType<typeof userEvent.setup>, chosen: File) {
  await user.upload(screen.getByLabelText('Choose a file'), chosen)
}

async function check(user: ReturnType<typeof userEvent.setup>, rows: readonly string[]) {
  await choose(user, file(rows))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Source of all rows' }), 'marrowfit')
  await user.click(screen.getByRole('button', { name: /^Check \d+ row/ }))
  await screen.findByText(/will be sent/)
}

const table = (name: string) => within(screen.getByRole('table', { name }))

describe('the file', () => {
  test('that cannot be used is named for what it is, and another can be chosen', async () => {
    const { user } = open()
    await choose(user, new File(['[{"a": 1}, {"a": }]'], 'broken.json'))
    expect((await screen.findByRole('alert')).textContent).toContain('Line 1, column 18')
    await choose(user, file([row(1)]))
    expect(await screen.findByText('members.csv')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('has an example, which passes its own check', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Example file' }))
    const example = saved.get('bulk-import-example.csv')
    if (!example) throw new Error('There is no example.')
    await choose(user, new File([example], 'example.csv'))
    expect(await screen.findByText('6 of 6 matched')).toBeTruthy()
    expect(screen.getByText(/^3 rows, \d+ bytes, CSV$/)).toBeTruthy()
  })
})

describe('columns', () => {
  test('are guessed, can be changed, and show of tokens the end only', async () => {
    const { user, page } = open()
    await choose(user, file([row(1)]))
    const user_id = await screen.findByRole('combobox', { name: 'Column of user_id' })
    expect(user_id).toHaveProperty('value', '0')
    expect(await screen.findByText('Read as Unix seconds.', { exact: false })).toBeTruthy()
    expect(page.container.textContent).not.toContain('token-of-1')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Column of provider_id' }), '1')
    // A column holds one field.
    expect(screen.getByRole('combobox', { name: 'Column of access_token' })).toHaveProperty('value', '')
    expect(screen.getByText('Choose the source of the rows.')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source of all rows' }), 'korrin_ring')
    expect(screen.getByText('Choose the column of access_token.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toHaveProperty('disabled', true)
  })

  test('a source that is not in the list is taken by its slug, with a warning', async () => {
    const { user } = open()
    await choose(user, file([row(1)]))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Source of all rows' }), '-')
    const slug = screen.getByRole('textbox', { name: 'Slug of the source' })
    await user.type(slug, 'New Watch')
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toHaveProperty('disabled', true)
    await user.clear(slug)
    await user.type(slug, 'new_watch')
    expect(screen.getByText(/This console does not know this source/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toHaveProperty('disabled', false)
    await user.clear(slug)
    await user.type(slug, 'phone_health_store')
    expect(screen.getByText(/has no OAuth in the cloud/)).toBeTruthy()
  })
})

describe('the check', () => {
  test('says of every row what is wrong, before and after the service was asked', async () => {
    const { user } = open()
    users.set(id(5), true)
    await check(user, [row(1), row(2, { user: 'nobody' }), row(3, { refresh: '' }), row(4), row(4), row(5), row(9)])
    expect(await screen.findByText(/1 row names a user who does not exist; 1 user has the source already/)).toBeTruthy()
    expect(screen.getByText('3 rows will be sent.', { exact: false }).textContent).toContain(
      '4 rows with errors are left out.',
    )
    const rows = table('Rows of the file')
    for (const words of [
      'user_id is not a UUID',
      'refresh_token is empty',
      'Same user_id as row 5',
      'Connected already, tokens are replaced',
      'No user with this user_id',
    ])
      expect(await rows.findByText(words)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Warnings 1' }))
    expect(await table('Rows of the file').findByText(/Connected already/)).toBeTruthy()
    expect(table('Rows of the file').getAllByRole('row')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Download problem rows' }))
    const csv = (await saved.get('bulk-import-problems.csv')?.text()) ?? ''
    expect(csv.split('\r\n')).toHaveLength(7)
    expect(csv).not.toContain('token-of')
  })

  test('asks what becomes of expired tokens', async () => {
    const { user } = open()
    await check(user, [row(1), row(2, { expiry: 1_700_000_000 })])
    await user.selectOptions(screen.getByRole('combobox', { name: '1 row with an expired access token' }), 'leave_out')
    expect(await screen.findByText('1 row will be sent.', { exact: false })).toBeTruthy()
    expect(await table('Rows of the file').findByText(/^Token expired/)).toBeTruthy()
  })

  test('goes on without the service where that does not answer', async () => {
    server.use(mock(listUserProviders, () => HttpResponse.json({ detail: 'It is down.' }, { status: 502 })))
    const { user } = open()
    await check(user, [row(1)])
    expect(await screen.findByText(/Sandbox could not be asked about the users: It is down/)).toBeTruthy()
    server.use(listProviders)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Every user exists, none has the source yet/)).toBeTruthy()
  })
})

describe('the import', () => {
  test('in production begins with a typed word', async () => {
    const { user, environment } = open(environmentOf('production'))
    await check(user, [row(1)])
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const begin = dialog.getByRole('button', { name: 'Import 1 connection' })
    expect(begin).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), environment.id)
    expect(imports).toEqual([])
    await user.click(begin)
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
    expect(imports).toHaveLength(1)
  })

  test('joins failed users back to their rows, with what they show now', async () => {
    const { user } = open()
    server.use(mock(listUserProviders, () => HttpResponse.json({ detail: 'Down.' }, { status: 502 }), { once: true }))
    await check(user, [row(1), row(9)])
    await screen.findByText(/could not be asked/)
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    expect(await screen.findByRole('heading', { name: /^1 of 2 connected/ })).toBeTruthy()
    const rows = table('Rows to look at')
    expect(await rows.findByText('No such user')).toBeTruthy()
    expect(rows.getByText('Correct user_id, or create the user first')).toBeTruthy()
    expect(rows.getByText('3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'All results' }))
    await waitFor(() => expect(saved.has('bulk-import-results.csv')).toBe(true))
    const csv = (await saved.get('bulk-import-results.csv')?.text()) ?? ''
    expect(csv).toContain(`2,${id(1)},account-1,Imported,`)
    expect(csv).toContain(`3,${id(9)},account-9,Failed,"No such user: Correct user_id, or create the user first"`)
    expect(csv).not.toContain('token-of')
  })

  test('queued rows are asked about until they are there, and again on request', async () => {
    const { user } = open()
    await check(user, [row(1), row(2)])
    await user.click(screen.getByRole('checkbox', { name: 'Wait up to 20 seconds per batch' }))
    server.use(
      mock(bulkImportConnections, async ({ request }) => {
        await take(request)
        return new HttpResponse(null, { status: 202 })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(imports).toMatchObject([{ wait_for_completion: false }])
    expect(screen.getByText('Queued, then confirmed')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
  })

  test('that a busy service turns away waits as long as it is asked to, and is sent once', async () => {
    const { user } = open()
    await check(user, [row(1)])
    server.use(
      mock(
        bulkImportConnections,
        () => HttpResponse.json({ detail: 'Slow down.' }, { status: 429, headers: { 'retry-after': '60' } }),
        { once: true },
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('The service asks to wait')).toBeTruthy()
    expect(alert.getByText(/^Tries again in (?:60|59) s$/)).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
    expect(imports).toHaveLength(1)
  })

  test('that the service refuses stops with its words, and goes on when it is allowed', async () => {
    const { user } = open()
    await check(user, [row(1)])
    server.use(
      mock(bulkImportConnections, () => HttpResponse.json({ detail: 'Bulk import is not enabled.' }, { status: 403 }), {
        once: true,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    expect(await screen.findByText(/Bulk import is not enabled/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume import' }))
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
  })

  test('without an answer is looked up, and not sent again where it arrived', async () => {
    const { user } = open()
    await check(user, [row(1), row(2)])
    await screen.findByText(/Every user exists/)
    server.use(
      mock(
        bulkImportConnections,
        async ({ request }) => {
          await take(request)
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    await user.click(await screen.findByRole('button', { name: 'Try now' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(screen.getByText('No answer, but arrived')).toBeTruthy()
    expect(imports).toHaveLength(1)
  })

  test('of users who had the source before is a person’s to decide when no answer came', async () => {
    users = new Map([[id(1), true]])
    const { user } = open()
    await check(user, [row(1)])
    await screen.findByText(/have the source already|has the source already/)
    server.use(mock(bulkImportConnections, () => HttpResponse.error(), { once: true }))
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    await user.click(await screen.findByRole('button', { name: 'Try now' }))
    expect(await screen.findByText('Batch 1 (1 row) got no answer')).toBeTruthy()
    expect(await table('Rows to look at').findByText('Decide above whether it is sent again')).toBeTruthy()
    expect(imports).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
    expect(imports).toHaveLength(1)
  })

  test('after the page was loaded again goes on with the same file, and with no other', async () => {
    const { user, page, environment } = open()
    await check(user, [row(1), row(2)])
    await user.click(screen.getByRole('checkbox', { name: 'Wait up to 20 seconds per batch' }))
    // The first answer never comes: the page is gone before.
    server.use(
      mock(bulkImportConnections, async ({ request }) => {
        await take(request)
        return new Promise<never>(() => undefined)
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    await waitFor(() => expect(imports).toHaveLength(1))
    const kept = { ...window.sessionStorage }
    expect(JSON.stringify(kept)).not.toMatch(/token-of|00000000-|members/)
    page.unmount()
    // Another page: nothing of the first is in its memory, only what the tab kept.
    const again = environmentOf()
    window.sessionStorage.setItem(`bulk-import-${again.id}`, kept[`bulk-import-${environment.id}`] ?? '')
    server.use(bulkImport)
    open(again)
    expect(await screen.findByText('An import of Marrowfit was not finished')).toBeTruthy()
    await choose(user, file([row(1), row(3)]))
    await screen.findByText('members.csv')
    expect(screen.queryByText('This file was being imported')).toBeNull()
    await user.upload(screen.getByLabelText('Replace'), file([row(1), row(2)]))
    await user.click(await screen.findByRole('button', { name: 'Resume import' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(imports).toHaveLength(1)
    expect(window.sessionStorage.getItem(`bulk-import-${again.id}`)).toBeNull()
  })
})
