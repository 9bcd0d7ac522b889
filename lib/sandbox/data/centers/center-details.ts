/** Details of a service center beside its address: telephone, opening hours, capabilities. */
import { PSC_CAPABILITIES } from '#lib/kernel/values.ts'
import type { Random } from '#lib/sandbox/data/prng.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type Hours = Readonly<Record<string, string>>

/** One entry a day from Monday on; a day without hours is left out. */
function week(...hours: readonly (string | null)[]): Hours {
  return Object.fromEntries(DAYS.flatMap((day, index) => (hours[index] ? [[day, hours[index]]] : [])))
}

function weekdays(hours: string, saturday: string | null = null, sunday: string | null = null): Hours {
  return week(hours, hours, hours, hours, hours, saturday, sunday)
}

const HOURS: readonly [Hours, ...Hours[]] = [
  weekdays('7:00 AM - 3:30 PM'),
  weekdays('7:00 AM - 3:30 PM', '7:00 AM - 11:00 AM'),
  weekdays('6:30 AM - 2:00 PM', '6:30 AM - 12:00 PM'),
  weekdays('8:00 AM - 4:00 PM'),
  weekdays('7:30 AM - 12:00 PM, 1:00 PM - 4:30 PM'),
  weekdays('6:00 AM - 6:00 PM', '7:00 AM - 1:00 PM', '8:00 AM - 12:00 PM'),
  week('7:00 AM - 12:00 PM', null, '7:00 AM - 12:00 PM', null, '7:00 AM - 12:00 PM'),
  week(null, '8:30 AM - 5:00 PM', '8:30 AM - 5:00 PM', '10:00 AM - 7:00 PM', '8:30 AM - 5:00 PM', '9:00 AM - 1:00 PM'),
]

/** One in twelve does not say. */
export function hoursOf(random: Random): Hours | null {
  return random.chance(1 / 12) ? null : random.pick(HOURS)
}

/** The set of capabilities is open: the console has to show one that it does not know. */
export const UNKNOWN_CAPABILITY = 'pediatric_draws'

const LIKELIHOOD = {
  stat: 0.35,
  appointment_scheduling_via_service: 0.55,
  appointment_scheduling_with_lab: 0.4,
} as const satisfies Record<(typeof PSC_CAPABILITIES)[number], number>

/** Any of the three, in the order of the spec; one center in six has none. */
export function capabilitiesOf(random: Random): string[] {
  return PSC_CAPABILITIES.filter((capability) => random.chance(LIKELIHOOD[capability]))
}

/** Returns a phone number from the block reserved for fiction, 555-0100 to 555-0199. */
export function numberIn(area: string, random: Random): string {
  return `+1${area}55501${random.digits(2)}`
}

/** Most share a building with others. */
export function secondLine(random: Random): string | null {
  if (random.chance(0.4)) return null
  return random.chance(0.8) ? `Suite ${random.int(1, 40) * 10}` : `Floor ${random.int(2, 9)}`
}
