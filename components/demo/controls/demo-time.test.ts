import { expect, test } from 'vitest'
import { clock24 } from '#lib/utils/time/instants.ts'
import { clockTime, nextEventText } from './demo-time.ts'

const NOW = Date.parse('2026-11-22T15:42:20Z')
const event = (minutes: number, status: string) => ({ at: NOW + minutes * 60_000, order_id: 'order', status })

test('the clock is written in the viewer’s zone, which is named where it stands alone', () => {
  const chicago = { zone: 'America/Chicago', hours: 12 } as const
  expect(clockTime(NOW, chicago)).toBe('Nov 22, 9:42\u00a0AM')
  expect(clockTime(NOW, chicago, true)).toBe('Nov 22, 9:42\u00a0AM CST')
  expect(clockTime(NOW, clock24('Asia/Tokyo'))).toBe('23 Nov, 00:42')
})

test.each([
  [event(38, 'draw_completed'), 'draw completed in 38 min'],
  [event(125, 'a_new_status'), 'a_new_status in 2 h'],
  [event(60 * 50, 'delivered_to_lab'), 'delivered to lab in 2 d 2 h'],
  [event(0.5, 'draw_completed'), 'draw completed in less than a minute'],
  [event(-3, 'draw_completed'), 'draw completed in less than a minute'],
])('the next event reads as a part of a sentence: %o', (next, text) => {
  expect(nextEventText(next, NOW)).toBe(text)
})
