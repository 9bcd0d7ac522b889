/** The zones of this runtime, with what their clocks show, to be searched by a person. No library lists or searches them. */
import { instantParts } from './instants.ts'
import { namesOfZone, USUAL_ZONES } from './zone-names.ts'
import { presentZone, zoneName } from './zone-spelling.ts'
import { offsetAt } from './zones.ts'

export interface ZoneChoice {
  id: string
  /** America/New York */
  name: string
  /** 14:05 */
  time: string
  /** MST, or GMT+1 where English has no short name. */
  zone: string
  /** Lowercase text that a search matches. */
  words: string
  /** When its clock was read, in milliseconds since 1970. */
  at: number
}

/** Returns every zone with its local time. The first call takes about 40 ms, so call it only when needed. */
export function zoneChoices(now: number): ZoneChoice[] {
  return [...Intl.supportedValuesOf('timeZone'), 'UTC']
    .map(presentZone)
    .filter((id, index, all) => all.indexOf(id) === index)
    .map((id) => zoneChoice(id, now))
}

/**
 * Returns a time zone as a picker shows it: its ID, its local time at `now` (milliseconds since 1970) and its search
 * text.
 */
export function zoneChoice(id: string, now: number): ZoneChoice {
  const { time, zone } = instantParts(now, id)
  const name = zoneName(id)
  return { id, name, time, zone, words: `${name.replaceAll('/', ' ')} ${name} ${zone}`.toLowerCase(), at: now }
}

const OFFSET = /^(?:utc|gmt)?\s*([+\u2212-])\s*(\d{1,2})(?::?([0-5]\d))?$/

/** `+5:30`, `UTC-7`, `GMT+0530` → milliseconds east of UTC; null for any other text. */
function typedOffset(query: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(query) ?? []
  if (sign === undefined) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/**
 * Returns the zones that a text means: part of an ID, a city, a country, a state, "Pacific", "IST", or what clocks are
 * ahead by ("+5:30"). What most people mean comes first, then whatever begins with the text. The first search takes about
 * 100 ms.
 */
export function searchZones(choices: readonly ZoneChoice[], text: string): ZoneChoice[] {
  const query = text.trim().toLowerCase().replaceAll('_', ' ')
  if (query === '') return [...choices]
  const offset = typedOffset(query)
  const rank = (choice: ZoneChoice) =>
    offset === null ? rankOf(choice, query) : rankOfOffset(offsetAt(choice.at, choice.id) === offset)
  const hits = choices.flatMap((choice) => {
    const own = rank(choice)
    return own === null ? [] : [{ choice, rank: own === 1 && isUsual(choice) ? 0 : own }]
  })
  const place = ({ id }: ZoneChoice) => (USUAL_ZONES.includes(id) ? USUAL_ZONES.indexOf(id) : USUAL_ZONES.length)
  return hits
    .toSorted((a, b) => a.rank - b.rank || (a.rank === 0 ? place(a.choice) - place(b.choice) : 0))
    .map(({ choice }) => choice)
}

const rankOfOffset = (isSame: boolean) => (isSame ? 1 : null)

function isUsual({ id }: ZoneChoice): boolean {
  return USUAL_ZONES.includes(id)
}

/** The lower the nearer: 1 for what begins with the text, 2 for a region, 3 for anything that has all its words; null for none. */
function rankOf({ id, words }: ZoneChoice, query: string): number | null {
  const city = zoneName(id).split('/').at(-1)?.toLowerCase() ?? ''
  const { letters, phrases } = namesOfZone(id)
  if (city.startsWith(query) || letters.includes(query)) return 1
  if (phrases.some((phrase) => phrase.startsWith(query))) return 1
  if (words.startsWith(query)) return 2
  const all = [words, ...phrases].join(' ')
  return query.split(/\s+/).every((part) => all.includes(part)) ? 3 : null
}
