import { expect, test } from 'vitest'
import { midSentence } from './counts.ts'

test.each([
  ['Order ID', 'order ID'],
  ['Lab test', 'lab test'],
  ['ZIP', 'ZIP'],
  ['User IDs', 'user IDs'],
  ['LOINC code', 'LOINC code'],
  ['', ''],
])('writes %j as %j inside a sentence', (label, inside) => {
  expect(midSentence(label)).toBe(inside)
})
