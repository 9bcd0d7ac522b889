/** Several tabs of one browser: each is an instance of the module, with one lock and one channel between them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveNews } from './live.ts'

const ORDER = '00000000-0000-4000-8000-00000000abcd'
const OTHER = '00000000-0000-4000-8000-00000000abce'

/** Streams that are open, in the order in which they were opened. */
let streams: { orders: string[]; lastId: string | null; say: (news: LiveNews) => void }[] = []
let opened = 0
let queue: Promise<unknown> = Promise.resolve()

const locks = {
  request(_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
    const turn = queue.then(() => (signal.aborted ? undefined : work()))
    queue = turn.catch(() => undefined)
    return turn
  },
}

async function stream(address: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) {
  opened += 1
  const body = new ReadableStream<Uint8Array>({
    start(out) {
      const own = {
        orders: new URL(address, 'http://console.test').searchParams.getAll('orders'),
        lastId: headers['last-event-id'] ?? null,
        say: (news: LiveNews) =>
          out.enqueue(new TextEncoder().encode(`id: ${news.up_to}\ndata: ${JSON.stringify(news)}\n\n`)),
      }
      streams.push(own)
      signal.addEventListener('abort', () => {
        streams = streams.filter((each) => each !== own)
        out.error(signal.reason)
      })
    },
  })
  return new Response(body)
}

async function openTab(order_id: string | null = null, after: number | null = null) {
  vi.resetModules()
  const { watchTogether } = await import('./shared-watch.ts')
  const left = new AbortController()
  const heard: number[] = []
  const tab = { heard, isHeard: false, close: () => left.abort() }
  watchTogether({
    environment: 'sandbox',
    order_id,
    after,
    signal: left.signal,
    onNews: ({ up_to }) => tab.heard.push(up_to),
    onState: (isOpen) => {
      tab.isHeard = isOpen
    },
  })
  return tab
}

beforeEach(() => {
  streams = []
  opened = 0
  queue = Promise.resolve()
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', stream)
})
afterEach(async () => {
  // Every tab has given its turn back.
  await queue
  await new Promise(setImmediate)
  vi.unstubAllGlobals()
})

test('seven tabs have one stream, and each hears of what it shows', async () => {
  const tabs = [await openTab(), await openTab(ORDER), await openTab(OTHER)]
  for (let more = 0; more < 4; more += 1) tabs.push(await openTab())
  await vi.waitFor(() => expect(tabs.every(({ isHeard }) => isHeard)).toBe(true))
  await vi.waitFor(() => expect(streams.map(({ orders }) => orders.sort())).toEqual([[ORDER, OTHER]]))
  streams[0]?.say({ up_to: 11, forms: ['lab'], order_ids: [ORDER] })
  await vi.waitFor(() => expect(tabs.map(({ heard }) => heard)).toEqual([[11], [11], [], [11], [11], [11], [11]]))
  for (const tab of tabs) tab.close()
  await vi.waitFor(() => expect(streams).toEqual([]))
})

test('when the tab that reads is closed another goes on where it was', async () => {
  const [first, second] = [await openTab(), await openTab(ORDER)]
  await vi.waitFor(() => expect(streams.at(-1)?.orders).toEqual([ORDER]))
  streams[0]?.say({ up_to: 21, forms: ['lab'], order_ids: [ORDER] })
  await vi.waitFor(() => expect(second.heard).toEqual([21]))
  const before = opened
  first.close()
  await vi.waitFor(() => expect(opened).toBe(before + 1))
  expect(streams).toMatchObject([{ orders: [ORDER], lastId: '21' }])
  second.close()
})

test('a tab that comes later is told of what it missed', async () => {
  const first = await openTab(null, 30)
  await vi.waitFor(() => expect(streams).toMatchObject([{ lastId: '30' }]))
  streams[0]?.say({ up_to: 32, forms: ['summary'] })
  await vi.waitFor(() => expect(first.heard).toEqual([32]))
  const late = await openTab(null, 31)
  await vi.waitFor(() => expect(late.heard).toEqual([32]))
  expect(opened).toBe(1)
  first.close()
  late.close()
})
