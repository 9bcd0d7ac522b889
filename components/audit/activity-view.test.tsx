import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { demoServer } from '#components/testing/demo-server.ts'
import { saved } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { type AuditEntry, countSubjectViews, exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { exportPersonAudit } from '#lib/domains/audit/person.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { NO_COVERAGE } from '#lib/domains/users/coverage.testing.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import { consoleAddress } from '#lib/kernel/endpoint.testing.ts'
import { ActivityView } from './activity-view.tsx'

const ENVIRONMENTS: readonly Environment[] = [{ id: 'production', label: 'Production', kind: 'production' }]
const ORDER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'

function entry(id: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id,
    at: '2026-11-19T20:30:00.000Z',
    actor_id: 'rosa',
    actor_email: 'rosa@clinic.test',
    role: 'administrator',
    environment: 'production',
    action: 'list_orders',
    subjects: [],
    listed: false,
    masked: false,
    outcome: 'done',
    status: 200,
    request_id: '19d255fd-0000-4000-8000-00000000aef3',
    duration: 42,
    ...more,
  }
}

const asked: URLSearchParams[] = []

beforeEach(() => {
  asked.length = 0
  server.use(
    mock(listAudit, ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams)
      if (searchParams.get('subject')) return HttpResponse.json({ entries: [], next: null })
      const first = !searchParams.has('before')
      return HttpResponse.json({ entries: [entry(first ? 20 : 10)], next: first ? 20 : null })
    }),
    mock(listStaff, () => HttpResponse.json({ staff: [] })),
  )
})

const show = (search = '') =>
  renderPage(<ActivityView environment="production" environments={ENVIRONMENTS} knows_staff={false} failure={null} />, {
    search,
  })

test('an entry in words, with its ids to copy', async () => {
  server.use(
    mock(listAudit, () =>
      HttpResponse.json({
        entries: [
          entry(3, { outcome: 'refused', status: 403, subjects: [ORDER, ORDER.replace('8a', '9b')] }),
          entry(2, {
            action: 'sign_in_failed',
            status: null,
            actor_id: null,
            actor_email: null,
            role: null,
            environment: null,
          }),
          entry(1, { action: 'teleport', duration: 1_234, outcome: 'failed', status: 502 }),
        ],
        next: null,
      }),
    ),
  )
  const user = userEvent.setup()
  show()
  await screen.findByText('3 entries, none older')
  const [, first, second, third] = screen.getAllByRole('row')
  if (!first || !second || !third) throw new Error('Three entries, three rows.')
  expect(first.textContent).toContain('Listed orders')
  expect(first.textContent).toContain('Refused')
  expect(first.textContent).toContain('+1')
  expect(within(first).queryByText(/Refused\. Nothing was shown/)).toBeNull()
  await user.click(within(first).getByRole('button', { name: 'Details: rosa@clinic.test, Listed orders' }))
  expect(within(first).getByText(/Refused\. Nothing was shown or changed\. Status 403, took 42 ms\./)).toBeTruthy()
  expect(within(first).getByRole('button', { name: /^Copy request id 19d255fd/ })).toBeTruthy()
  expect(within(first).getByText('19 Nov 2026, 20:30:00.000 UTC')).toBeTruthy()
  expect(within(first).getAllByTitle(ORDER.replace('8a', '9b'))).toHaveLength(1)
  await user.click(within(first).getByRole('button', { name: /^Details/ }))
  expect(within(first).queryByRole('button', { name: /^Copy request id/ })).toBeNull()
  expect(second.textContent).toContain('Not signed in')
  expect(third.textContent).toContain('Teleport')
  expect(third.textContent).toContain('Failed')
})

