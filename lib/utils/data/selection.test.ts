import { describe, expect, test } from 'vitest'
import { pageState, type Selection, toggled, withPage, withRange } from './selection.ts'

const page = ['a', 'b', 'c', 'd'].map((id) => ({ id, row: id.toUpperCase() }))
const at = (index: number) => page[index] ?? { id: '', row: '' }
const NONE: Selection<string> = new Map()
const ids = (selection: Selection<string>) => [...selection.keys()].join('')

describe('a selection', () => {
  test('takes a row in and out, and keeps what was known of it', () => {
    const one = toggled(NONE, at(1))
    expect([...one]).toEqual([['b', 'B']])
    expect(ids(toggled(one, at(1)))).toBe('')
    expect([ids(one), ids(NONE)]).toEqual(['b', ''])
  })

  test.each([
    [1, 3, 'bcd'],
    [3, 1, 'bcd'],
    [2, 2, 'c'],
  ])('a range from %i to %i, in either direction', (anchor, to, chosen) => {
    expect(ids(withRange(NONE, page, to, at(anchor).id))).toBe(chosen)
  })

  test('without its anchor on the page a range is one row; rows of other pages stay', () => {
    const other = toggled(NONE, { id: 'z', row: 'Z' })
    expect(ids(withRange(other, page, 2, 'z'))).toBe('zc')
    expect(ids(withRange(NONE, page, 2, null))).toBe('c')
  })

  test('a page is none, some or all of it, and is taken whole', () => {
    const some = toggled(toggled(NONE, { id: 'z', row: 'Z' }), at(0))
    expect([pageState(NONE, page), pageState(some, page), pageState(NONE, [])]).toEqual(['none', 'some', 'none'])
    const all = withPage(some, page)
    expect([ids(all), pageState(all, page)]).toEqual(['zabcd', 'all'])
    expect(ids(withPage(all, page))).toBe('z')
  })
})
