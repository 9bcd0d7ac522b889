/** Audit log of one person: latest changes, the auditor's file, and the monthly review. */
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { exportPersonAudit, listSubjectChanges } from '#lib/domains/audit/person.ts'
import { reviewViewers } from '#lib/domains/audit/review-schema.ts'
import { filled, makeEntry, OTHER, USER } from './audit.testing.ts'

const about = { subjects: [USER], user_count: 1 }

describe('the newest changes of a user', () => {
  const entries = [
    makeEntry({ ...about, action: 'update_user', details: { fields: ['client_user_id'] }, actor_name: 'Sam Tate' }),
    makeEntry({ ...about, action: 'get_directory_user' }),
    makeEntry({ ...about, action: 'update_user', outcome: 'refused', status: 403 }),
    makeEntry({ ...about, action: 'update_user', environment: 'sandbox' }),
    makeEntry({ action: 'update_user', subjects: [OTHER], user_count: 1 }),
    makeEntry({ ...about, action: 'deregister_provider', details: { provider: 'ostrel_glucose' }, network: 'mark' }),
  ]

  test('are those that were made, without who looked, requests and addresses', async () => {
    const { send } = await filled(entries)
    const params = { environment: 'production', user_id: USER }
    const answer = await send(listSubjectChanges, { params, as: 'read_only' })
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual({
      changes: [
        {
          id: 6,
          at: '2026-11-20T09:00:00.000Z',
          actor_id: 's1',
          actor_name: null,
          action: 'deregister_provider',
          details: { provider: 'ostrel_glucose' },
        },
        expect.objectContaining({ id: 1, actor_name: 'Sam Tate', details: { fields: ['client_user_id'] } }),
      ],
      has_more: false,
    })
    for (const word of ['request-1', 'mark', '@clinic.test']) expect(text).not.toContain(word)
  })

  test('say that there are older ones, and are on record', async () => {
    const { send, rows } = await filled(entries)
    const params = { environment: 'production', user_id: USER }
    const answer = listSubjectChanges.response.parse(
      await (await send(listSubjectChanges, { params, query: { limit: 1 } })).json(),
    )
    expect([answer.changes.length, answer.has_more]).toEqual([1, true])
    expect(rows.at(-1)).toMatchObject({ action: 'list_subject_changes', subjects: [USER], user_count: 1 })
  })

  test('are not shown to who may not enter the environment', async () => {
    const { send } = await filled(entries)
    const params = { environment: 'production', user_id: USER }
    expect((await send(listSubjectChanges, { params, as: 'limited' })).status).toBe(404)
  })
})

describe('the file about one person', () => {
  const many = Array.from({ length: 130 }, (_, index) =>
    makeEntry({ ...about, subjects: [USER, OTHER], user_count: 2, duration: index, action: 'list_users' }),
  )

  test('is CSV with the action in words; others are counted, not named', async () => {
    const { send } = await filled([
      ...many,
      makeEntry({ ...about, action: 'update_user_info', details: { fields: ['phone_number'] } }),
    ])
    const file = await (await send(exportPersonAudit, { query: { user_id: USER, format: 'csv' } })).text()
    const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true })
    expect(data).toHaveLength(131)
    expect(data[0]).toMatchObject({ what: 'Changed the phone number', other_subjects: '0', fields: 'phone_number' })
    expect(data[1]).toMatchObject({ what: 'Listed users', other_subjects: '1' })
    expect(file).not.toContain(OTHER)
  })

  test('is one AuditEvent a line, page by page', async () => {
    const { send, store } = await filled(many)
    const pages: number[] = []
    const search = store.searchAudit
    store.searchAudit = async (...asked) => {
      const page = await search(...asked)
      pages.push(page.entries.length)
      return page
    }
    const response = await send(exportPersonAudit, { query: { user_id: USER, format: 'fhir' } })
    expect(response.headers.get('content-type')).toBe('application/fhir+ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="history-2026-11-21.ndjson"')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).resourceType)).toEqual(Array.from({ length: 130 }, () => 'AuditEvent'))
    // The first finds where the log ends now.
    expect(pages).toEqual([1, 50, 50, 30])
  })

  test('is on record before its first row, with how many it has', async () => {
    const { send, rows } = await filled(many)
    const response = await send(exportPersonAudit, { query: { user_id: USER, format: 'fhir' } })
    expect(rows.at(-1)).toMatchObject({ action: 'export_person_audit', subjects: [USER], details: { rows: 130 } })
    await response.body?.cancel()
  })

  test('has the environments of whoever asks, and nothing where it can’t be recorded', async () => {
    const { send, log } = await filled([makeEntry(about), makeEntry({ ...about, environment: 'sandbox' })])
    const query = { user_id: USER, format: 'csv' as const }
    const file = await (await send(exportPersonAudit, { query, as: 'limited' })).text()
    expect(file).not.toContain('production')
    expect(file).toContain('sandbox')
    expect((await send(exportPersonAudit, { query, as: 'support' })).status).toBe(403)
    log.fails = true
    expect((await send(exportPersonAudit, { query })).status).toBe(503)
  })
})

describe('the review of a month', () => {
  const viewed = (at: string, subjects: string[], more = {}) =>
    makeEntry({ at: `${at}T12:00:00.000Z`, subjects, user_count: subjects.length, listed: true, ...more })
  const ids = (count: number) => Array.from({ length: count }, (_, n) => USER.replace('3cb73ce0', `0000000${n}`))

  test('counts each person once, and says what is usual for each', async () => {
    const { send } = await filled([
      viewed('2026-08-03', ids(2)),
      viewed('2026-09-03', ids(4)),
      viewed('2026-10-03', ids(9)),
      viewed('2026-11-02', ids(6)),
      viewed('2026-11-03', ids(8), { listed: false, actor_name: 'Sam Tate' }),
      viewed('2026-11-04', ids(1), { action: 'update_user', listed: false }),
      viewed('2026-11-04', [], { action: 'export_users', details: { rows: 300 } }),
      viewed('2026-11-05', ids(3), { actor_id: 's2', actor_email: 'ann@clinic.test' }),
      viewed('2026-11-05', ids(9), { actor_id: 'service_key', role: null }),
      viewed('2026-11-05', ids(9), { outcome: 'refused' }),
    ])
    const query = { month: '2026-11', environment: 'production' }
    const { people, is_complete } = reviewViewers.response.parse(await (await send(reviewViewers, { query })).json())
    expect(is_complete).toBe(true)
    expect(people).toMatchObject([
      { actor_name: 'Sam Tate', viewed: 8, opened: 8, changed: 1, exported_rows: 300, usual: 4, usual_months: 3 },
      { actor_id: 's2', actor_name: null, viewed: 3, opened: 0, changed: 0, usual: null, usual_months: 0 },
    ])
  })

  test('is itself on record, and of the viewer’s environments alone', async () => {
    const { send, rows } = await filled([
      viewed('2026-11-02', ids(6)),
      viewed('2026-11-02', ids(2), { environment: 'sandbox' }),
    ])
    const answer = await send(reviewViewers, { query: { month: '2026-11' }, as: 'limited' })
    const { people } = reviewViewers.response.parse(await answer.json())
    expect(people.map((person) => person.viewed)).toEqual([2])
    expect(rows.at(-1)).toMatchObject({ action: 'review_viewers', outcome: 'done', actor_id: 'limited' })
    expect((await send(reviewViewers, { query: { month: '2026-13' } })).status).toBe(422)
  })
})
