/** How much one person may have under way at once, in all their tabs together: what is more waits for its turn. */
import { createAllowance } from '#lib/kernel/allowance.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { BODY_BYTES, type EndpointRecord } from '#lib/kernel/endpoint.ts'
import { createTurns } from '#lib/kernel/turns.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** Concurrent calls of one person per environment, so that a slow service doesn't block the other environments. */
const AT_ONCE = { reads: 3, changes: 3, largeBodies: 1 } as const
/** Milliseconds of everybody's time that a call takes before and after its queries, about. */
const CALL = 5

/** One person's part of the time of the database; see lib/platform/database/fair-share.ts. */
interface Share {
  take<T>(work: () => Promise<T>): Promise<T>
  spend(milliseconds: number): void
}

/** Runs work whose queries count toward one person's share. */
type InShare = <T>(share: Share, work: () => Promise<T>) => Promise<T>

/** Runs a call's work when it is the person's turn. @throws ApiError 499 when they have left before that */
export type PersonTurns = (
  who: string,
  call: { endpoint: EndpointRecord; request: Request; environment: string | null },
  work: () => Promise<Response>,
) => Promise<Response>

/** Returns the turns of a process, which all entry points for people share. */
export function createPersonTurns(inShare: InShare, now: () => number = () => performance.now()): PersonTurns {
  const allowance = createAllowance(now)
  const oneByOne = createTurns({ each: 1 })
  const reads = createTurns({ each: AT_ONCE.reads })
  const changes = createTurns({ each: AT_ONCE.changes })
  const large = createTurns({ each: AT_ONCE.largeBodies })

  /** Slows down a person who has used up their allowance: one call at a time, with a pause before each. */
  const shareOf = (who: string): Share => ({
    take: (work) =>
      oneByOne(who, async () => {
        const rest = allowance.wait(who)
        if (rest > 0) await delay(rest)
        return work()
      }),
    spend: (milliseconds) => allowance.spend(who, milliseconds),
  })

  return (who, { endpoint, request, environment }, work) => {
    const small = endpoint.safe ? reads : changes
    const isLarge = (endpoint.maxBodyBytes ?? 0) > BODY_BYTES
    const turns = isLarge ? large : small
    return turns(isLarge ? who : `${who} ${environment ?? ''}`, async () => {
      const share = shareOf(who)
      await share.take(async () => share.spend(CALL))
      if (request.signal.aborted) throw new ApiError('canceled', 'The call was canceled.')
      return inShare(share, work)
    })
  }
}
