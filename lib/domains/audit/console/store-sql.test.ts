import { expect, test } from 'vitest'
import { auditSearch } from '#lib/domains/audit/audit.ts'
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

test('an entry is found by a part of an ID before and after its IDs are indexed, once', async () => {
  const { db, close } = await openInMemory()
  const store = postgresAudit(db)
  const subjects = ["o'neil", '3cb73ce0-1dc1-47c1-8ace-5589bb58a797', '70a2f9d3-1111-4222-8333-9a6f2c8151bc']
  const find = (environment?: string) =>
    store.findSubjects({ part: { kind: 'inner', digits: '1dc147' }, environment, reach: null })
  await store.appendAudit({ ...entry, subjects })
  const expected = { ids: ['3cb73ce0-1dc1-47c1-8ace-5589bb58a797'], is_cut: false }
  expect([await find(), await find('sandbox'), (await find('other')).ids]).toEqual([expected, expected, []])
  expect([await store.indexSubjects(), await store.indexSubjects()]).toEqual([true, false])
  await store.appendAudit({ ...entry, subjects })
  expect(await find()).toEqual(expected)
  const { entries } = await store.searchAudit({ subject: "o'neil", limit: 10 }, null)
  expect(entries.map((found) => found.subjects)).toEqual([subjects, subjects])
  await close()
})

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

test('what a person was shown: by them, there, since then, and by no report of their own', async () => {
  const { db, close } = await openInMemory()
  const store = postgresAudit(db)
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e']
  await store.appendAudit({ ...entry, subjects: [a, b] })
  await store.appendAudit({ ...entry, subjects: [c], actor_id: 'u2' })
  await store.appendAudit({ ...entry, subjects: [c], environment: 'other' })
  await store.appendAudit({ ...entry, subjects: [c], at: '2026-11-01T00:00:00.000Z' })
  await store.appendAudit({ ...entry, subjects: [d], action: 'export_orders' })
  await store.appendAudit({ ...entry, subjects: [e], outcome: 'refused' })
  const by = { actor_id: 'u1', environment: 'sandbox', since: new Date('2026-11-15T00:00:00Z') }
  expect((await store.subjectsShown(by, [a, b, c, d, e])).sort()).toEqual([a, b])
  expect(await store.subjectsShown(by, [])).toEqual([])
  await close()
})

test('days beyond those that a database keeps are the first and the last of them', async () => {
  const { db, close } = await openInMemory()
  const store = postgresAudit(db)
  await store.appendAudit(entry)
  const found = async (query: object) => (await store.searchAudit(auditSearch.parse(query), null)).entries.length
  const [first, last] = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']
  expect([await found({ from: first }), await found({ to: last })]).toEqual([1, 1])
  expect([await found({ from: last }), await found({ to: first })]).toEqual([0, 0])
  await close()
})
