import { expect, test } from 'vitest'
import { hasInvisible, withoutInvisible } from './invisible.ts'

test.each(['Ann Clinic', 'Zoë Müller-O’Brien', '王小明', 'علی‌رضا', 'क्‍ष', 'Team 👩‍⚕️', 'Ünïcödé ß', 'a b'])(
  '%s can be seen',
  (text) => {
    expect(hasInvisible(text)).toBe(false)
    expect(withoutInvisible(`${text}\n\t${text}`)).toBe(`${text}\n\t${text}`)
  },
)

test.each([
  ['a zero-width space', 'An\u200bn'],
  ['a right-to-left override', 'Ann \u202egnp.exe'],
  ['an isolate', 'Ann\u2066x\u2069'],
  ['a left-to-right mark', 'Ann\u200e'],
  ['a byte order mark', '\ufeffAnn'],
  ['a soft hyphen', 'An\u00adn'],
  ['a word joiner', 'An\u2060n'],
  ['a joiner at the end', 'Ann\u200d'],
  ['a joiner beside a space', 'Ann \u200dx'],
  ['two joiners', 'An\u200d\u200dn'],
  ['a line separator', 'Ann\u2028x'],
  ['a line break', 'Ann\nx'],
  ['a tab', 'Ann\tx'],
  ['a blank letter', 'Ann\u3164'],
  ['a blank Braille cell', 'Ann\u2800'],
  ['a joiner between Latin letters', 'A\u200dnn'],
  ['a variant of a letter', 'Ann\ufe0f'],
  ['an ideographic variant', 'Ann\u{e0100}'],
  ['a tag', 'Ann\u{e0041}'],
  ['a private character', 'Ann\ue000'],
  ['an unassigned one', 'Ann\u0378'],
])('%s can’t', (_, text) => {
  expect(hasInvisible(text)).toBe(true)
  expect(hasInvisible(withoutInvisible(text).replace(/[\n\t]/g, ''))).toBe(false)
})
