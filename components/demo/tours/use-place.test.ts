import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlap, placePopover, placeSheet } from './use-place.ts'

const VIEW = { width: 1366, height: 768 }
const SIZE = { width: 380, height: 200 }
const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

test.each([
  ['below', box(300, 200, 400, 40)],
  ['above', box(300, 600, 400, 40)],
  ['right', box(20, 60, 400, 660)],
  ['left', box(940, 60, 420, 660)],
  [null, box(10, 10, 1346, 748)],
] as const)('lies %s the target where there is room', (side, target) => {
  expect(placePopover(target, SIZE, VIEW).side).toBe(side)
})

test('lies in the lower right corner without a target', () => {
  expect(placePopover(null, SIZE, VIEW)).toEqual({ left: 978, top: 560, side: null, arrow: 0 })
})

test('lies where it covers least when it has to cover something', () => {
  const { left, top } = placePopover(box(400, 60, 960, 700), SIZE, VIEW)
  expect(left).toBe(8)
  expect(top).toBe(560)
})

test('a sheet goes to the upper edge when the target is at the lower one', () => {
  const phone = { width: 390, height: 844 }
  const size = { width: 390, height: 220 }
  expect(placeSheet(box(0, 300, 390, 60), size, phone).top).toBe(624)
  expect(placeSheet(box(0, 700, 390, 60), size, phone).top).toBe(0)
  expect(placeSheet(null, size, phone).top).toBe(624)
})

test('never leaves the window, and never covers a target that it lies beside; the arrow stays on its edge', () => {
  const length = fc.integer({ min: 0, max: 900 })
  const check = (left: number, top: number, width: number, height: number, view: typeof VIEW) => {
    const target = box(left, top, width, height)
    const place = placePopover(target, SIZE, view)
    expect(place.left).toBeGreaterThanOrEqual(0)
    expect(place.top).toBeGreaterThanOrEqual(0)
    expect(place.left + SIZE.width).toBeLessThanOrEqual(view.width)
    expect(place.top + SIZE.height).toBeLessThanOrEqual(view.height)
    if (place.side === null) return
    expect(overlap({ ...place, ...SIZE }, target)).toBe(0)
    expect(place.arrow).toBeGreaterThan(0)
    expect(place.arrow).toBeLessThan(place.side === 'left' || place.side === 'right' ? SIZE.height : SIZE.width)
  }
  const views = fc.constantFrom(VIEW, { width: 683, height: 384 }, { width: 1366, height: 384 })
  fc.assert(fc.property(length, length, length, length, views, check), { numRuns: 500 })
})
