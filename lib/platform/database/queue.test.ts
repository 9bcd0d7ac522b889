import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from './database.ts'
import { openInMemory } from './embedded.testing.ts'
import { startPostgres } from './postgres.testing.ts'
import { openQueue, type Queue } from './queue.ts'

const PLACES = {
  async 'embedded PostgreSQL'() {
    return { database: await openInMemory(), stop: async () => undefined }
  },
  async 'PostgreSQL server'() {
    const server = await startPostgres()
    return { database: await openDatabase({ data_dir: '', database_url: server.url }), stop: server.stop }
  },
}

const patiently = { timeout: 15_000, interval: 20 }

function jobs(name: keyof typeof PLACES) {
  let database: OpenDatabase
  let queue: Queue
  let stop: () => Promise<void>
  const failures: unknown[] = []

  beforeAll(async () => {
    const place = await PLACES[name]()
    database = place.database
    stop = place.stop
    queue = await openQueue(database, (error) => failures.push(error))
  })
  afterAll(async () => {
    await queue.close()
    await database.close()
    await stop()
  })

  /** Works at a name of its own, and says what was run. */
  async function working(job: string, fail: (id: string, times: number) => boolean = () => false) {
    const ran: { id: string; at: number }[] = []
    await queue.work(job, async (id) => {
      ran.push({ id, at: Date.now() })
      if (fail(id, ran.filter((each) => each.id === id).length)) throw new Error(`patient of ${id}`)
    })
    return ran
  }

  test('an id that waits already is not queued again; once it has run it can be', async () => {
    const now = new Date()
    await Promise.all(Array.from({ length: 20 }, () => queue.send('once', 'a', now)))
    await queue.send('once', 'b', now)
    const ran = await working('once')
    await vi.waitFor(() => expect(ran.map(({ id }) => id).sort()).toEqual(['a', 'b']), patiently)
    await queue.send('once', 'a', now)
    await vi.waitFor(() => expect(ran.map(({ id }) => id).sort()).toEqual(['a', 'a', 'b']), patiently)
  })

  test('nothing runs before its time, and little after it', async () => {
    const ran = await working('later')
    const at = Date.now() + 1200
    await queue.send('later', 'a', new Date(at))
    await vi.waitFor(() => expect(ran).toHaveLength(1), patiently)
    expect(ran[0]?.at).toBeGreaterThanOrEqual(at)
    expect((ran[0]?.at ?? 0) - at).toBeLessThan(3000)
  })

  test('one of now is announced: nobody needs to look for it', async () => {
    const ran: string[] = []
    await queue.work('announced', async (id) => void ran.push(id), { later: false })
    // Past the look that every worker begins with.
    for (const id of ['first', 'second']) {
      const begin = Date.now()
      await queue.send('announced', id, new Date())
      await vi.waitFor(() => expect(ran).toContain(id), patiently)
      expect(Date.now() - begin).toBeLessThan(5000)
    }
  })

  test('one that is due and that nobody gets to is known by how long it waits', async () => {
    expect(await queue.oldest()).toBe(0)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await queue.work('held', () => held)
    await Promise.all(Array.from({ length: 20 }, (_, index) => queue.send('held', `job-${index}`, new Date())))
    await vi.waitFor(async () => expect(await queue.oldest()).toBeGreaterThan(1_000), patiently)
    release()
    await vi.waitFor(async () => expect(await queue.oldest()).toBe(0), patiently)
  })

  test('one that fails is tried again, alone; why it failed is told, and not kept', async () => {
    const ran = await working('failing', (id, times) => id === 'bad' && times === 1)
    for (const id of ['good-1', 'bad', 'good-2']) await queue.send('failing', id, new Date())
    await vi.waitFor(() => expect(ran.filter(({ id }) => id === 'bad')).toHaveLength(2), patiently)
    expect(ran.filter(({ id }) => id !== 'bad')).toHaveLength(2)
    expect(failures).toHaveLength(1)
    const kept = await database.db.execute(sql`select * from jobs.job`)
    expect(JSON.stringify(kept)).not.toContain('patient of')
  })

  test('a hundred at once do not wait for each other’s turn', async () => {
    const ran = await working('many')
    const start = Date.now()
    await Promise.all(Array.from({ length: 100 }, (_, index) => queue.send('many', `job-${index}`, new Date())))
    await vi.waitFor(() => expect(ran).toHaveLength(100), patiently)
    expect(Date.now() - start).toBeLessThan(10_000)
    expect(new Set(ran.map(({ id }) => id)).size).toBe(100)
  })
}

describe('over the embedded database', () => jobs('embedded PostgreSQL'))
describe('over a server', () => jobs('PostgreSQL server'))
