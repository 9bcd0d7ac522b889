/** The zones of this runtime, with what their clocks show, to be searched by a person. No library lists or searches them. */
import { instantParts } from './instants.ts'

export interface ZoneChoice {
  id: string
  /** 14:05 */
  time: string
  /** MST, or GMT+1 where English has no short name. */
  zone: string
  /** Lowercase text that a search matches. */
  words: string
}

/** Runtimes list some zones by the name a city no longer has. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

/** Returns every zone with its local time. The first call takes about 40 ms, so call it only when needed. */
export function zoneChoices(now: number): ZoneChoice[] {
  return [...Intl.supportedValuesOf('timeZone'), 'UTC']
    .map((id) => RENAMED.get(id) ?? id)
    .filter((id, index, all) => all.indexOf(id) === index)
    .map((id) => zoneChoice(id, now))
}

/**
 * Returns a time zone as a picker shows it: its ID, its local time at `now` (milliseconds since 1970) and its search
 * text.
 */
export function zoneChoice(id: string, now: number): ZoneChoice {
  const { time, zone } = instantParts(now, id)
  return { id, time, zone, words: `${id.replaceAll(/[/_]/g, ' ')} ${id} ${zone}`.toLowerCase() }
}

/** Returns the zones that contain every word of the text; those that start with it, or whose city does, first. */
export function searchZones(choices: readonly ZoneChoice[], text: string): ZoneChoice[] {
  const query = text.trim().toLowerCase().replaceAll('_', ' ')
  if (query === '') return [...choices]
  const parts = query.split(/\s+/)
  const hits = choices.filter(({ words }) => parts.every((part) => words.includes(part)))
  const rank = ({ id, words }: ZoneChoice) => {
    const city = id.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() ?? ''
    return city.startsWith(query) || words.startsWith(query) ? 0 : 1
  }
  return hits.sort((a, b) => rank(a) - rank(b))
}
