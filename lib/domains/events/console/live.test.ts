/** Streams of news: nothing is missed, nobody holds anybody up, and each ends with the right to it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventForm } from '#lib/domains/events/event-forms.ts'
import { createLiveEvents, type Watching } from './live.ts'

const ORDER = '00000000-0000-4000-8000-00000000abcd'
const OTHER = '00000000-0000-4000-8000-00000000abce'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function streams(since: { up_to: number; forms: EventForm[] } = { up_to: 10, forms: [] }) {
  const asked: unknown[] = []
  const live = createLiveEvents({
    eventsSince: async (_, given) => {
      asked.push(given)
      return since
    },
  })
  const arrive = (up_to: number, forms: EventForm[], order_ids: string[] | null = [], environment = 'sandbox') =>
    live.publish([{ environment, up_to, forms, order_ids }])
  /** Opens a stream and returns everything read so far. */
  async function watch(changes: Partial<Watching> = {}) {
    const usual = { environment: 'sandbox', order_id: null, after: 10, viewer: 'ada', lasts: 900_000 }
    const stream = await live.watch({ ...usual, isStillAllowed: async () => true, ...changes })
    const reader = stream.getReader()
    const said: string[] = []
    let isOver = false
    const reading = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) said.push(textOf(next.value))
      isOver = true
    })()
    await vi.advanceTimersByTimeAsync(0)
    return { said, isOver: () => isOver, reading, leave: () => reader.cancel() }
  }
  return { live, asked, arrive, watch }
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const message = (up_to: number, ...forms: EventForm[]) => `id: ${up_to}\ndata: ${JSON.stringify({ up_to, forms })}\n\n`
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('what arrives is said at once, then what came within a second in one message', async () => {
  const { arrive, watch } = streams()
  const { said } = await watch()
  arrive(11, ['lab'])
  await pass(0)
  expect(said).toEqual(['retry: 3000\n\n', message(11, 'lab')])
  arrive(12, ['summary'])
  arrive(13, ['summary', 'lab'])
  arrive(14, ['lab'], [], 'production')
  await pass(999)
  expect(said).toHaveLength(2)
  await pass(1)
  expect(said.at(-1)).toBe(message(13, 'summary', 'lab'))
})

test('the newest event is known from the beginning, whatever is heard later', async () => {
  const { live, arrive } = streams({ up_to: 42, forms: [] })
  await live.begin(['sandbox', 'production'])
  expect(live.newest()).toBe(42)
  arrive(41, ['lab'])
  expect(live.newest()).toBe(42)
  arrive(43, ['lab'], [], 'production')
  expect(live.newest()).toBe(43)
})

test('who comes back is told first what came meanwhile', async () => {
  const { watch, asked } = streams({ up_to: 42, forms: ['summary'] })
  const { said } = await watch({ after: 30 })
  expect([asked, said.at(-1)]).toEqual([[{ after: 30, order_id: null }], message(42, 'summary')])
})

test('where a notice may have been missed, everybody is looked after again', async () => {
  const since: { up_to: number; forms: EventForm[] } = { up_to: 10, forms: [] }
  const { live, watch } = streams(since)
  const { said } = await watch()
  Object.assign(since, { up_to: 12, forms: ['lab'] })
  live.recheck()
  await pass(0)
  expect(said.at(-1)).toBe(message(12, 'lab'))
})

test('of one order only what is about it', async () => {
  const { arrive, watch } = streams()
  const { said } = await watch({ order_id: ORDER })
  arrive(11, ['lab'], [OTHER])
  await pass(2_000)
  expect(said).toHaveLength(1)
  arrive(12, ['summary', 'lab'], [OTHER, ORDER])
  await pass(0)
  expect(said.at(-1)).toBe(message(12, 'lab'))
  // Too many to name: it may be among them.
  arrive(13, ['lab'], null)
  await pass(1_000)
  expect(said.at(-1)).toBe(message(13, 'lab'))
})

test('it ends with the right to it, after its time, and with the process', async () => {
  const { live, watch } = streams()
  let isAllowed = true
  const own = await watch({ isStillAllowed: async () => isAllowed })
  const short = await watch({ lasts: 5_000 })
  const whole = await watch()
  await pass(10_000)
  expect([own.isOver(), short.isOver(), whole.isOver()]).toEqual([false, true, false])
  expect(own.said.at(-1)).toBe(': still here\n\n')
  isAllowed = false
  await pass(10_000)
  expect([own.isOver(), whole.isOver()]).toEqual([true, false])
  live.close()
  await pass(0)
  expect(whole.isOver()).toBe(true)
  const late = await watch()
  expect(late.isOver()).toBe(true)
  // A process that ends closes what is left once more: a stream that came in between has ended before.
  live.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('one person has eight at most; who leaves makes room', async () => {
  const { watch } = streams()
  const readers = await Promise.all(Array.from({ length: 8 }, () => watch()))
  await expect(watch()).rejects.toMatchObject({ code: 'too_many_requests', retry_after_ms: 60_000 })
  await watch({ viewer: 'bob' })
  await readers[0]?.leave()
  await pass(0)
  await watch()
})

test('a reader who doesn’t read gets one message of all that came, when they do', async () => {
  const { live, arrive } = streams()
  const isStillAllowed = async () => true
  const usual = { environment: 'sandbox', order_id: null, after: 10, viewer: 'ada', lasts: 900_000 }
  const stream = await live.watch({ ...usual, isStillAllowed })
  await pass(0)
  for (let id = 11; id < 2_000; id += 1) {
    arrive(id, ['summary'])
    await pass(50)
  }
  const reader = stream.getReader()
  const read = async () => textOf((await reader.read()).value)
  expect(await read()).toBe('retry: 3000\n\n')
  await pass(10_000)
  expect(await read()).toBe(message(1_999, 'summary'))
})

test('a reader of all events is told which of the orders it named are among them', async () => {
  const { arrive, watch } = streams()
  const { said } = await watch({ orders: [ORDER, OTHER] })
  const last = () => JSON.parse(said.at(-1)?.split('data: ')[1] ?? 'null')
  arrive(11, ['lab'], [ORDER, '00000000-0000-4000-8000-00000000abcf'])
  await pass(1_000)
  expect(last()).toEqual({ up_to: 11, forms: ['lab'], order_ids: [ORDER] })
  arrive(12, ['summary'])
  await pass(1_000)
  expect(last()).toEqual({ up_to: 12, forms: ['summary'], order_ids: [] })
  arrive(13, ['lab'], null)
  await pass(1_000)
  expect(last()).toEqual({ up_to: 13, forms: ['lab'], order_ids: [ORDER, OTHER] })
})

test('of orders that were named each is looked at by who was away', async () => {
  const { watch } = streams({ up_to: 42, forms: ['lab'] })
  const { said } = await watch({ after: 30, orders: [ORDER] })
  await pass(0)
  expect(said.at(-1)).toContain(JSON.stringify({ up_to: 42, forms: ['lab'], order_ids: [ORDER] }))
})
