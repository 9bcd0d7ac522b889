import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countSubjectViews, exportAudit, listAudit } from '#lib/domains/audit/audit.ts'
import { REPORT_PERMISSIONS, REPORTED_ACTIONS, reportAction } from '#lib/domains/audit/report-action.ts'
import { listEnvironments } from '#lib/domains/environments/environment.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { filled, makeEntry, OTHER, USER } from './audit.testing.ts'

describe('reading the log', () => {
  test('newest first, page by page, until there is no next', async () => {
    const { list } = await filled(Array.from({ length: 25 }, (_, index) => makeEntry({ duration: index })))
    const page = { limit: 10, actor_id: 's1' }
    const first = await list(page)
    expect(first.entries.map(({ duration }) => duration)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15])
    const second = await list({ ...page, before: first.next })
    const third = await list({ ...page, before: second.next })
    expect(third.entries.map(({ duration }) => duration)).toEqual([4, 3, 2, 1, 0])
    expect(third.next).toBeNull()
  })

  test('by subject in any spelling, action, outcome, environment and date', async () => {
    const { list } = await filled([
      makeEntry({ subjects: [USER], action: 'update_user' }),
      makeEntry({ subjects: [USER, OTHER], at: '2026-11-19T23:59:59.000Z' }),
      makeEntry({ outcome: 'failed', environment: 'sandbox' }),
    ])
    const ids = async (...query: Parameters<typeof list>) => (await list(...query)).entries.map(({ id }) => id)
    expect(await ids({ subject: USER.toUpperCase(), actor_id: 's1' })).toEqual([2, 1])
    expect(await ids({ action: ['update_user', 'sign_in'] })).toEqual([1])
    expect(await ids({ outcome: ['failed', 'refused'] })).toEqual([3])
    expect(await ids({ environment: 'sandbox' })).toEqual([3])
    expect(await ids({ to: '2026-11-19' })).toEqual([2])
    expect(await ids({ from: '2026-11-20', actor_id: 's1' })).toEqual([3, 1])
  })

  test('changes alone, in the list and in the file, unless an action is asked for', async () => {
    const { list, send } = await filled([
      makeEntry({ action: 'list_users' }),
      makeEntry({ action: 'deregister_provider' }),
      makeEntry({ action: 'update_user', outcome: 'refused' }),
    ])
    const ids = async (...query: Parameters<typeof list>) => (await list(...query)).entries.map(({ id }) => id)
    expect(await ids({ changes: true })).toEqual([3, 2])
    expect(await ids({ changes: true, action: ['list_users'] })).toEqual([1])
    expect(await ids({ changes: false, actor_id: 's1' })).toEqual([3, 2, 1])
    const file = await (await send(exportAudit, { query: { changes: true } })).text()
    expect(file.match(/^\d+(?=,)/gm)).toEqual(['3', '2'])
  })

  test('is itself on record, with whom it was about and not with what was typed', async () => {
    const { send, rows } = await filled([])
    await send(listAudit, { query: { subject: USER } })
    expect(rows.at(-1)).toMatchObject({ action: 'list_audit', subjects: [USER], outcome: 'done', status: 200 })
    await send(listAudit, { query: { subject: 'Jane Doe' } })
    expect(rows.at(-1)).toMatchObject({ action: 'list_audit', subjects: [] })
  })

  test('shows nobody what happened in an environment they may not enter', async () => {
    const { list, send } = await filled([
      makeEntry(),
      makeEntry({ environment: 'sandbox' }),
      makeEntry({ environment: null, action: 'sign_in' }),
    ])
    const { entries } = await list({ actor_id: 's1' }, 'limited')
    expect(entries.map(({ id }) => id)).toEqual([2])
    expect((await list({ environment: 'production' }, 'limited')).entries).toEqual([])
    expect(await (await send(exportAudit, { query: { actor_id: 's1' }, as: 'limited' })).text()).not.toContain(
      'production',
    )
  })

  test('shows what belongs to no environment only of people whom the asker may see', async () => {
    const none = { environment: null, action: 'sign_in' }
    const { list, send } = await filled([
      makeEntry({ ...none, subjects: [USER] }),
      makeEntry({ ...none, actor_id: 'seen', subjects: [USER] }),
      makeEntry({ ...none, subjects: ['seen'] }),
      makeEntry({ ...none, actor_id: null, actor_email: null }),
      makeEntry({ environment: 'production', actor_id: 'seen', subjects: ['seen'] }),
    ])
    const ids = async (as: string) =>
      (await list({ from: '2026-11-20', to: '2026-11-20' }, as)).entries.map(({ id }) => id)
    expect(await ids('limited')).toEqual([3, 2])
    expect(await ids('administrator')).toEqual([5, 4, 3, 2, 1])
    const file = await (await send(exportAudit, { query: { to: '2026-11-20' }, as: 'limited' })).text()
    expect(file.match(/^\d+(?=,)/gm)).toEqual(['3', '2'])
    const views = { subject: USER, time_zone: 'UTC', to: '2026-11-20' }
    const answer = await send(countSubjectViews, { query: views, as: 'limited' })
    const who = countSubjectViews.response.parse(await answer.json())
    expect(who.groups.map(({ actor_id }) => actor_id)).toEqual(['seen'])
  })

  test('a log that cannot be written is not shown either', async () => {
    const { send, log } = await filled([makeEntry()])
    log.fails = true
    for (const response of [await send(listAudit), await send(exportAudit)]) {
      expect(response.status).toBe(503)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.text()).not.toContain('ada@clinic.test')
    }
  })
})

