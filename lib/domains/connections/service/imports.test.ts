/** Bulk import with a clock of the test's own: the twenty seconds, and what is kept of the tokens. */
import { describe, expect, test } from 'vitest'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { callOf } from '#lib/kernel/endpoint.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testClock, testQueue } from '#lib/service/clock.testing.ts'
import { testDeps } from '#lib/service/deps.testing.ts'
import type { ImportBatch } from '#lib/service/records.ts'
import { sealingKey, unseal } from '#lib/service/secrets.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const bundles = [...generateBundles({ users: 1200, orders: 0, today: new Date('2026-11-21'), team_id: TEAM })]
const ids = bundles.map(({ user }) => user.user_id)
const recipe = (user_id: string) => ({
  user_id,
  access_token: `access-${user_id}`,
  refresh_token: `refresh-${user_id}`,
  provider_id: `at-${user_id}`,
  expires_at: 1_900_000_000,
})

/** `work` runs whenever the call sleeps for a while: what the background does meanwhile. */
async function started(work: (importNext: () => Promise<void>) => Promise<void>) {
  const clock = testClock('2026-11-21T12:00:00Z')
  const queue = testQueue(clock.now)
  const store = createMemoryStore()
  const kept: ImportBatch[] = []
  const { startImport } = store
  store.startImport = (operation, given) => {
    kept.push(...given)
    return startImport(operation, given)
  }
  await store.insert(bundles)
  const service = createService({
    ...(await testDeps()),
    store,
    jobs: queue.jobs,
    key_header: 'x-service-api-key',
    teamOfKey: () => TEAM,
    onError: (error) => {
      throw error
    },
    now: clock.now,
    async sleep(milliseconds) {
      await clock.sleep(milliseconds)
      await work(() => queue.runDue(service.runJob))
    },
  })
  const submit = async (connections: unknown[], wait_for_completion: boolean) => {
    const json = { provider: 'pulsewren', connections, wait_for_completion }
    const [path, init] = callOf(bulkImportConnections, { json })
    const response = await service.api.fetch(new Request(`http://sandbox.test${path}`, init))
    return { status: response.status, body: await response.json() }
  }
  return { clock, queue, store, service, submit, kept }
}

const elapsed = ({ slept }: { slept: number[] }) => slept.reduce((sum, each) => sum + each, 0)

describe('waiting for completion', () => {
  test('202 after exactly 20 seconds when it is not done, with nobody yet', async () => {
    const { submit, clock, queue } = await started(async () => undefined)
    const answer = await submit([recipe(ids[0] ?? ''), recipe(NOBODY)], true)
    expect(answer).toEqual({ status: 202, body: { user_ids_imported: [], user_ids_failed: [] } })
    expect(elapsed(clock)).toBe(20_000)
    expect(queue.waiting()).toHaveLength(1)
  })

  test('200 as soon as it is done, with everybody in the order of submission', async () => {
    let looks = 0
    const { submit, clock } = await started(async (importNext) => {
      looks += 1
      if (looks === 7) await importNext()
    })
    const mine = ids.slice(0, 1100)
    const { status, body } = await submit([recipe(NOBODY), ...mine.map(recipe)], true)
    expect(status).toBe(200)
    expect(body).toEqual({ user_ids_imported: mine, user_ids_failed: [NOBODY] })
    expect(elapsed(clock)).toBe(700)
  })

  test('not asked for: nobody waits', async () => {
    const { submit, clock, queue, service, store } = await started(async () => undefined)
    expect((await submit([recipe(ids[0] ?? '')], false)).status).toBe(202)
    expect(clock.slept).toEqual([])
    const [job] = queue.waiting()
    expect(await store.unfinishedImports()).toEqual([job?.id])
    await queue.runDue(service.runJob)
    expect(await store.unfinishedImports()).toEqual([])
  })
})

describe('the tokens', () => {
  test('reach the store sealed, and open with the key only', async () => {
    const { submit, kept } = await started(async (importNext) => importNext())
    const mine = ids.slice(0, 1100).map((id) => ({ ...recipe(id), oauth_scopes: ['sleep.read'] }))
    await submit(mine, true)
    expect(kept.map(({ user_ids }) => user_ids.length)).toEqual(Array.from({ length: 11 }, () => 100))
    expect(kept.flatMap(({ user_ids }) => user_ids)).toEqual(ids.slice(0, 1100))
    expect(JSON.stringify(kept)).not.toContain('access-')
    const key = await sealingKey(new Uint8Array(32).fill(7))
    const opened = await Promise.all(kept.map(({ sealed }) => unseal(key, sealed)))
    expect(opened.flatMap((batch) => JSON.parse(batch))).toEqual(mine)
  })

  test('that cannot be opened are left for whoever has the key', async () => {
    const { submit, store, service, kept } = await started(async () => undefined)
    await submit([recipe(ids[0] ?? '')], false)
    const [id = ''] = await store.unfinishedImports()
    const [batch] = kept
    await store.startImport({ id, team_id: TEAM, provider: 'pulsewren', created_at: '' }, [
      { user_ids: batch?.user_ids ?? [], sealed: `${batch?.sealed.slice(0, -8)}AAAAAAAA` },
    ])
    await expect(service.runJob('import_connections', id)).rejects.toThrow()
    expect(await store.unfinishedImports()).toEqual([id])
    expect(await store.importResult(id)).toEqual({ imported: [], failed: [] })
  })
})

describe('recovery', () => {
  test('an import that was never queued is found, one that is done is not', async () => {
    const { submit, queue, service, store } = await started(async () => undefined)
    await submit([recipe(ids[0] ?? '')], false)
    queue.forget()
    await service.recover()
    expect(queue.waiting()).toMatchObject([{ name: 'import_connections' }])
    await queue.runDue(service.runJob)
    await service.recover()
    expect(queue.waiting()).toEqual([])
    expect(await store.listConnections(TEAM, ids[0] ?? '')).toEqual(
      expect.arrayContaining([expect.objectContaining({ slug: 'pulsewren' })]),
    )
  })

  test('a job for an import that nobody has does nothing', async () => {
    const { service } = await started(async () => undefined)
    await expect(service.runJob('import_connections', NOBODY)).resolves.toBeUndefined()
    await expect(service.runJob('settle_appointment', NOBODY)).resolves.toBeUndefined()
  })
})
