/** The zones of this runtime, with what their clocks show, to be searched by a person. No library searches them; what people call them is in zone-names.ts. */
import { findKey, plainSigns, searchKey, searchTerms } from '#lib/utils/text/typed-text.ts'
import { instantParts, type WallClock } from './instants.ts'
import type { ZoneNames } from './zone-names.ts'
import { canonicalZone, zoneAliases, zoneName } from './zone-spelling.ts'
import { offsetAt } from './zones.ts'

export interface ZoneChoice {
  id: string
  /** America/New York */
  label: string
  /** 14:05 */
  time: string
  /** MST, or GMT+1 where English has no short name. */
  zone: string
  /** Text that a search matches, as `findKey` makes it. */
  words: string
  /** Common name; null until loaded, or without one. */
  names: ZoneNames | null
  /** When its clock was read, in milliseconds since 1970. */
  at: number
}

type Names = ReadonlyMap<string, ZoneNames>
const NO_NAMES: Names = new Map()

/** Returns every zone with its local time. The first call takes about 40 ms, so call it only when needed. */
export function zoneChoices(now: number, hours: WallClock['hours'], names = NO_NAMES): ZoneChoice[] {
  return [...Intl.supportedValuesOf('timeZone'), 'UTC']
    .map(canonicalZone)
    .filter((id, index, all) => all.indexOf(id) === index)
    .map((id) => zoneChoice(id, now, hours, names))
}

/** Shows ID and local time at `now` (milliseconds since 1970), with a search text. */
export function zoneChoice(id: string, now: number, hours: WallClock['hours'], all = NO_NAMES): ZoneChoice {
  const { time, zone } = instantParts(now, { zone: id, hours })
  const names = all.get(id) ?? null
  const words = [id, id.replaceAll('-', ' '), ...zoneAliases(id), zone, ...(names?.phrases ?? [])]
    .map(findKey)
    .join(' ')
  return { id, label: zoneName(id), time, zone, words, names, at: now }
}

/** The most populous of US zones that share a name. */
const PRINCIPAL: ReadonlySet<string> = new Set([
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
])

const OFFSET = /^(?:utc|gmt)?\s*([+\u2212-])\s*(\d{1,2})(?::?([0-5]\d))?$/

/** `+5:30`, `UTC-7`, `GMT+0530` → milliseconds east of UTC; null for any other text. */
function typedOffset(query: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(query) ?? []
  if (sign === undefined) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Finds offsets ("+5:30") and words; names people use come first ("Pacific", "IST"), and those of the US. */
export function searchZones(choices: readonly ZoneChoice[], text: string): ZoneChoice[] {
  const typed = plainSigns(text).toLowerCase()
  if (typed === '') return [...choices]
  const offset = typedOffset(typed)
  if (offset !== null) {
    const same = choices.filter(({ id, at }) => offsetAt(at, id) === offset)
    return same.toSorted((a, b) => Number(PRINCIPAL.has(b.id)) - Number(PRINCIPAL.has(a.id)))
  }
  const query = searchKey(text)
  const terms = searchTerms(text)
  const hits = choices.filter(({ words }) =>
    terms.every((term) => term.some((part) => ` ${words}`.includes(` ${part.trimStart()}`))),
  )
  const rank = ({ id, words, names }: ZoneChoice) => {
    const city = searchKey(id.split('/').at(-1) ?? '')
    const isCalledSo = names?.phrases.some((phrase) => phrase.startsWith(query)) ?? false
    if (city === query || [id, ...zoneAliases(id)].some((one) => searchKey(one) === query)) return -1
    if (isCalledSo && PRINCIPAL.has(id)) return 0
    if (isCalledSo) return names?.isUs ? 1 : 2
    return city.startsWith(query) || words.startsWith(query) ? 3 : 4
  }
  return hits.sort((a, b) => rank(a) - rank(b))
}
