import { expect, test } from 'vitest'
import { joined } from './bytes.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('joined puts chunks one after the other', () => {
  expect([...joined([bytesOf('ab'), bytesOf(''), bytesOf('c')], 3)]).toEqual([...bytesOf('abc')])
  expect(joined([], 0)).toHaveLength(0)
})
