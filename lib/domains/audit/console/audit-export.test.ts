import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { auditEntry, exportAudit } from '#lib/domains/audit/audit.ts'
import { auditDetails } from '#lib/domains/audit/details.ts'
import { filled, makeEntry, OTHER, USER } from './audit.testing.ts'

describe('saving the log', () => {
  test('is everything that is filtered, in a file without a name in its name', async () => {
    const many = Array.from({ length: 1234 }, (_, index) => makeEntry({ duration: index, subjects: [USER, OTHER] }))
    const { send } = await filled([...many, makeEntry({ actor_id: 'someone else' })])
    const response = await send(exportAudit, { query: { actor_id: 's1', time_zone: 'America/Denver' } })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-2026-11-21.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    const [head, ...rows] = Papa.parse<string[]>(text, { newline: '\r\n', skipEmptyLines: true }).data
    const { details: _, ...fields } = auditEntry.shape
    const [id, at, ...others] = Object.keys(fields)
    expect(head).toEqual([id, at, 'at (America/Denver)', ...others, ...Object.keys(auditDetails.shape)])
    expect(rows).toHaveLength(1234)
    expect(rows[0]).toEqual([
      '1234',
      '2026-11-20T09:00:00.000Z',
      '2026-11-20 02:00:00',
      's1',
      'ada@clinic.test',
      'support',
      'production',
      'list_users',
      `${USER} ${OTHER}`,
      'false',
      'false',
      'done',
      '200',
      'request-1',
      '1233',
      ...Array.from({ length: 12 }, () => ''),
    ])
  })

  test('names the file after the day of the viewer', async () => {
    const { send } = await filled([makeEntry()])
    const name = async (time_zone: string) =>
      (await send(exportAudit, { query: { time_zone } })).headers.get('content-disposition')
    expect(await name('Pacific/Kiritimati')).toBe('attachment; filename="audit-2026-11-21.csv"')
    expect(await name('Pacific/Pago_Pago')).toBe('attachment; filename="audit-2026-11-20.csv"')
  })

  test('begins with a byte order mark; says which fields, which source and how many rows', async () => {
    const details = { fields: ['phone_number', 'address.zip_code'], provider: 'korrin_ring', rows: 200 }
    const { send } = await filled([makeEntry({ details, actor_name: 'Sam Tate', user_count: 1 })])
    const answer = await send(exportAudit, { query: { actor_id: 's1' } })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const file = new TextDecoder().decode(bytes)
    const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true })
    expect(data).toMatchObject([
      { actor_name: 'Sam Tate', fields: 'phone_number address.zip_code', provider: 'korrin_ring', rows: '200' },
    ])
  })

  test('runs no formula in a spreadsheet', async () => {
    const { send } = await filled([makeEntry({ actor_email: '=cmd|calc@clinic.test', request_id: '-1+1' })])
    const text = await (await send(exportAudit, { query: { actor_id: 's1' } })).text()
    expect(text).toContain(`,"'=cmd|calc@clinic.test",`)
    expect(text).toContain(`,"'-1+1",`)
  })

  test('is on record before the first row leaves', async () => {
    const { send, rows } = await filled([makeEntry()])
    const response = await send(exportAudit, { query: { subject: USER } })
    expect(rows.at(-1)).toMatchObject({ action: 'export_audit', outcome: 'done', subjects: [USER] })
    await response.body?.cancel()
  })

  test('that breaks off is an error, not a short file', async () => {
    const { send, store } = await filled(Array.from({ length: 600 }, () => makeEntry()))
    const search = store.searchAudit
    store.searchAudit = (asked, environments) =>
      asked.before ? Promise.reject(new Error('lost')) : search(asked, environments)
    await expect((await send(exportAudit)).text()).rejects.toThrow('lost')
  })
})
