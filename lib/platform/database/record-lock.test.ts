import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.testing.ts'
import { openRecordLock } from './record-lock.ts'

let postgres: TestPostgres
const open = (patienceMs?: number) =>
  openRecordLock({ kind: 'postgres', url: postgres.url, owned: true, job_connections: 3 }, patienceMs)

beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(() => postgres.stop())

test('of two instances, one works at a record while the other waits; another record isn’t held up', async () => {
  const [one, two] = [open(), open()]
  const order: string[] = []
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = one.lock('sandbox a', async () => {
    begin()
    await held
    order.push('first')
  })
  await begun
  const second = two.lock('sandbox a', async () => order.push('second'))
  await two.lock('sandbox b', async () => order.push('other'))
  letGo()
  await Promise.all([first, second])
  expect(order).toEqual(['other', 'first', 'second'])
  await Promise.all([one.close(), two.close()])
})

test('who can’t have the lock is told so; who fails lets go of it', async () => {
  const [one, two] = [open(), open(50)]
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const failing = one.lock('a', async () => {
    begin()
    await held
    throw new Error('the service failed')
  })
  await begun
  await expect(two.lock('a', async () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  letGo()
  await expect(failing).rejects.toThrow('the service failed')
  await expect(two.lock('a', async () => 'saved')).resolves.toBe('saved')
  await Promise.all([one.close(), two.close()])
})
