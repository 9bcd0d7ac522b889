import { expect, test } from 'vitest'
import { STATE_LOOKS } from './labels.ts'

test('every outcome of a delivery has one word of its own, and says what it means', () => {
  const looks = Object.values(STATE_LOOKS)
  expect(looks.map(({ label }) => label)).toEqual(['Delivered', 'Queued', 'Retrying', 'Failed', 'Stopped'])
  expect(new Set(looks.map(({ meaning }) => meaning)).size).toBe(looks.length)
})