describe('what happens in the browser alone', () => {
  const seen = makeEntry({ at: '2026-11-21T07:59:00.000Z', action: 'get_directory_user', subjects: [USER] })
  test.each(REPORTED_ACTIONS)('%s is recorded with the viewer the server knows', async (action) => {
    const { send, rows, store } = testConsole()
    const as = REPORT_PERMISSIONS[action] === 'access:create' ? 'support' : 'read_only'
    await store.appendAudit({ ...seen, actor_id: `id-of-${as}` })
    rows.length = 0
    const forged = { actor_id: 'forged', role: 'administrator', outcome: 'failed', request_id: 'forged' }
    const event = { action, environment: 'production', subjects: [USER.toUpperCase()], ...forged }
    const response = await send(reportAction, { json: event, as })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(rows).toEqual([
      makeEntry({
        at: '2026-11-21T08:00:00.000Z',
        actor_id: `id-of-${as}`,
        actor_email: `${as}@clinic.test`,
        actor_name: 'Ada Marker',
        role: as,
        action,
        subjects: [USER],
        user_count: action === 'export_orders' || action === 'print_orders' ? 0 : 1,
        status: 204,
        duration: 0,
        request_id: response.headers.get('x-request-id') ?? '',
      }),
    ])
  })

  test.each(['production', 'unknown'])('is refused for an environment the person may not enter: %s', async (id) => {
    const { send, rows } = testConsole()
    const event = { action: 'show_secret', environment: id, subjects: [USER] }
    const response = await send(reportAction, { json: event, as: 'limited' })
    expect(response.status).toBe(404)
    expect((await response.json()).detail).toContain('Ask your administrator')
    expect(rows).toMatchObject([{ action: 'report_action', outcome: 'refused', environment: null, subjects: [USER] }])
  })

  test('only of records that this person was shown, in this environment, and never by a report itself', async () => {
    const { send, rows, store } = testConsole()
    const report = async (as: string, change: object = {}) => {
      const json = { action: 'export_users', environment: 'production', subjects: [USER], ...change }
      const response = await send(reportAction, { json, as })
      return [response.status, (await response.json().catch(() => null))?.code ?? null]
    }
    await store.appendAudit({ ...seen, actor_id: 'id-of-support' })
    await store.appendAudit({ ...seen, actor_id: 'id-of-read_only', action: 'export_orders' })
    await store.appendAudit({ ...seen, actor_id: 'id-of-read_only', outcome: 'refused' })
    await store.appendAudit({ ...seen, actor_id: 'id-of-read_only', at: '2026-11-01T00:00:00.000Z' })
    expect(await report('support')).toEqual([204, null])
    expect(await report('support', { environment: 'sandbox' })).toEqual([422, 'invalid_input'])
    expect(await report('support', { subjects: [USER, OTHER] })).toEqual([422, 'invalid_input'])
    expect(await report('read_only')).toEqual([422, 'invalid_input'])
    expect(rows.at(-1)).toMatchObject({ action: 'export_users', outcome: 'refused', subjects: [], status: 422 })
    expect(await report('read_only', { action: 'show_secret', subjects: [] })).toEqual([403, 'role_denied'])
    expect(await report('read_only', { subjects: [], rows: 260 })).toEqual([204, null])
  })

  test('within a budget of reports and of IDs a minute, whose end leaves no entries', async () => {
    const { send, rows } = testConsole()
    const subjects = Array.from(
      { length: 1000 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    )
    const json = { action: 'export_users', environment: 'sandbox', subjects }
    const statuses: number[] = []
    for (let one = 0; one < 5; one++) statuses.push((await send(reportAction, { json, as: 'read_only' })).status)
    expect(statuses).toEqual([422, 422, 429, 429, 429])
    expect(rows).toHaveLength(2)
    const many = Array.from({ length: 61 }, () =>
      send(reportAction, { json: { ...json, subjects: [] }, as: 'support' }),
    )
    const answers = (await Promise.all(many)).map(({ status }) => status)
    expect(answers.filter((status) => status === 204)).toHaveLength(60)
  })

  test('is refused where it cannot be recorded', async () => {
    const { send, log } = testConsole()
    log.fails = true
    const response = await send(reportAction, { json: { action: 'show_secret', environment: 'sandbox' } })
    expect(response.status).toBe(503)
  })
})

test('no body, name, token or header of any call is in any entry', async () => {
  const MARK = 'MARKER'
  const { call, rows } = testConsole()
  const marked = fc.string({ maxLength: 12 }).map((text) => `${text}${MARK}${text}`)
  const rarely = (valid: fc.Arbitrary<string>) => fc.oneof({ arbitrary: valid, weight: 6 }, marked)
  const field = fc.constantFrom('subject', 'actor_id', 'environment', 'action', 'from', 'search_input', 'first_name')
  const path = fc.oneof(
    fc.constantFrom(...[listAudit, exportAudit, listEnvironments, reportAction, getViewer].map(({ path }) => path)),
    marked.map((text) => `${listAudit.path}/${encodeURIComponent(text)}`),
  )
  const body = fc.record(
    {
      action: rarely(fc.constantFrom(...REPORTED_ACTIONS)),
      environment: rarely(fc.constant('sandbox')),
      subjects: fc.array(rarely(fc.constant(USER)), { maxLength: 2 }),
      first_name: marked,
      access_token: marked,
      user_id: marked,
    },
    { requiredKeys: ['action', 'environment'] },
  )
  const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH')
  const as = fc.constantFrom('administrator', 'support', 'limited')
  await fc.assert(
    fc.asyncProperty(path, method, fc.dictionary(field, marked), body, as, async (where, verb, query, sent, who) => {
      const response = await call(`${where}?${new URLSearchParams(query)}`, {
        as: who,
        method: verb,
        ...(verb !== 'GET' && { body: JSON.stringify(sent) }),
        headers: {
          'content-type': 'application/json',
          'x-request-id': MARK,
          authorization: `Bearer ${MARK}`,
          referer: `http://console.test/?q=${MARK}`,
          'user-agent': MARK,
        },
      })
      await response.text()
    }),
    { numRuns: 300 },
  )
  // Whatever the seed, several endpoints were reached.
  expect(new Set(rows.map(({ action }) => action)).size).toBeGreaterThan(3)
  expect(JSON.stringify(rows)).not.toContain(MARK)
})
