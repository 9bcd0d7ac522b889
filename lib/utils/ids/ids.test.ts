import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BARS_WIDTH, idBars, shortId } from './ids.ts'

test('a UUID is cut to its first 8 and last 4 characters', () => {
  expect(shortId('8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b')).toBe('8a5fc03d…d25b')
})

test('an id of another form stays whole', () => {
  expect(shortId('M-20931-7')).toBe('M-20931-7')
  expect(shortId('')).toBe('')
})

test('bars follow the first eight hex digits only', () => {
  const bars = idBars('8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b')
  expect(bars).toHaveLength(8)
  expect(idBars('8a5fc03d-0000-0000-0000-000000000000')).toEqual(bars)
  expect(idBars('9a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b')).not.toEqual(bars)
})

test('whatever the id, eight bars fill the same width without touching', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uuid(), fc.string()), (id) => {
      const bars = idBars(id)
      expect(bars).toHaveLength(8)
      for (const [index, bar] of bars.entries()) {
        expect(bar.width).toBeGreaterThan(0)
        const end = bars[index + 1]?.x ?? BARS_WIDTH + 0.05
        expect(bar.x + bar.width).toBeLessThan(end)
      }
    }),
  )
})
