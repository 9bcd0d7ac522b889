/** Times that a person typed, `YYYY-MM-DDTHH:mm` on the clocks of a zone, and the instants that they mean. */
import { formatByZone, instantParts, isRealDay, parseInstant, type WallClock } from './instants.ts'
import { skippedTime, wallInstants } from './zones.ts'

const LOCAL = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)/

const WHICH = ['first', 'second'] as const

// The Swedish way of writing a day and a time is the one of the wire.
const swedishMinute = formatByZone('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** Returns the field's text, to the minute; empty for null. */
export function localInput(instant: string | null, zone: string): string {
  if (instant === null) return ''
  return swedishMinute(zone).format(parseInstant(instant)).replace(' ', 'T')
}

/** Returns the instants at which clocks show a text: none where they skip it or it is no time, two where they go back. */
export function localInstants(text: string, zone: string): Date[] {
  const [, day = '', hour, minute] = LOCAL.exec(text) ?? []
  if (zone === '' || !isRealDay(day)) return []
  return wallInstants(day, Number(hour) + Number(minute) / 60, zone)
}

/** Returns the instant that is meant: of two the chosen one, and the first until one is chosen. */
export const chosenOf = (instants: readonly Date[], which: string): Date | undefined =>
  (which === 'second' ? instants[1] : undefined) ?? instants[0]

/** Returns why the instants of a complete time are not one, and at which field that is said; null where they are. */
export function timeProblem(instants: readonly Date[], which: string, zone: string) {
  if (instants.length === 0) return { path: 'time', message: skippedTime(zone) } as const
  return instants.length > 1 && which === '' ? ({ path: 'which', message: 'Choose which of the two.' } as const) : null
}

export const WHICH_LABEL = 'Clocks go back, so this time comes twice'

/** The two times that clocks show alike when they go back, as choices. */
export const whichOptions = (instants: readonly Date[], clock: WallClock) =>
  instants.map((at, index) => {
    const { time, zone } = instantParts(at.getTime(), clock)
    return { value: WHICH[index] ?? '', label: `The ${WHICH[index]}, ${time} ${zone}`, at }
  })
