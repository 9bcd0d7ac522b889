/** What people call a time zone besides its ID: "Pacific", "IST", a country, or a large city that has no zone of its own. */

import { COUNTRIES, KNOWN_AS } from './zone-places.ts'
import { presentZone } from './zone-spelling.ts'

/** The zones that most people mean, in the order in which they come first. */
export const USUAL_ZONES: readonly string[] = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Halifax',
  'America/Toronto',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Sydney',
]

const ZONES_OF_LOCALE = 'getTimeZones'

/** The zones of a country; none where the runtime doesn't know. */
function zonesOf(country: string): readonly string[] {
  const locale: object = new Intl.Locale(`und-${country}`)
  const list: unknown = Reflect.get(locale, ZONES_OF_LOCALE)
  const zones: unknown = typeof list === 'function' ? list.call(locale) : []
  return Array.isArray(zones) ? zones.filter((zone) => typeof zone === 'string') : []
}

/** In lower case: letters such as "ist", and phrases such as "pacific time" or "mumbai". */
export interface ZoneNames {
  letters: readonly string[]
  phrases: readonly string[]
}

let countries: Map<string, string[]> | null = null
const named = new Map<string, ZoneNames>()

function countriesByZone(): Map<string, string[]> {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const found = new Map<string, string[]>()
  for (const country of COUNTRIES.split(' ')) {
    for (const zone of zonesOf(country)) {
      const id = presentZone(zone)
      found.set(id, [...(found.get(id) ?? []), (names.of(country) ?? country).toLowerCase()])
    }
  }
  return found
}

/** "Pacific Time", in the runtime's own words; null where it has none. */
function genericName(id: string): string | null {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
}

/** Returns what a zone is called, put together once for each. */
export function namesOfZone(id: string): ZoneNames {
  const known = named.get(id)
  if (known) return known
  countries ??= countriesByZone()
  const [letters = '', places = ''] = KNOWN_AS[id] ?? []
  const phrases = [genericName(id) ?? '', ...(countries.get(id) ?? []), ...places.split(',')]
  const made = { letters: lower(letters.split(' ')), phrases: lower(phrases) }
  named.set(id, made)
  return made
}

function lower(words: readonly string[]): string[] {
  return words.filter(Boolean).map((word) => word.toLowerCase())
}
