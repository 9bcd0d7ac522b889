/** How much one person may have under way at once, in all their tabs together: what is more waits for its turn. */
import { type AllowanceOptions, createAllowance } from '#lib/kernel/allowance.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { BODY_BYTES, type EndpointRecord } from '#lib/kernel/endpoint.ts'
import { createTurns } from '#lib/kernel/turns.ts'
import { delay } from '#lib/utils/timers/delay.ts'

/** Concurrent calls of one person per environment, so that a slow service doesn't block the other environments. */
const AT_ONCE = 64
/** The same while others wait for them. */
const AT_ONCE_CROWDED = 3
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
  call: { endpoint: EndpointRecord; request: Request; environment: string | null; hasSession?: boolean },
  work: () => Promise<Response>,
) => Promise<Response>

interface PersonTurnsOptions extends Partial<AllowanceOptions> {
  inShare: InShare
  isLate: AllowanceOptions['isLate']
}

/** Returns the turns of a process, which all entry points for people share. */
export function createPersonTurns({ inShare, isLate, now = () => performance.now() }: PersonTurnsOptions): PersonTurns {
  const allowance = createAllowance({ now, isLate })
  const oneByOne = createTurns({ each: 1 })
  const reads = createTurns({ each: AT_ONCE })
  const changes = createTurns({ each: AT_ONCE })
  const large = createTurns({ each: 1 })

  /** Has the queries of a person wait for each other while anybody else is there, and for a rest while others wait. */
  const shareOf = (who: string): Share => ({
    take: (work) =>
      allowance.isAlone(who)
        ? work()
        : oneByOne(who, async () => {
            const rest = allowance.wait(who)
            if (rest > 0) await delay(rest)
            return work()
          }),
    spend: (milliseconds) => allowance.spend(who, milliseconds),
  })

  return async (who, { endpoint, request, environment, hasSession = true }, work) => {
    const end = allowance.begin(who, hasSession)
    const inTurn = async () => {
      const share = shareOf(who)
      await share.take(async () => share.spend(CALL))
      if (request.signal.aborted) throw new ApiError('canceled', 'The call was canceled.')
      return inShare(share, work)
    }
    try {
      if ((endpoint.maxBodyBytes ?? 0) > BODY_BYTES) return await large(who, inTurn)
      const most = allowance.isCrowded(who) ? AT_ONCE_CROWDED : AT_ONCE
      return await (endpoint.safe ? reads : changes)(`${who} ${environment ?? ''}`, inTurn, most)
    } finally {
      end()
    }
  }
}
