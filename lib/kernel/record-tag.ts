/** Tag of the record that a change is based on: the change is refused if the record is different by then. */
import { seededUnit } from '#lib/utils/ids/ids.ts'
import { createTurns } from './turns.ts'

/** Request header of a change: the tag of what its writer has seen. */
export const SEEN_HEADER = 'x-seen-record'

/** Returns a short text that a record with other values doesn't have. Null, a missing field and an empty text are the same, and a number and its digits. */
export function recordTag(record: unknown): string {
  const text = JSON.stringify(sorted(record)) ?? ''
  return ['a', 'b']
    .map((part) =>
      seededUnit(part + text)
        .toString(36)
        .slice(2, 10),
    )
    .join('')
}

/** The same record with its keys in order, and without those that have no value. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? undefined : value
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const kept = sorted(one)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Runs work while nobody else works under the same name, in the order in which they came. */
export type RecordLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Returns the locks of this process; other processes aren't held up. */
export function createRecordLock(): RecordLock {
  return createTurns({ each: 1 })
}