test('says which source, fields and rows, by the name people had, and whom by reference with a link', async () => {
  const details = { fields: ['phone_number', 'address.zip_code'] }
  const gone = { actor_id: 'left', actor_email: 'sam@clinic.test', actor_name: 'Sam Tate', user_count: 1 }
  server.use(
    mock(listAudit, () =>
      HttpResponse.json({
        entries: [
          entry(3, { ...gone, action: 'update_user_info', details, subjects: [ORDER] }),
          entry(2, { action: 'deregister_provider', details: { provider: 'ostrel_glucose' }, subjects: [ORDER] }),
          entry(1, { action: 'bulk_import_connections', details: { provider: 'korrin_ring', rows: 200 } }),
        ],
        next: null,
        references: { [`production/${ORDER}`]: 'case-0042' },
      }),
    ),
    mock(countDirectorySources, () =>
      HttpResponse.json({
        source_counts: [
          {
            source: { name: 'Ostrel® Glucose', slug: 'ostrel_glucose' },
            connections: 3,
            states: {},
            timed: 0,
            silent: 0,
          },
        ],
        coverage: NO_COVERAGE,
        state: { users: 1, complete_at: null, crawl: null, problem: null, retry_at: null },
      }),
    ),
  )
  const user = userEvent.setup()
  show()
  expect(await screen.findByText('Changed the phone number and the address')).toBeTruthy()
  expect(await screen.findByText('Disconnected Ostrel® Glucose')).toBeTruthy()
  expect(screen.getByText('Imported 200 rows from Korrin Ring')).toBeTruthy()
  const [, first] = screen.getAllByRole('row')
  if (!first) throw new Error('There is one.')
  expect(within(first).getByText('Sam Tate')).toBeTruthy()
  expect(within(first).getByRole('link', { name: 'case-0042' }).getAttribute('href')).toBe(`/production/users/${ORDER}`)
  await user.click(within(first).getByRole('button', { name: /^Details/ }))
  expect(within(first).getByText('Phone number, Address: ZIP code')).toBeTruthy()
  expect(within(first).getByRole('button', { name: 'Copy staff id left' })).toBeTruthy()
})

