import { fireEvent, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useRowBlocks } from './row-blocks.ts'

const table = { current: null }
const pageOf = (name: string, rows = 50) => Array.from({ length: rows }, (_, at) => `${name} ${at}`)
const WHOLE = [{ from: 0, to: 50, isNear: true }]

function show(ids: readonly string[]) {
  return renderHook((props: { ids: readonly string[]; current: number }) => useRowBlocks(table, props), {
    initialProps: { ids, current: 0 },
  })
}

describe('a page of at most 100 rows', () => {
  const IN_HTML = [
    { from: 0, to: 24, isNear: true },
    { from: 24, to: 50, isNear: false },
  ]
  const showWhole = async () => {
    const shown = show(pageOf('a'))
    await waitFor(() => expect(shown.result.current).toEqual(WHOLE))
    return shown
  }

  test('has the rows of a screen in the first HTML, and the rest when the browser is idle', async () => {
    const { result } = show(pageOf('a'))
    expect(result.current).toEqual(IN_HTML)
    await waitFor(() => expect(result.current).toEqual(WHOLE))
  })

  test.each([
    ['scrolls', () => fireEvent.scroll(document)],
    ['searches', () => fireEvent.keyDown(document, { key: 'f', ctrlKey: true })],
    ['searches on a Mac', () => fireEvent.keyDown(document, { key: 'f', metaKey: true })],
    ['searches again', () => fireEvent.keyDown(document, { key: 'F3' })],
  ])('is whole at once when somebody %s', (_, act) => {
    const { result } = show(pageOf('a'))
    act()
    expect(result.current).toEqual(WHOLE)
  })

  test('draws the rows on the screen when it replaces another, and the rest when the browser is idle', async () => {
    vi.stubGlobal('innerHeight', 768)
    const { result, rerender } = await showWhole()
    rerender({ ids: pageOf('b'), current: 0 })
    const [first, rest] = result.current
    expect(first).toEqual({ from: 0, to: 15, isNear: true })
    expect(rest).toEqual({ from: first?.to, to: 50, isNear: false })
    await waitFor(() => expect(result.current).toEqual(WHOLE))
  })

  test('is whole at once when the current row is below the screen', async () => {
    const { result, rerender } = await showWhole()
    rerender({ ids: pageOf('b'), current: 49 })
    expect(result.current).toEqual(WHOLE)
  })

  test('stays whole when a refresh adds a row on top', async () => {
    const { result, rerender } = await showWhole()
    rerender({ ids: ['new', ...pageOf('a').slice(0, 49)], current: 0 })
    expect(result.current).toEqual(WHOLE)
  })

  test('is whole at once when it has no more rows than the screen', () => {
    const { result, rerender } = show(pageOf('a'))
    rerender({ ids: pageOf('b', 10), current: 0 })
    expect(result.current).toEqual([{ from: 0, to: 10, isNear: true }])
  })
})
