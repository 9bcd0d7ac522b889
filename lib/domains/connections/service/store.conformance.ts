/** Bulk imports over every store: every batch once, whoever works at it. Run by lib/sandbox/service/flows.test.ts. */
import { expect, test } from 'vitest'
import {
  at,
  connectionOf,
  ids,
  NOBODY,
  OTHER_TEAM,
  slugsOf,
  TODAY,
} from '#lib/domains/access/service/store.conformance.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import type { ImportBatch, ImportOperation } from '#lib/service/records.ts'
import type { Connect, ServiceStore } from '#lib/service/store.ts'

function operation(provider = 'test_source'): ImportOperation {
  return { id: crypto.randomUUID(), team_id: TEAM, provider, created_at: TODAY.toISOString() }
}

function batches(user_ids: readonly string[], size: number): ImportBatch[] {
  const count = Math.ceil(user_ids.length / size)
  return Array.from({ length: count }, (_, index) => ({
    user_ids: user_ids.slice(index * size, (index + 1) * size),
    sealed: `sealed-${index}`,
  }))
}

/** Also notes who was handled, and waits as decryption does. */
function connecting(handled: string[] = []): Connect {
  return async ({ user_ids, sealed }, isUser, { provider, created_at }) => {
    await Promise.resolve()
    const users = user_ids.filter(isUser)
    handled.push(...users)
    return users.map((user_id) => ({
      connection: connectionOf(user_id, { slug: provider, created_on: created_at }),
      sealed,
    }))
  }
}

async function runToEnd(store: ServiceStore, id: string, handled: string[] = []) {
  while (await store.importNext(id, connecting(handled)));
}

export function imports(store: () => ServiceStore): void {
  test('batch by batch, every connection once, and unknown users fail', async () => {
    const mine = ids.slice(60, 160)
    const asked = mine.flatMap((user_id, index) => (index % 10 === 0 ? [user_id, NOBODY] : [user_id]))
    const started = operation('batch_source')
    await store().startImport(started, batches(asked, 30))
    expect(await store().unfinishedImports()).toContain(started.id)
    expect(await store().isImported(started.id)).toBe(false)

    const handled: string[] = []
    expect(await store().importNext(started.id, connecting(handled))).toBe(true)
    const half = await store().importResult(started.id)
    expect([...half.imported, ...half.failed]).toHaveLength(30)
    expect(half.imported).toEqual(handled)
    expect(await store().isImported(started.id)).toBe(false)
    const listed = async (team = TEAM) =>
      (await store().listImports(team, { after: null, limit: 100 })).find(({ id }) => id === started.id)
    expect(await listed()).toEqual({
      ...started,
      finished_at: null,
      pending: 80,
      processed: 30,
      failed: half.failed.length,
    })
    expect(await listed(OTHER_TEAM)).toBeUndefined()

    await runToEnd(store(), started.id, handled)
    expect(handled).toEqual(mine)
    expect(await store().isImported(started.id)).toBe(true)
    expect(await store().unfinishedImports()).not.toContain(started.id)
    expect(await store().importResult(started.id)).toEqual({ imported: mine, failed: Array<string>(10).fill(NOBODY) })
    expect(await listed()).toMatchObject({ finished_at: expect.any(String), pending: 0, processed: 110, failed: 10 })
    for (const user_id of mine) expect(await slugsOf(store(), user_id)).toContain('batch_source')

    const again: string[] = []
    await runToEnd(store(), started.id, again)
    expect(again).toEqual([])
  })

  test.each([0, 1, 2])('%i batches: says whether there is more', async (count) => {
    const started = operation()
    await store().startImport(started, batches(ids.slice(0, count * 5), 5))
    expect(await store().importNext(started.id, connecting())).toBe(count > 1)
    expect(await store().isImported(started.id)).toBe(count < 2)
  })

  test('a batch whose connections cannot be made stays as it was', async () => {
    const started = operation('late_source')
    await store().startImport(started, batches(ids.slice(0, 10), 5))
    await store().importNext(started.id, connecting())
    const failing = store().importNext(started.id, () => Promise.reject(new Error('the key is another')))
    await expect(failing).rejects.toThrow('the key is another')
    expect((await store().importResult(started.id)).imported).toEqual(ids.slice(0, 5))
    await runToEnd(store(), started.id)
    expect((await store().importResult(started.id)).imported).toEqual(ids.slice(0, 10))
  })

  test('users of another team fail', async () => {
    const started = { ...operation(), team_id: OTHER_TEAM }
    await store().startImport(started, batches([at(ids, 0)], 5))
    await runToEnd(store(), started.id)
    expect(await store().importResult(started.id)).toEqual({ imported: [], failed: [at(ids, 0)] })
  })

  test('one user several times, within a batch and across: one connection', async () => {
    const user_id = at(ids, 170)
    const started = operation('twice_source')
    await store().startImport(started, batches([user_id, NOBODY, user_id, user_id], 3))
    await runToEnd(store(), started.id)
    expect((await slugsOf(store(), user_id)).filter((slug) => slug === 'twice_source')).toHaveLength(1)
    expect((await store().importResult(started.id)).imported).toEqual([user_id, user_id, user_id])
  })

  test('several workers at one import handle every connection once between them', async () => {
    const mine = ids.slice(180, 300)
    const started = operation('shared_source')
    await store().startImport(started, batches(mine, 7))
    const handled: string[] = []
    await Promise.all(Array.from({ length: 4 }, () => runToEnd(store(), started.id, handled)))
    // The last worker may have left because it found another at work.
    await runToEnd(store(), started.id, handled)
    expect(handled.toSorted()).toEqual(mine.toSorted())
    expect(await store().importResult(started.id)).toEqual({ imported: mine, failed: [] })
  })

  test('imports of the same users in opposite orders do not get in each other’s way', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [forth, back] = [operation(`both_ways_${round}`), operation(`both_ways_${round}`)]
      await store().startImport(forth, batches(ids, ids.length))
      await store().startImport(back, batches(ids.toReversed(), ids.length))
      await Promise.all([runToEnd(store(), forth.id), runToEnd(store(), back.id)])
      expect((await store().importResult(forth.id)).imported).toHaveLength(ids.length)
      expect((await store().importResult(back.id)).imported).toHaveLength(ids.length)
    }
  })

  test('imports of one instant are listed by ID, and a page goes on where the last one ended', async () => {
    const at = new Date(TODAY.getTime() + 1000)
    const made = Array.from({ length: 5 }, () => ({ ...operation(), created_at: at.toISOString() }))
    for (const one of made) await store().startImport(one, [])
    const first = await store().listImports(TEAM, { after: null, limit: 2 })
    const rest = await store().listImports(TEAM, { after: { at, id: first[1]?.id ?? '' }, limit: 3 })
    expect([...first, ...rest].map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted())
  })

  test('an import that nobody knows is nothing to do', async () => {
    expect(await store().importNext(NOBODY, connecting())).toBe(false)
    expect(await store().isImported(NOBODY)).toBe(false)
  })
}
