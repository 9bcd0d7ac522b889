import { expect, test } from 'vitest'
import { barsOf, countWindow, windowOf } from './count-window.ts'

const asked = (window_from: string, window_to: string, bars = 48) => countWindow.parse({ window_from, window_to, bars })

test('a window is widened until its bars begin at whole milliseconds', () => {
  const from = new Date('2026-11-21T08:00:00.000Z')
  expect(windowOf(asked(from.toISOString(), '2026-11-21T08:00:00.100Z'))).toEqual({
    from,
    to: new Date('2026-11-21T08:00:00.144Z'),
    bars: 48,
    each: 3,
  })
})

test.each([
  ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', 48],
  ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', 7],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-14:00', 120],
  ['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z', 1],
])('a window from %s to %s with %i bars stays within the years that a database can store', (from, to, bars) => {
  const search = asked(from, to, bars)
  const window = windowOf(search)
  const ends = [window.from, window.to].map((end) => end.toISOString())
  expect(ends).toEqual([expect.stringMatching(/^[1-9]\d{3}-/), expect.stringMatching(/^9999-12-31T23:59:59/)])
  expect(window.to.getTime() - window.from.getTime()).toBe(window.each * bars)
  expect(barsOf(search, [], () => '')).toHaveLength(bars)
})
