/** The record of imports as people meet it: who may see and report, and what is kept. */
import { expect, test } from 'vitest'
import { listImports, recordImport } from '#lib/domains/connections/import-log.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'

const params = { environment: 'sandbox', import_id: '00000000-0000-4000-8000-000000000001' }
const report = { provider: 'marrowfit', state: 'running', rows: 200, connected: 0, failed: 0 }

test('an import is recorded with who began it, and its counts follow; nobody else reports on it', async () => {
  const { send } = testConsole()
  expect((await send(recordImport, { params, json: report, as: 'administrator' })).status).toBe(200)
  const done = { ...report, state: 'done', connected: 198, failed: 2 }
  expect((await send(recordImport, { params, json: done, as: 'administrator' })).status).toBe(200)
  const answer = await send(listImports, { params: { environment: 'sandbox' }, as: 'administrator' })
  const { imports } = listImports.response.parse(await answer.json())
  expect(imports).toEqual([
    {
      ...done,
      id: params.import_id,
      started_by: 'Ada Marker',
      started_at: '2026-11-21T08:00:00.000Z',
      changed_at: '2026-11-21T08:00:00.000Z',
    },
  ])
})

test('invented imports neither push the real ones off the list nor have users read again without end', async () => {
  const { send, woken } = testConsole()
  const done = { ...report, state: 'done', connected: 200 }
  const begin = (import_id: string, as: 'support' | 'administrator') =>
    send(recordImport, { params: { ...params, import_id }, json: done, as })
  const statuses: number[] = []
  for (let count = 0; count < 40; count += 1) statuses.push((await begin(crypto.randomUUID(), 'support')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  expect(woken.length).toBeLessThanOrEqual(30)
  expect((await begin(params.import_id, 'administrator')).status).toBe(200)
})

test('counts that cannot be are refused, and who may not import sees nothing', async () => {
  const { send } = testConsole()
  const wrong = { ...report, connected: 150, failed: 51 }
  expect((await send(recordImport, { params, json: wrong, as: 'administrator' })).status).toBe(422)
  expect((await send(recordImport, { params, json: report, as: 'read_only' })).status).toBe(403)
  expect((await send(listImports, { params: { environment: 'sandbox' }, as: 'read_only' })).status).toBe(403)
})

test('the end of an import has the list of users read again, its progress does not', async () => {
  const { send, woken } = testConsole()
  await send(recordImport, { params, json: report, as: 'administrator' })
  expect(woken).toEqual([])
  await send(recordImport, { params, json: { ...report, state: 'done', connected: 200 }, as: 'administrator' })
  expect(woken).toEqual(['sandbox'])
})
