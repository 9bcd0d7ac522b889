/** A demo's scenario: one base, any modifiers, and how bookings end. In a URL: `?scenario=busy,slow`. */

interface BaseRecord {
  label: string
  /** One line under the label. */
  words: string
  users: number
  orders: number
}

/** The data a demo starts with. The first one is what an address without a scenario shows. */
export const BASES = {
  normal: { label: 'Normal day', words: 'Routine work and a few problems', users: 260, orders: 2600 },
  busy: { label: 'Busy lab', words: 'Critical results and exceptions pile up', users: 640, orders: 6400 },
  new: { label: 'New team', words: 'No users or orders yet', users: 0, orders: 0 },
  large: { label: 'Large program', words: '18 months of orders', users: 5000, orders: 50_000 },
} as const satisfies Record<string, BaseRecord>
export type Base = keyof typeof BASES

interface ModifierRecord {
  label: string
  words: string
}

/** Failures added on top of the base scenario. */
export const MODIFIERS = {
  slow: { label: 'Slow network', words: 'Adds 1.5 to 4 s to each request' },
  flaky: { label: 'Flaky service', words: '1 in 8 requests fails, in different ways' },
  unknown: { label: 'Unknown values', words: 'Sends values this console doesn’t know' },
  malformed: { label: 'Malformed records', words: 'One order and one user of each page can’t be read' },
  'no-beta': { label: 'Closed beta off', words: 'Closed-beta endpoints return “not enabled”' },
} as const satisfies Record<string, ModifierRecord>
export type Modifier = keyof typeof MODIFIERS

/** How bookings end, overriding what their key says. */
export const BOOKING_OUTCOMES = {
  'booking-confirms': { label: 'Confirm', words: 'Confirmed within a second' },
  'booking-late': { label: 'Confirm late', words: 'Pending first, confirmed 2 min later' },
  'booking-never': { label: 'Never confirm', words: 'Never confirmed: fails or times out' },
  'booking-conflict': { label: 'Conflict', words: 'Refused: the order already has an appointment (409)' },
} as const satisfies Record<string, ModifierRecord>
export type BookingOutcome = keyof typeof BOOKING_OUTCOMES

export interface Scenario {
  base: Base
  /** In the order of MODIFIERS, each once. */
  modifiers: readonly Modifier[]
  /** Null: as the booking key says. */
  booking: BookingOutcome | null
}

export const DEFAULT_SCENARIO: Scenario = { base: 'normal', modifiers: [], booking: null }

export const BASE_IDS = keysOf(BASES)
export const MODIFIER_IDS = keysOf(MODIFIERS)
export const BOOKING_OUTCOME_IDS = keysOf(BOOKING_OUTCOMES)

/** Parses `busy,slow`. Unknown words are skipped; the last of several bases or outcomes counts. */
export function parseScenario(text: string): Scenario {
  const words = text.split(',').map((word) => word.trim())
  const last = <T extends string>(known: readonly T[]) =>
    known.find((id) => id === words.findLast((word) => isAmong(known, word)))
  return {
    base: last(BASE_IDS) ?? DEFAULT_SCENARIO.base,
    modifiers: MODIFIER_IDS.filter((id) => words.includes(id)),
    booking: last(BOOKING_OUTCOME_IDS) ?? null,
  }
}

/** The words of an address; empty for the default scenario. */
export function formatScenario({ base, modifiers, booking }: Scenario): string {
  const words = [...(base === DEFAULT_SCENARIO.base ? [] : [base]), ...modifiers, ...(booking ? [booking] : [])]
  return words.join(',')
}

function isAmong<T extends string>(known: readonly T[], word: string): word is T {
  return known.some((id) => id === word)
}

function keysOf<T extends string>(record: Readonly<Record<T, unknown>>): readonly T[] {
  return Object.keys(record).filter((key): key is T => Object.hasOwn(record, key))
}
