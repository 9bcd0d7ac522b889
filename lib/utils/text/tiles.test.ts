import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HUE_COUNT, hueOf, initials } from './tiles.ts'

test.each([
  ['Ostrel Glucose', 'OG'],
  ['Pulsewren', 'P'],
  ['phone health store', 'PH'],
  ['(beta) ring-7', 'BR'],
  ['Ökosenso', 'Ö'],
  ['   ', '?'],
  ['', '?'],
])('initials of "%s" are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('a hue is steady and in range', () => {
  expect(hueOf('ostrel_glucose')).toBe(hueOf('ostrel_glucose'))
  fc.assert(
    fc.property(fc.string(), (text) => {
      const hue = hueOf(text)
      return Number.isInteger(hue) && hue >= 0 && hue < HUE_COUNT
    }),
  )
})

test('hues are spread: forty slugs use every one', () => {
  const hues = new Set(Array.from({ length: 40 }, (_, index) => hueOf(`source_${index}`)))
  expect(hues.size).toBe(HUE_COUNT)
})
