import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { exportPages } from './export-pages.ts'

const saved = vi.hoisted(() => ({ files: new Map<string, Blob>() }))
vi.mock('#lib/utils/browser/browser.ts', () => ({
  saveFile: (name: string, file: Blob) => saved.files.set(name, file),
}))

beforeEach(() => {
  vi.useFakeTimers()
  saved.files.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

const failure = (facts: { status?: number; retry_after_ms?: number }) =>
  new RequestError({ kind: facts.status ? 'http' : 'network', call: 'POST /rows', detail: 'No.', ...facts })

/** Three pages of two rows; what `before` throws comes in place of a page. */
function begin(before: (turn: number) => void = () => undefined) {
  const stop = new AbortController()
  const asked: number[] = []
  const counted: number[] = []
  const done = exportPages({
    name: 'rows.csv',
    head: ['id', 'text'],
    first: 0,
    read: async (from: number) => {
      asked.push(from)
      before(asked.length)
      const rows = [from, from + 1].map((id) => [id, id === 0 ? '=1+1' : `a "b", ${id}`])
      return { rows, next: from < 4 ? from + 2 : null }
    },
    signal: stop.signal,
    onRows: (rows) => counted.push(rows),
  })
  done.catch(() => undefined)
  return { done, stop, asked, counted }
}

describe('an export', () => {
  test('reads every page once, at a pace, and saves one file in which no cell is a formula', async () => {
    const { done, asked, counted } = begin()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([0])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await done).toBe(6)
    expect([asked, counted]).toEqual([
      [0, 2, 4],
      [2, 4, 6],
    ])
    const bytes = await saved.files.get('rows.csv')?.arrayBuffer()
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    const rows = [`0,"'=1+1"`, ...[1, 2, 3, 4, 5].map((id) => `${id},"a ""b"", ${id}"`)]
    expect(text).toBe(['\ufeffid,text', ...rows, ''].join('\r\n'))
  })

  test('waits as long as the server asks, and for a connection that comes back', async () => {
    const { done, asked } = begin((turn) => {
      if (turn === 2) throw failure({ status: 429, retry_after_ms: 30_000 })
      if (turn === 3 || turn === 4) throw failure({})
    })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(asked).toEqual([0, 2])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await done).toBe(6)
    expect(asked).toEqual([0, 2, 2, 2, 2, 4])
  })

  test.each([
    ['a refusal', { status: 403 }, 2],
    ['a connection that stays away', {}, 5],
  ])('saves nothing after %s', async (_, facts, turns) => {
    const { done, asked } = begin((turn) => {
      if (turn >= 2) throw failure(facts)
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(done).rejects.toThrow('No.')
    expect([asked.length, saved.files.size]).toEqual([turns, 0])
  })

  test('stops at once, also while it waits, and saves nothing', async () => {
    const { done, stop, asked } = begin()
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    await expect(done).rejects.toBe(stop.signal.reason)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([asked, saved.files.size]).toEqual([[0], 0])
  })
})
