import { expect, test } from 'vitest'
import { recordTag } from './record-tag.ts'

test('the same values have the same tag, in any order, with or without what is empty', () => {
  const tag = recordTag({ city: 'Denver', address: { zip: '80205', line: null }, note: '' })
  expect(recordTag({ address: { line: '', zip: '80205' }, city: 'Denver' })).toBe(tag)
  expect(recordTag({ zip: 85004 })).toBe(recordTag({ zip: '85004' }))
  expect(recordTag(null)).toBe(recordTag({ a: null, b: { c: '' } }))
  expect(tag).toMatch(/^[0-9a-z]{4,16}$/)
})

test('another value, another place or another order of a list has another tag', () => {
  const records = [{ a: '1' }, { a: 2 }, { b: '1' }, { a: { b: '1' } }, { a: ['1', '2'] }, { a: ['2', '1'] }, null]
  expect(new Set(records.map(recordTag)).size).toBe(records.length)
})
