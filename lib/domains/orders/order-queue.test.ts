import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closeQueue, neighborOf, type OrderQueue, openQueue } from './order-queue.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const readPage = vi.fn(async (offset: number): Promise<readonly string[]> => IDS.slice(offset, offset + 2))

/** The second page of a list in pages of two. */
const open = (changes: Partial<OrderQueue> = {}) =>
  openQueue({
    environment: 'sandbox',
    address: '/sandbox/orders?status=lost&page=2',
    held: {},
    ids: ['c', 'd'],
    start: 2,
    end: 4,
    size: 2,
    total: IDS.length,
    readPage,
    ...changes,
  })

async function walk(from: string, step: 1 | -1) {
  const seen: string[] = []
  for (let id: string | null = from; id; id = await neighborOf(id, step)) seen.push(id)
  return seen.join('')
}

beforeEach(() => {
  readPage.mockImplementation(async (offset) => IDS.slice(offset, offset + 2))
  readPage.mockClear()
})

describe('the order after and before another', () => {
  test('stands on the same page, which is not read again', async () => {
    open()
    expect(await neighborOf('c', 1)).toBe('d')
    expect(await neighborOf('d', -1)).toBe('c')
    expect(readPage).not.toHaveBeenCalled()
  })

  test('is read from the pages around, each once, until the list ends', async () => {
    open()
    expect(await walk('c', 1)).toBe('cdefg')
    expect(await walk('g', -1)).toBe('gfedcba')
    expect(await walk('a', 1)).toBe('abcdefg')
    expect(readPage.mock.calls.map(([offset]) => offset)).toEqual([4, 6, 0])
  })

  test('is found where nobody counted the rows, and where the list became shorter', async () => {
    open({ total: null })
    expect(await walk('c', 1)).toBe('cdefg')
    open({ total: 100 })
    expect(await walk('c', 1)).toBe('cdefg')
  })

  test('is never one that was passed, where a new order moved the rows', async () => {
    open()
    readPage.mockImplementation(async (offset) => ['new', ...IDS].slice(offset, offset + 2))
    expect(await walk('c', 1)).toBe('cdefg')
  })

  test('is unknown without a list, for an order that is not in it, and once another was opened', async () => {
    open()
    expect(await neighborOf('x', 1)).toBeNull()
    readPage.mockImplementation(async () => {
      open({ ids: ['x', 'y'] })
      return ['e']
    })
    expect(await neighborOf('d', 1)).toBeNull()
    closeQueue()
    expect(await neighborOf('c', 1)).toBeNull()
  })
})
