import { expect, test } from 'vitest'
import { searchZones, zoneChoice, zoneChoices } from './time-zones.ts'
import { USUAL_ZONES } from './zone-names.ts'
import { KNOWN_AS } from './zone-places.ts'
import { zoneName } from './zone-spelling.ts'

const NOON = Date.parse('2026-01-15T12:00:00Z')
const choices = zoneChoices(NOON)
const found = (text: string) => searchZones(choices, text).map(({ id }) => id)

test('every zone once, with what its clock shows', () => {
  expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length)
  expect(choices.length).toBeGreaterThan(300)
  expect(zoneChoice('America/Denver', NOON)).toMatchObject({ time: '05:00', zone: 'MST' })
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

test.each([
  ['Pacific', 'America/Los_Angeles'],
  ['pacific time', 'America/Los_Angeles'],
  ['Eastern', 'America/New_York'],
  ['central', 'America/Chicago'],
  ['IST', 'Asia/Kolkata'],
  ['India', 'Asia/Kolkata'],
  ['Mumbai', 'Asia/Kolkata'],
  ['san fran', 'America/Los_Angeles'],
  ['Texas', 'America/Chicago'],
  ['arizona', 'America/Phoenix'],
  ['germany', 'Europe/Berlin'],
  ['+5:30', 'Asia/Kolkata'],
  ['UTC+0530', 'Asia/Kolkata'],
  ['gmt-8', 'America/Los_Angeles'],
  ['\u22127', 'America/Denver'],
  ['calcutta', 'Asia/Kolkata'],
])('“%s” means %s first', (text, id) => {
  expect(found(text)[0]).toBe(id)
})

test('letters that several zones share find them all; an offset finds only what has it now', () => {
  expect(found('ist')).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem']))
  expect(found('+5:30')).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Colombo']))
  expect(found('+5:30')).not.toContain('Asia/Karachi')
  expect(found('-7')).toContain('America/Phoenix')
  expect(found('-7')).not.toContain('America/Los_Angeles')
})

test('every name belongs to a zone that there is, and no zone is spelled in two ways', () => {
  const ids = new Set(choices.map(({ id }) => id))
  expect([...Object.keys(KNOWN_AS), ...USUAL_ZONES].filter((id) => !ids.has(id))).toEqual([])
  expect(zoneName('Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(zoneName('America/New_York')).toBe('America/New York')
  expect(zoneChoice('America/New_York', NOON).name).toBe('America/New York')
})

test('without a text all are there', () => {
  expect(found(' ')).toHaveLength(choices.length)
})
