/** Saves what nobody has changed since it was read. */
import { RequestError } from './errors.ts'

/** Times that a save is tried while others keep saving in between. */
const TRIES = 3

/**
 * Reads, compares and writes; again where somebody wrote in between, which the server refuses. `attempt` returns null
 * where its reader has to choose first. @throws RequestError of the last try
 */
export async function saveSeen<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(error instanceof RequestError) || error.code !== 'stale') throw error
    }
  }
}
