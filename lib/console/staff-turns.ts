/** How much one member of staff may have under way at once, in all their tabs together: what is more waits for its turn. */
import { ApiError } from '#lib/kernel/api-error.ts'
import { BODY_BYTES, type Endpoint } from '#lib/kernel/endpoint.ts'
import { createTurns } from '#lib/kernel/turns.ts'

/** Calls that one person has under way at once. Reads and changes do not wait for each other. */
const AT_ONCE = { reads: 3, changes: 3, largeBodies: 1 } as const

/** Does the work of a call when it is the person's turn. @throws ApiError 499 when they have left meanwhile */
export type StaffTurns = (
  staff_id: string,
  call: { endpoint: Endpoint; request: Request },
  work: () => Promise<Response>,
) => Promise<Response>

/** Returns the turns of a process; the proxy and the console share them. */
export function createStaffTurns(): StaffTurns {
  const reads = createTurns({ each: AT_ONCE.reads })
  const changes = createTurns({ each: AT_ONCE.changes })
  const large = createTurns({ each: AT_ONCE.largeBodies })
  return (staff_id, { endpoint, request }, work) => {
    const { maxBodyBytes = BODY_BYTES } = endpoint
    const small = endpoint.safe ? reads : changes
    const turns = maxBodyBytes > BODY_BYTES ? large : small
    return turns(staff_id, async () => {
      if (request.signal.aborted) throw new ApiError('canceled', 'The call was canceled.')
      return work()
    })
  }
}
