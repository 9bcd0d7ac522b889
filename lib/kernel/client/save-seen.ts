/** Saves what nobody has changed since it was read. */
import { RequestError } from './errors.ts'

/** Times that a save is tried while others keep saving in between. */
const TRIES = 3

/** Repeats where somebody wrote in between; `attempt` returns null for a choice. @throws the last RequestError */
export async function saveSeen<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(error instanceof RequestError) || error.code !== 'stale') throw error
    }
  }
}
