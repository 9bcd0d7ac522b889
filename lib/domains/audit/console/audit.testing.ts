/** The audit log for tests: entries of it, and a console that holds some. */
import { listAudit } from '#lib/domains/audit/audit.ts'
import type { AddressValues } from '#lib/kernel/endpoint.testing.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import type { NewAuditEntry } from './store.ts'

export const USER = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
export const OTHER = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'

export function makeEntry(changes: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    at: '2026-11-20T09:00:00.000Z',
    actor_id: 's1',
    actor_email: 'ada@clinic.test',
    role: 'support',
    environment: 'production',
    action: 'list_users',
    subjects: [],
    listed: false,
    masked: false,
    outcome: 'done',
    status: 200,
    request_id: 'request-1',
    duration: 12,
    completes: null,
    ...changes,
  }
}

export async function filled(entries: readonly NewAuditEntry[]) {
  const { send, rows, log, store } = testConsole()
  for (const each of entries) await store.appendAudit(each)
  const list = async (query: AddressValues<typeof listAudit>['query'], as = 'administrator') =>
    listAudit.response.parse(await (await send(listAudit, { query, as })).json())
  return { send, rows, log, store, list }
}
