/** The page of an import over a service in memory: what its tests do on the page, and what the service then has. */
import { act, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { z } from 'zod'
import { createImportEngine } from '#components/connections/import/session/import-engine.ts'
import type { StartEngine } from '#components/connections/import/session/start-worker.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { bulkImportConnections, listBulkOps, listUserProviders } from '#lib/domains/connections/connection.ts'
import { listImports, recordImport } from '#lib/domains/connections/import-log.ts'
import { type Environment, OPERATIONS } from '#lib/domains/environments/environment.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { ImportView } from './import-view.tsx'

/** The rows of a virtual list are those that fit: jsdom has no layout, so it is given one. */
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 600 })
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: () => 38 })

// Several answers may stand between a press and what it brings about.
configure({ asyncUtilTimeout: 10_000 })

let onEngineError: () => void = () => undefined
const inPlace: StartEngine = (context, onError) => {
  onEngineError = onError
  return { engine: createImportEngine(context, undefined, async () => undefined), close: () => undefined }
}

/** Simulates a worker that runs out of memory. */
export function stopEngine() {
  act(() => onEngineError())
}

let environments = 0
/** Each test in an environment of its own: an import outlives its page. */
export function environmentOf(kind: Environment['kind'] = 'sandbox'): Environment {
  environments += 1
  const operations = kind === 'sandbox' ? [...OPERATIONS] : []
  return { id: `${kind}-${environments}`, label: kind === 'production' ? 'Production' : 'Sandbox', kind, operations }
}

export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const NEXT_YEAR = Math.floor(Date.now() / 1000) + 365 * 86_400

export function file(rows: readonly string[], name = 'members.csv') {
  return new File([['member_uuid,at,rt,ext_account,expiry,scopes', ...rows].join('\n')], name)
}
export const row = (number: number, change: { user?: string; refresh?: string; expiry?: number } = {}) =>
  `${change.user ?? id(number)},access-token-of-${number},${change.refresh ?? `refresh-token-of-${number}`},account-${number},${change.expiry ?? NEXT_YEAR},read`

interface FakeService {
  /** Whether each user has the source. */
  users: Map<string, boolean>
  imports: { connections: { user_id: string }[]; wait_for_completion: boolean }[]
}
export const service: FakeService = { users: new Map(), imports: [] }

const connected = (slug: string) => ({ created_on: '2026-01-01T00:00:00Z', source: { name: slug, slug } })
const userList = mock(listUsers, () =>
  HttpResponse.json({
    users: [...service.users].map(([user_id, has]) => ({
      user_id,
      team_id: id(0),
      created_on: '2026-01-01T00:00:00Z',
      connected_sources: has ? [connected('marrowfit')] : [],
    })),
    total: service.users.size,
    offset: 0,
    limit: 500,
  }),
)
export const listProviders = mock(listUserProviders, ({ params }) => {
  const has = service.users.get(String(params.user_id))
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
export const take = async (request: Request) => {
  const body = await request.json()
  service.imports.push(body)
  const ids: string[] = body.connections.map((connection: { user_id: string }) => connection.user_id)
  for (const user_id of ids) if (service.users.has(user_id)) service.users.set(user_id, true)
  return { imported: ids.filter((one) => service.users.has(one)), failed: ids.filter((one) => !service.users.has(one)) }
}
export const bulkImport = mock(bulkImportConnections, async ({ request }) => {
  const { imported, failed } = await take(request)
  return HttpResponse.json({ user_ids_imported: imported, user_ids_failed: failed })
})

/** Before each test: five users without the source, no import, an empty tab. */
/** Recorded import reports, oldest first. */
export const reports: unknown[] = []
const noImports = mock(listImports, () => HttpResponse.json({ imports: [] }))
const noOps = mock(listBulkOps, () => HttpResponse.json({ data: [], next_cursor: null }))
const takesReports = mock(recordImport, async ({ request, params }) => {
  const body = z.record(z.string(), z.unknown()).parse(await request.json())
  reports.push(body)
  const at = '2026-11-21T08:00:00.000Z'
  return HttpResponse.json({ ...body, id: params.import_id, started_by: 'Ada', started_at: at, changed_at: at })
})

export function resetService() {
  service.users = new Map([1, 2, 3, 4, 5].map((number) => [id(number), false]))
  service.imports = []
  window.sessionStorage.clear()
  reports.length = 0
  server.use(userList, listProviders, bulkImport, noImports, noOps, takesReports)
}

export function open(environment = environmentOf()) {
  const user = userEvent.setup()
  const page = renderPage(<ImportView environment={environment} startEngine={inPlace} />)
  return { user, page, environment }
}

export async function choose(user: ReturnType<typeof userEvent.setup>, chosen: File) {
  await user.upload(screen.getByLabelText('Choose a file'), chosen)
}

export async function check(user: ReturnType<typeof userEvent.setup>, rows: readonly string[]) {
  await choose(user, file(rows))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Source' }), 'marrowfit')
  await user.click(screen.getByRole('button', { name: /^Check \d+ row/ }))
  await screen.findByText(/will be sent/)
}

export const table = (name: string) => within(screen.getByRole('table', { name }))
