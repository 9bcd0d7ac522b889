import { describe, expect, test } from 'vitest'
import { searchZones, zoneChoice, zoneChoices } from './time-zones.ts'
import { ZONE_NAMES } from './zone-names.ts'
import { isIanaZone, zoneName } from './zone-spelling.ts'

const NOON = Date.parse('2026-01-15T12:00:00Z')
const choices = zoneChoices(NOON, 24)
const found = (text: string) => searchZones(choices, text).map(({ id }) => id)

test('every zone once, with what its clock shows', () => {
  expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length)
  expect(choices.length).toBeGreaterThan(300)
  expect(zoneChoice('America/Denver', NOON, 24)).toMatchObject({ time: '05:00', zone: 'MST' })
})

test('found by city, region, letters of the zone, with or without the underscore', () => {
  expect(found('denver')[0]).toBe('America/Denver')
  expect(found('new york')).toEqual(found('new_york'))
  expect(found('new york')[0]).toBe('America/New_York')
  expect(found('MST')).toContain('America/Phoenix')
  expect(found('america indiana')).toContain('America/Indiana/Tell_City')
  expect(found('kolkata')).toEqual(['Asia/Kolkata'])
  expect(found('atlantis')).toEqual([])
})

test('without a text all are there', () => {
  expect(found(' ')).toHaveLength(choices.length)
})

describe('by what people call them', () => {
  const named = zoneChoices(NOON, 24, ZONE_NAMES)
  const first = (text: string) => searchZones(named, text)[0]?.id

  test.each([
    ['Pacific', 'America/Los_Angeles'],
    ['eastern', 'America/New_York'],
    ['Central time', 'America/Chicago'],
    ['mountain', 'America/Denver'],
    ['PDT', 'America/Los_Angeles'],
    ['hawaii', 'Pacific/Honolulu'],
    ['Mumbai', 'Asia/Kolkata'],
    ['india', 'Asia/Kolkata'],
    ['san francisco', 'America/Los_Angeles'],
    ['honolulu', 'Pacific/Honolulu'],
    ['UTC', 'UTC'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['Port-au-Prince', 'America/Port-au-Prince'],
    ['port au prince', 'America/Port-au-Prince'],
    ['Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['US/Eastern', 'America/New_York'],
    ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ])('%o finds %s first', (text, id) => {
    expect(first(text)).toBe(id)
  })

  test('letters that several zones share find them all', () => {
    const ids = searchZones(named, 'IST').map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['Asia/Jerusalem', 'Asia/Kolkata', 'Europe/Dublin']))
    expect(ids.length).toBeLessThan(20)
  })
})

test('an offset finds what clocks are ahead by now, however it is written', () => {
  expect(found('+5:30')).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Colombo']))
  expect(found('+5:30')).not.toContain('Asia/Karachi')
  expect(found('UTC+0530')).toEqual(found('+5:30'))
  expect(found('gmt-8')[0]).toBe('America/Los_Angeles')
  expect(found('\u22127')[0]).toBe('America/Denver')
  expect(found('-7')).toContain('America/Phoenix')
})

test('no zone is spelled in two ways', () => {
  expect(zoneName('Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(zoneName('america/port-au-prince')).toBe('America/Port-au-Prince')
  expect(zoneName('AMERICA/NEW_YORK')).toBe('America/New York')
  expect(zoneName('mars/olympus')).toBe('mars/olympus')
  expect(zoneName('America/New_York')).toBe('America/New York')
  expect(zoneChoice('America/New_York', NOON, 12).label).toBe('America/New York')
})

test.each([
  ['US/Pacific', 'America/Los Angeles'],
  ['US/East-Indiana', 'America/Indiana/Indianapolis'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['PST8PDT', 'America/Los Angeles'],
  ['Canada/Eastern', 'America/Toronto'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['GB', 'Europe/London'],
  ['Etc/UTC', 'UTC'],
  ['America/St_Thomas', 'America/St Thomas'],
])('%s is %s today', (id, name) => {
  expect(zoneName(id)).toBe(name)
  expect(isIanaZone(id)).toBe(true)
})

test.each([
  'PST',
  'IST',
  'CST',
  'JST',
  'ACT',
  'SystemV/PST8',
  'US/Pacific-New',
  '+05:30',
  'Etc/Unknown',
  'Mars/Base',
  '',
])('%s is no zone of IANA', (id) => {
  expect(isIanaZone(id)).toBe(false)
})

test('every zone that a picker offers is one', () => {
  expect([...Intl.supportedValuesOf('timeZone'), 'UTC'].filter((id) => !isIanaZone(id))).toEqual([])
})