describe('the history of a user', () => {
  const history = { of: 'user', id: ORDER } as const
  const open = (search = '') =>
    renderPage(
      <ActivityView
        environment="production"
        environments={ENVIRONMENTS}
        knows_staff={false}
        history={history}
        failure={null}
      />,
      { search },
    )
  const viewed = vi.fn(() => HttpResponse.json({ groups: [], is_cut: false }))

  beforeEach(() => {
    viewed.mockClear()
    server.use(mock(countSubjectViews, viewed))
  })

  test('opens with changes alone; views are one click away, and the choice is in the address', async () => {
    const user = userEvent.setup()
    open()
    expect(await screen.findByText('No changes yet')).toBeTruthy()
    expect(asked.at(-1)?.get('changes')).toBe('true')
    expect(viewed).not.toHaveBeenCalled()
    await user.click(screen.getByRole('radio', { name: 'Views and changes' }))
    await waitFor(() => expect(asked.at(-1)?.has('changes')).toBe(false))
    expect(window.location.search).toBe('?show=all')
    await waitFor(() => expect(viewed).toHaveBeenCalled())
    await user.click(screen.getByRole('radio', { name: 'Changes only' }))
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('is saved for auditors as CSV or FHIR, everything within the days that are asked for', async () => {
    const user = userEvent.setup()
    const exported: string[] = []
    server.use(
      mock(exportPersonAudit, ({ request }) => {
        exported.push(new URL(request.url).searchParams.toString())
        return new HttpResponse('{}\n', { headers: { 'content-type': 'application/fhir+ndjson' } })
      }),
    )
    open('?from=2026-11-01')
    await user.click(await screen.findByRole('button', { name: 'Export FHIR' }))
    await waitFor(() => expect(exported).toHaveLength(1))
    expect(exported[0]).toBe(`user_id=${ORDER}&format=fhir&time_zone=UTC&from=2026-11-01T00%3A00%3A00.000Z`)
  })
})

describe('over the log itself', () => {
  const demo = demoServer({ base: 'new' })

  test('older entries come below, until there are no more', async () => {
    for (let turn = 0; turn < 120; turn += 1) await demo().send(listOrders, { query: { size: 1 } })
    const user = userEvent.setup()
    show('?action=everything')
    await user.click(await screen.findByRole('button', { name: 'Older entries' }))
    expect(await screen.findByText('120 entries, none older')).toBeTruthy()
    const pages = demo().asked.filter(({ path }) => path.startsWith(`${consoleAddress(listAudit)}?`))
    expect(pages.map(({ path }) => path.includes('before='))).toEqual([false, true])
    expect(screen.queryByRole('button', { name: 'Older entries' })).toBeNull()
  })
})

test('a filter is in the address as it was set, and on the wire in instants', async () => {
  const user = userEvent.setup()
  show('?from=2026-11-01&to=2026-11-02')
  await screen.findByRole('button', { name: 'Older entries' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Failed')
  await waitFor(() => expect(asked).toHaveLength(2))
  const last = asked.at(-1)
  expect(last?.getAll('outcome')).toEqual(['failed'])
  expect([last?.get('from'), last?.get('to')]).toEqual(['2026-11-01T00:00:00.000Z', '2026-11-02T23:59:59.999Z'])
  expect(window.location.search).toBe('?outcome=failed&from=2026-11-01&to=2026-11-02')
})

test('the file is what is filtered, counted as it comes; one that is stopped is not saved', async () => {
  const user = userEvent.setup()
  const gone: URLSearchParams[] = []
  let more: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        more = controller
        controller.enqueue(new TextEncoder().encode('id,at\r\n3,x\r\n2,x\r\n'))
      },
    })
  server.use(
    mock(exportAudit, ({ request }) => {
      gone.push(new URL(request.url).searchParams)
      return new HttpResponse(stream(), { headers: { 'content-type': 'text/csv' } })
    }),
  )
  show('?from=2026-11-01&outcome=failed')
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByRole('button', { name: 'Stop export, 2 entries' })).toBeTruthy()
  expect(gone.at(-1)?.toString()).toBe('outcome=failed&from=2026-11-01T00%3A00%3A00.000Z&time_zone=UTC')
  more?.enqueue(new TextEncoder().encode('1,x\r\n'))
  more?.close()
  await waitFor(() => expect(saved.size).toBe(1))
  saved.clear()
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await user.click(await screen.findByRole('button', { name: 'Stop export, 2 entries' }))
  await screen.findByRole('button', { name: 'Export CSV' })
  expect(saved.size).toBe(0)
})

test('an ID is looked for when Enter is pressed; an email address is none', async () => {
  const user = userEvent.setup()
  show()
  await screen.findByRole('button', { name: 'Older entries' })
  const field = screen.getByRole('textbox', { name: 'User or order ID' })
  await user.type(field, 'ann@clinic.test{Enter}')
  expect(screen.getByText('Type at least four characters of an ID, or paste it.')).toBeTruthy()
  expect(asked).toHaveLength(1)
  await user.clear(field)
  await user.type(field, `${ORDER.toUpperCase()} {Enter}`)
  await waitFor(() => expect(asked.at(-1)?.get('subject')).toBe(ORDER))
  expect(await screen.findByText('No matching entries')).toBeTruthy()
})

test('an error keeps the filters and can be tried again', async () => {
  const user = userEvent.setup()
  server.use(mock(listAudit, () => HttpResponse.json({ detail: 'The log rests.' }, { status: 503 })))
  show('?outcome=failed')
  expect(await screen.findByText('The log rests.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Outcome' })).toHaveProperty('value', 'failed')
  server.use(mock(listAudit, () => HttpResponse.json({ entries: [entry(1)], next: null })))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1 entry, none older')).toBeTruthy()
})

test('without the right it says why and whom to ask, and asks for nothing', () => {
  const detail = 'Your role (support) doesn’t include “View the audit log”. Ask your administrator if you need it.'
  const failure = { call: 'GET /audit', detail, status: 403, request_id: null, at: 0 }
  renderPage(
    <ActivityView environment="production" environments={ENVIRONMENTS} knows_staff={false} failure={failure} />,
  )
  expect(screen.getByText(detail)).toBeTruthy()
  expect(asked).toHaveLength(0)
})
