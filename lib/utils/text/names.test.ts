import { expect, test } from 'vitest'
import { isNamedLike } from './names.ts'

test.each([
  ['', true],
  ['  ', true],
  ['korrin', true],
  ['RING kor', true],
  ['korrin_ring', true],
  ['ring watch', false],
])('“%s” finds Korrin Ring: %s', (text, found) => {
  expect(isNamedLike(['Korrin Ring', 'korrin_ring'], text)).toBe(found)
})
