import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { postgresAudit } from '#lib/domains/audit/console/store-sql.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { logChainHeads } from './audit-work.ts'
import { createLog } from './log.ts'

const ENTRY: NewAuditEntry = {
  at: '2026-11-20T12:30:00.123Z',
  actor_id: null,
  actor_email: null,
  role: null,
  environment: null,
  action: 'sign_in',
  subjects: [],
  outcome: 'refused',
  status: 401,
  request_id: 'r',
  duration: 12,
  completes: null,
  listed: false,
  masked: false,
}

let database: OpenDatabase
let lines: { level: number; msg: string; id?: number; hash?: string }[]
beforeEach(async () => {
  database = await openInMemory()
  lines = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

const warnings = () => createLog('warn', '', { write: (line) => void lines.push(JSON.parse(line)) })

test('the head is logged at the start and once an hour where it is another one, below LOG_LEVEL too', async () => {
  const { appendAudit } = postgresAudit(database.db)
  await appendAudit(ENTRY)
  const stop = logChainHeads(database.db, warnings())
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toMatchObject({ level: 30, msg: 'head of the audit log', id: 1 })
  expect(lines[0]?.hash).toMatch(/^[\da-f]{64}$/)

  vi.advanceTimersByTime(3_600_000)
  await appendAudit(ENTRY)
  vi.advanceTimersByTime(3_600_000)
  await vi.waitFor(() => expect(lines).toHaveLength(2))
  expect(lines[1]).toMatchObject({ id: 2 })
  expect(lines[1]?.hash).not.toBe(lines[0]?.hash)
  await stop()
  vi.advanceTimersByTime(3_600_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('the first entry of an empty log is noted within a minute', async () => {
  const stop = logChainHeads(database.db, warnings())
  await postgresAudit(database.db).appendAudit(ENTRY)
  vi.advanceTimersByTime(60_000)
  await vi.waitFor(() => expect(lines).toMatchObject([{ level: 30, id: 1 }]))
  await stop()
})

test('a head that can’t be read is an error in the log, and the hours go on', async () => {
  const stop = logChainHeads(database.db, warnings())
  await database.db.execute('alter table console.audit rename to lost')
  vi.advanceTimersByTime(3_600_000)
  await vi.waitFor(() => expect(lines).toMatchObject([{ level: 50 }]))
  await database.db.execute('alter table console.lost rename to audit')
  await postgresAudit(database.db).appendAudit(ENTRY)
  vi.advanceTimersByTime(3_600_000)
  await vi.waitFor(() => expect(lines).toMatchObject([{ level: 50 }, { level: 30, id: 1 }]))
  await stop()
})
