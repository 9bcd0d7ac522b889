/** One change of a record at a time. */
import { createTurns } from './turns.ts'

/** Runs work while nobody else works under the same name, in the order in which they came. */
export type RecordLock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Returns the locks of this process; other processes aren't held up. */
export function createRecordLock(): RecordLock {
  return createTurns({ each: 1 })
}
