/** Ids come with whatever stood around them; a wrong one is explained and never taken. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CatalogOption, findOptions, readTypedId, typedProblem } from './catalog-picker.tsx'

const wrapping = fc.constantFrom(
  '',
  ' ',
  '"',
  "'",
  '`',
  '<',
  '(',
  '[',
  '{',
  '“',
  ',',
  '\t',
  '\n',
  'id: ',
  'lab_test_id=',
)
const guid = fc.uuid()

test('a UUID is read in any wrapping, in any case', () => {
  fc.assert(
    fc.property(guid, wrapping, wrapping, fc.boolean(), (id, before, after, upper) => {
      const text = `${before}${upper ? id.toUpperCase() : id}${after}`
      expect(readTypedId('lab_test', text)).toBe(id.toLowerCase())
    }),
  )
})

test('a UUID that lacks something, or another beside it, is none and is explained', () => {
  fc.assert(
    fc.property(guid, guid, fc.nat({ max: 35 }), (id, other, at) => {
      const cut = id.slice(0, at) + id.slice(at + 1)
      expect(readTypedId('lab_account', cut)).toBeNull()
      expect(typedProblem('lab_account', cut)).toMatch(/lab account/)
      if (id !== other) {
        expect(readTypedId('lab_account', `${id} ${other}`)).toBeNull()
        expect(typedProblem('lab_account', `${id} ${other}`)).toBe('You pasted 2 IDs. Paste one.')
      }
    }),
  )
})

test.each([
  ['12', '12'],
  [' “12” ', '12'],
  ['#012', '12'],
  ['lab 12', '12'],
  ['Lab id: 12', '12'],
  ['12.', '12'],
  ['2147483647', '2147483647'],
  ['2147483648', null],
  ['1 2', null],
  ['Calder', null],
  ['', null],
])('the id of a lab: %j is %j', (text, id) => {
  expect(readTypedId('lab', text)).toBe(id)
})

test('of each kind what is wrong is said in its own words', () => {
  expect(typedProblem('lab', '2147483648')).toMatch(/whole numbers up to/)
  expect(typedProblem('lab', 'Calder')).toMatch(/Choose one from the list, or enter a lab number/)
  expect(typedProblem('lab_test', 'Lipids')).toMatch(/No lab test has this name/)
  expect(typedProblem('lab_test', '00000000-0000-4000-a000-00000000010')).toMatch(/32 digits, and this has 31/)
})

test('names and ids are found by any part, beginnings first', () => {
  const options: CatalogOption[] = [
    { id: '1', name: 'Calder Reference Lab' },
    { id: '12', name: 'Sandpiper Home Testing' },
    { id: '10', name: 'Labware 1' },
  ]
  const ids = (text: string) => findOptions(options, text).map(({ id }) => id)
  expect(ids('')).toEqual(['1', '12', '10'])
  expect(ids(' LAB ')).toEqual(['10', '1'])
  expect(ids('12')).toEqual(['12'])
  expect(ids('1')).toEqual(['1', '12', '10'])
  expect(ids('zinc')).toEqual([])
})
