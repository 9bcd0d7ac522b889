import { scaleLinear } from '@visx/scale'
import { expect, test } from 'vitest'
import { axisTicks } from './bar-chart.tsx'

test.each([
  [37, 1, [0, 37]],
  [1, 1, [0, 1]],
  [1, 4, [0, 1]],
  [58, 1, [0, 50]],
  [37, 4, [0, 10, 20, 30]],
])('an axis to %d with room for %d ticks says more than 0', (longest, room, ticks) => {
  expect(axisTicks(scaleLinear({ domain: [0, longest] }).ticks(room), longest)).toEqual(ticks)
})
