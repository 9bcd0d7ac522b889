/** When patients may be called: their own local time. */
import { instantParts, type WallClock } from '#lib/utils/time/instants.ts'
import { offsetAt } from '#lib/utils/time/zones.ts'

/** Hours of the patient's day; US rules for calls to consumers allow 8 a.m. to 9 p.m. */
export const CALL_HOURS = { from: 8, to: 21 } as const

export interface LocalTime {
  /** As the viewer's locale writes it: `13:32`. */
  time: string
  /** `2026-11-23` */
  day: string
  /** Hours since midnight, with a fraction. */
  hour: number
  isCallTime: boolean
  /** Hours the place is ahead of the viewer; negative where it is behind. */
  ahead: number
}

/** Returns the time in a patient's zone at an instant (milliseconds since 1970), beside the viewer's. */
export function localTime(instant: number, zone: string, viewer: WallClock): LocalTime {
  const offset = offsetAt(instant, zone)
  const wall = new Date(Math.floor(instant / 60_000) * 60_000 + offset)
  const hour = wall.getUTCHours() + wall.getUTCMinutes() / 60
  return {
    time: instantParts(instant, { ...viewer, zone }).time,
    day: wall.toISOString().slice(0, 10),
    hour,
    isCallTime: hour >= CALL_HOURS.from && hour < CALL_HOURS.to,
    ahead: (offset - offsetAt(instant, viewer.zone)) / 3_600_000,
  }
}

/** Returns the times that clocks of a patient's possible zones show, one for all that agree; the first zone names it. */
export function localTimes(
  instant: number,
  zones: readonly string[],
  viewer: WallClock,
): (LocalTime & { zone: string })[] {
  const times = zones.map((zone) => ({ zone, ...localTime(instant, zone, viewer) }))
  return times.filter(({ ahead }, index) => times.findIndex((other) => other.ahead === ahead) === index)
}

export const mayCall = (times: readonly LocalTime[]) => times.length > 0 && times.every(({ isCallTime }) => isCallTime)

/** Returns a difference of clocks in words: `2 h behind you`, `10 h 45 min ahead of you`. */
export function offsetLabel(ahead: number): string {
  if (ahead === 0) return 'same as yours'
  const [hours, minutes] = [Math.trunc(Math.abs(ahead)), Math.round(Math.abs(ahead % 1) * 60)]
  const length = [hours > 0 ? `${hours} h` : [], minutes > 0 ? `${minutes} min` : []].flat().join(' ')
  return `${length} ${ahead > 0 ? 'ahead of' : 'behind'} you`
}
