/** How much one member of staff may have under way at once, in all their tabs together: what is more waits for its turn. */
import { ApiError } from '#lib/kernel/api-error.ts'
import { BODY_BYTES, type Endpoint } from '#lib/kernel/endpoint.ts'
import { createTurns } from '#lib/kernel/turns.ts'
import { delay } from '#lib/utils/time/delay.ts'
import { createAllowance, type Meter } from './staff-allowance.ts'

/** Calls that one person has under way at once. Reads and changes do not wait for each other. */
const AT_ONCE = { reads: 4, changes: 4, largeBodies: 1 } as const

/** Does the work of a call when it is the person's turn. @throws ApiError 499 when they have left meanwhile */
export type StaffTurns = (
  staff_id: string,
  call: { endpoint: Endpoint; request: Request },
  work: () => Promise<Response>,
) => Promise<Response>

/** Returns the turns of a process, which the proxy and the console share. `meter` says what work has cost everybody. */
export function createStaffTurns(meter: Meter, now: () => number = () => performance.now()): StaffTurns {
  const allowance = createAllowance(now)
  const kind = (each: number) => ({ turns: createTurns({ each }), oneByOne: createTurns({ each: 1 }) })
  const kinds = { reads: kind(AT_ONCE.reads), changes: kind(AT_ONCE.changes), large: kind(AT_ONCE.largeBodies) }

  return (staff_id, { endpoint, request }, work) => {
    const { signal } = request
    const { maxBodyBytes = BODY_BYTES } = endpoint
    const small = endpoint.safe ? kinds.reads : kinds.changes
    const { turns, oneByOne } = maxBodyBytes > BODY_BYTES ? kinds.large : small
    const begin = () => {
      if (signal.aborted) throw new ApiError('canceled', 'The call was canceled.')
      return meter((milliseconds) => allowance.spend(staff_id, milliseconds), work)
    }
    // Whoever has used up what they may goes on slowly: one call at a time, with a rest before it.
    const slowly = () =>
      oneByOne(staff_id, async () => {
        await delay(allowance.wait(staff_id), signal)
        return begin()
      })
    return turns(staff_id, async () => (allowance.wait(staff_id) > 0 ? slowly() : begin()))
  }
}
