import { describe, expect, test } from 'vitest'
import { describeWindow, pageWindow } from './page-window.ts'

describe('a counted list', () => {
  test('the first page leads on and to the end, not back', () => {
    const window = pageWindow({ offset: 0, limit: 100, count: 100, total: 260 })
    expect(window).toMatchObject({ from: 1, to: 100, first: null, previous: null, next: 100, last: 200 })
    expect(describeWindow(window)).toBe('1 to 100 of 260')
  })

  test('a middle page leads both ways', () => {
    expect(pageWindow({ offset: 100, limit: 100, count: 100, total: 260 })).toMatchObject({
      first: 0,
      previous: 0,
      next: 200,
      last: 200,
    })
  })

  test('the last page leads back only', () => {
    const window = pageWindow({ offset: 200, limit: 100, count: 60, total: 260 })
    expect(window).toMatchObject({ from: 201, to: 260, first: 0, previous: 100, next: null, last: null })
  })

  test('a list that ends with a full page has no empty page after it', () => {
    expect(pageWindow({ offset: 100, limit: 100, count: 100, total: 200 })).toMatchObject({ next: null, last: null })
  })

  test('one page only has no neighbours', () => {
    expect(pageWindow({ offset: 0, limit: 50, count: 3, total: 3 })).toMatchObject({
      first: null,
      previous: null,
      next: null,
      last: null,
    })
  })

  test('past the end, back leads to the last page that holds rows', () => {
    const window = pageWindow({ offset: 900, limit: 100, count: 0, total: 260 })
    expect(window).toMatchObject({ from: 0, to: 0, previous: 200, next: null, last: null })
    expect(describeWindow(window)).toBe('0 of 260')
  })

  test('an offset between two pages leads back no further than the start', () => {
    expect(pageWindow({ offset: 50, limit: 100, count: 100, total: 260 })).toMatchObject({ previous: 0, next: 150 })
  })

  test('an empty list has no pages', () => {
    expect(pageWindow({ offset: 0, limit: 100, count: 0, total: 0 })).toMatchObject({ next: null, last: null })
  })
})

describe('a list without a total', () => {
  test('a full page may be followed by another', () => {
    const window = pageWindow({ offset: 0, limit: 50, count: 50, total: null })
    expect(window).toMatchObject({ total: null, next: 50, last: null })
    expect(describeWindow(window)).toBe('1 to 50 of many')
  })

  test('a short page is the last, so the total is known after all', () => {
    const window = pageWindow({ offset: 50, limit: 50, count: 23, total: null })
    expect(describeWindow(window)).toBe('51 to 73 of 73')
    expect(window.next).toBeNull()
  })

  test('an empty first page means an empty list, an empty later page says nothing', () => {
    expect(pageWindow({ offset: 0, limit: 50, count: 0, total: null }).total).toBe(0)
    expect(pageWindow({ offset: 50, limit: 50, count: 0, total: null })).toMatchObject({ total: null, previous: 0 })
  })
})
