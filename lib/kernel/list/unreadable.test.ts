import { expect, test } from 'vitest'
import { z } from 'zod'
import { readEach, readParts, unreadableIn } from './unreadable.ts'

const item = z.looseObject({ id: z.string(), at: z.iso.datetime(), of: z.array(z.object({ n: z.int() })).optional() })
const list = z.object({ items: z.array(item), total: z.int() })
const good = { id: 'b', at: '2026-11-25T13:00:00Z' }

test.each([
  ['a field', { id: 'a', at: 'soon' }, { id: 'a', field: 'at' }],
  ['a field within', { ...good, id: 'a', of: [{ n: 1 }, { n: 'x' }] }, { id: 'a', field: 'of.1.n' }],
  ['its ID', { at: good.at, id: 7 }, { id: '7', field: 'id' }],
  ['an ID by another name', { user_id: 'u' }, { id: 'u', field: 'id' }],
  ['all of it', null, { id: null, field: '' }],
  ['an ID that is none', { id: 'x'.repeat(65), at: 1 }, { id: null, field: 'at' }],
  ['a name for an ID', { id: 'Theo Lindqvist', at: 1 }, { id: null, field: 'at' }],
  ['an address for an ID', { user_id: 'theo@mail.example' }, { id: null, field: 'id' }],
])('an item whose trouble is %s is named, and the others are read', (_, bad, named) => {
  const read = readEach(list, { items: [good, bad, good], total: 3 })
  expect(read).toMatchObject({ items: [good, good], total: 3 })
  expect(unreadableIn(read)).toEqual([{ at: 1, ...named }])
})

test('an item is read without the parts that don’t parse, each of which is named', () => {
  const bad = { ...good, id: 'a', of: [{ n: 1 }, { n: 'x' }, { n: 3 }, null] }
  const read = readParts(list, { items: [bad, good], total: 2 })
  expect(read).toMatchObject({ items: [{ ...good, id: 'a', of: [{ n: 1 }, { n: 3 }] }, good], total: 2 })
  expect(unreadableIn(read)).toEqual([
    { at: 0, id: 'a', field: 'of.1.n' },
    { at: 0, id: 'a', field: 'of.2' },
  ])
})

test('of an item without a part that it needs, the texts are kept', () => {
  const read = readParts(list, { items: [{ id: 'a', at: 'soon', lab: { name: 'Lipids' }, n: 1 }], total: 1 })
  expect(read).toMatchObject({ items: [] })
  expect(unreadableIn(read)).toEqual([
    { at: 0, id: 'a', field: 'at', texts: { id: 'a', at: 'soon', 'lab.name': 'Lipids' } },
  ])
  expect(readParts(list, { items: [], total: 'many' })).toBeNull()
})

test.each([
  ['around the list', { items: [good], total: 'many' }],
  ['both in it and around it', { items: [null], total: 'many' }],
  ['the list itself', { items: 'none', total: 0 }],
  ['everything', 'no list'],
])('what is wrong %s is a failure of the whole answer', (_, value) => {
  expect(readEach(list, value)).toBeNull()
})

test('an answer that was read whole names nothing', () => {
  expect(unreadableIn({ items: [good], total: 1 })).toEqual([])
  expect(unreadableIn(undefined)).toEqual([])
})
