/** Common names of time zones; 20 kB, so it loads with the first picker that is opened. */
import { rawTimeZones } from '@vvo/tzdb'
import { searchKey } from '#lib/utils/text/typed-text.ts'

export interface ZoneNames {
  /** "Pacific Time" */
  name: string
  /** Cities, country, and the letters of standard and summer time: as `searchKey` makes them, each a phrase that a search may begin with. */
  phrases: readonly string[]
  isUs: boolean
}

/** By IANA id, older ids of the same zone among them. */
export const ZONE_NAMES: ReadonlyMap<string, ZoneNames> = new Map(
  rawTimeZones.flatMap(({ alternativeName, group, countryName, countryCode, mainCities, abbreviation, ...rest }) => {
    const summer = rest.dstAbbreviation ?? abbreviation
    const phrases = [alternativeName, countryName, ...mainCities, abbreviation, summer].map(searchKey)
    const names = { name: alternativeName, phrases, isUs: countryCode === 'US' }
    return group.map((id): [string, ZoneNames] => [id, names])
  }),
)
