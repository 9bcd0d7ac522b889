import { expect, test } from 'vitest'
import type { NewAuditEntry } from '#lib/domains/audit/console/store.ts'
import { openInMemory } from '#lib/platform/database/embedded.testing.ts'
import { inShare, shareFairly } from '#lib/platform/database/fair-share.ts'
import { postgresAudit } from './store-sql.ts'

const entry: NewAuditEntry = {
  at: '2026-11-20T12:00:00.000Z',
  actor_id: 'u1',
  actor_email: null,
  role: 'support',
  environment: 'sandbox',
  action: 'list_orders',
  subjects: [],
  listed: false,
  masked: false,
  outcome: 'done',
  status: 200,
  request_id: '7f8bb8a5-57d9-4e2c-9ecb-2e7c5ab6a0a1',
  duration: 3,
  completes: null,
}

test('entries wait for nobody whose queries have to wait', async () => {
  const { db, engine, close } = await openInMemory()
  if (engine.kind !== 'pglite') throw new Error('This is about the embedded database.')
  shareFairly(engine.client)
  const store = postgresAudit(db)
  const waiting = { take: () => new Promise<never>(() => undefined), spend: () => undefined }
  const added = await Promise.all([
    inShare(waiting, () => store.appendAudit(entry)),
    store.appendAudit({ ...entry, actor_id: 'u2' }),
  ])
  expect(added.map(({ actor_id }) => actor_id)).toEqual(['u1', 'u2'])
  await close()
})
