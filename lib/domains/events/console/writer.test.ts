import { expect, test, vi } from 'vitest'
import { makeSummary, received } from '#lib/domains/events/event.testing.ts'
import type { NewEvent } from '#lib/domains/events/new-event.ts'
import { createRejectionCounter } from './inbox.ts'
import { createEventWriter } from './writer.ts'

function writing(fails: (batch: readonly NewEvent[]) => boolean = () => false, failure = new Error('disk full')) {
  const batches: string[][] = []
  let go: () => void = () => undefined
  const writer = createEventWriter(
    {
      saveEvents: async (batch) => {
        batches.push(batch.map(({ message_id }) => message_id))
        await new Promise<void>((resolve) => {
          go = resolve
        })
        if (fails(batch)) throw failure
        return batch.map((_, place) => ({ id: place + 1, outcome: 'applied', first_id: null }))
      },
    },
    0,
  )
  const write = (message_id: string) => writer.write(received(makeSummary(1), { message_id }))
  let done = 0
  /** Ends the transaction under way, as soon as there is one. */
  const commit = async () => {
    await vi.waitFor(() => expect(batches.length).toBeGreaterThan(done))
    done += 1
    go()
  }
  return { batches, writer, write, commit }
}

test('what arrives while a transaction is under way shares the next one, and is answered when it ends', async () => {
  const { batches, writer, write, commit } = writing()
  let answered = 0
  const count = () => {
    answered += 1
  }
  const first = [write('a'), write('b')].map((each) => each.then(count))
  await vi.waitFor(() => expect(batches).toHaveLength(1))
  const second = [write('c'), write('d'), write('e')].map((each) => each.then(count))
  expect([batches, answered]).toEqual([[['a', 'b']], 0])
  await commit()
  await Promise.all(first)
  expect(answered).toBe(2)
  await commit()
  await Promise.all([...second, writer.settled()])
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

test('an event that cannot be written keeps no other out', async () => {
  const { batches, write, commit } = writing((batch) => batch.some(({ message_id }) => message_id === 'bad'))
  const all = Promise.allSettled(['a', 'bad', 'c'].map(write))
  for (let times = 0; times < 4; times += 1) await commit()
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
})

test('a transaction that takes too long is given up, and the next begins', async () => {
  const saved: string[] = []
  const writer = createEventWriter(
    {
      saveEvents: (batch) => {
        saved.push(...batch.map(({ message_id }) => message_id))
        if (batch.some(({ message_id }) => message_id === 'hangs')) return new Promise(() => undefined)
        return Promise.resolve(batch.map((_, place) => ({ id: place + 1, outcome: 'applied', first_id: null })))
      },
    },
    0,
    250,
  )
  const write = (message_id: string) => writer.write(received(makeSummary(1), { message_id }))
  const hanging = ['hangs', 'with it'].map(write)
  await vi.waitFor(() => expect(writer.oldest()).toBeGreaterThan(5), { interval: 5 })
  for (const each of hanging) await expect(each).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  await expect(write('next')).resolves.toMatchObject({ outcome: 'applied' })
  await writer.settled()
  expect([saved, writer.oldest()]).toEqual([['hangs', 'with it', 'next'], 0])
})

test('a database that is away isn’t asked for each event alone', async () => {
  const { batches, write, commit } = writing(() => true, Object.assign(new Error('gone'), { code: '57P01' }))
  const all = Promise.allSettled(['a', 'b', 'c'].map(write))
  await commit()
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([['a', 'b', 'c']])
})

test('more than can be written in time are told to come again', async () => {
  const { write } = writing()
  const all = Array.from({ length: 5_001 }, (_, index) => write(`m${index}`))
  for (const each of all) each.catch(() => undefined)
  const late = all.at(-1)
  await expect(late).rejects.toMatchObject({ code: 'unavailable', retry_after_ms: 5_000 })
})

test('rejections are counted by reason and minute, and not lost where they can’t be written', async () => {
  let at = new Date('2026-11-21T08:00:30Z')
  const written: unknown[] = []
  let isDown = true
  const countRejections = async (counts: readonly unknown[]) => {
    if (isDown) throw new Error('down')
    written.push(...counts)
  }
  const counter = createRejectionCounter({ countRejections }, () => at)
  counter.add('production', 'signature')
  await expect(counter.flush()).rejects.toThrow('down')
  counter.add('production', 'signature')
  at = new Date('2026-11-21T08:01:00Z')
  counter.add('production', 'signature')
  isDown = false
  await counter.flush()
  await counter.flush()
  const shared = { environment: 'production', reason: 'signature' }
  expect(written).toHaveLength(2)
  expect(written).toContainEqual({ ...shared, minute: new Date('2026-11-21T08:00:00Z'), count: 2 })
  expect(written).toContainEqual({ ...shared, minute: at, count: 1 })
})
