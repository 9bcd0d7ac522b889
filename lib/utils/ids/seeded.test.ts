import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededUnit } from './ids.ts'

test('repeats, and stays within 0 and 1', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const unit = seededUnit(text)
      expect(seededUnit(text)).toBe(unit)
      expect(unit).toBeGreaterThanOrEqual(0)
      expect(unit).toBeLessThan(1)
    }),
    { seed: 20_261_122 },
  )
})

test('texts that differ in their end are spread evenly', () => {
  const units = Array.from({ length: 10_000 }, (_, index) => seededUnit(`order/${index}`))
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const inside = units.filter((unit) => unit >= tenth / 10 && unit < (tenth + 1) / 10)
    expect(inside.length).toBeGreaterThan(900)
    expect(inside.length).toBeLessThan(1100)
  }
})
