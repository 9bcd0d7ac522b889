import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clock24 } from '#lib/utils/time/instants.ts'
import { CALL_HOURS, localTime, offsetLabel } from './call-hours.ts'

const AT = Date.parse('2026-11-20T20:32:45Z')

test.each([
  ['America/Denver', 'America/Chicago', '2026-11-20', 13 + 32 / 60, true, -1],
  ['America/Chicago', 'America/Denver', '2026-11-20', 14 + 32 / 60, true, 1],
  ['Asia/Kolkata', 'UTC', '2026-11-21', 2 + 2 / 60, false, 5.5],
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago', '2026-11-21', 10 + 32 / 60, true, 25],
])('%s beside %s', (zone, viewer, day, hour, isCallTime, ahead) => {
  const found = localTime(AT, zone, clock24(viewer))
  expect(found).toMatchObject({ day, isCallTime, ahead })
  expect(found.hour).toBeCloseTo(hour)
})

test.each([
  ['UTC', 'Asia/Kathmandu', '5 h 45 min behind you'],
  ['Pacific/Chatham', 'Pacific/Auckland', '45 min ahead of you'],
  ['America/St_Johns', 'America/Chicago', '2 h 30 min ahead of you'],
  ['Pacific/Apia', 'Pacific/Pago_Pago', '24 h ahead of you'],
])('%s beside %s is %s', (zone, viewer, words) => {
  expect(offsetLabel(localTime(AT, zone, clock24(viewer)).ahead)).toBe(words)
})

test('call hours begin at eight and end before nine in the evening', () => {
  const at = (time: string) => localTime(Date.parse(`2026-11-20T${time}Z`), 'UTC', clock24('UTC')).isCallTime
  expect(['07:59', '08:00', '20:59', '21:00'].map(at)).toEqual([false, true, true, false])
})

test('one zone is never ahead of itself, and every hour is one of a day', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const { ahead, hour, isCallTime } = localTime(date.getTime(), 'America/New_York', clock24('America/New_York'))
      expect(ahead).toBe(0)
      expect(hour >= 0 && hour < 24).toBe(true)
      expect(isCallTime).toBe(hour >= CALL_HOURS.from && hour < CALL_HOURS.to)
    }),
  )
})
