/**
 * The VTIMEZONE of a zone (RFC 5545, 3.6.5) for the years of a calendar file: each change of clocks by itself. Our own:
 * the libraries that have them carry every zone as text, and the platform knows the offsets already.
 */
import { offsetAt } from './zones.ts'

const HOUR = 3_600_000
/** No zone changes its clocks twice within a week. */
const WEEK = 7 * 24 * HOUR

/** Returns the component as text with CRLF between its lines; `from` and `to` are years, both among them. */
export function vtimezone(zone: string, from: number, to: number): string {
  const first = Date.UTC(from, 0, 1)
  const begin = offsetAt(first, zone)
  const changes = changesOf(zone, first, Date.UTC(to + 1, 0, 1))
  const least = Math.min(begin, ...changes.map(({ after }) => after))
  const part = (instant: number, before: number, after: number) => {
    const kind = after > least ? 'DAYLIGHT' : 'STANDARD'
    const offsets = [`TZOFFSETFROM:${offsetText(before)}`, `TZOFFSETTO:${offsetText(after)}`]
    return [`BEGIN:${kind}`, `DTSTART:${wallText(instant + before)}`, ...offsets, `END:${kind}`]
  }
  const parts = [part(first - begin, begin, begin), ...changes.map(({ at, before, after }) => part(at, before, after))]
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n')
}

interface Change {
  /** The first instant with the new offset. */
  at: number
  before: number
  after: number
}

function changesOf(zone: string, from: number, to: number): Change[] {
  const changes: Change[] = []
  for (let week = from, before = offsetAt(from, zone); week < to; week += WEEK) {
    const after = offsetAt(week + WEEK, zone)
    if (before !== after) changes.push({ at: changeWithin(zone, week, before), before, after })
    before = after
  }
  return changes
}

/** To the second, by halving the week. */
function changeWithin(zone: string, week: number, before: number): number {
  let [low, high] = [week, week + WEEK]
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (offsetAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/** `20261101T020000` of an instant whose UTC fields are those of the clock on the wall. */
function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
