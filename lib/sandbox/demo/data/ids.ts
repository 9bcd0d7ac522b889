/** Ids that follow from a request, so that a change replayed later is the same change. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'
import { newId } from '#lib/utils/ids/new-id.ts'
import { callerRequestId } from '#lib/utils/ids/request-id.ts'

/** Parts of a request, each with its own IDs, so that no ID stands for two things. */
const PARTS = { service: 0, proxy: 1, console: 2 } as const

/** Gives the same UUIDs, in the same order, whenever it is asked for the same request. */
export function idsOf(part: keyof typeof PARTS) {
  return ({ headers }: Pick<Request, 'headers'>): (() => string) => {
    const random = bundleRandom(headers.get('x-request-id') ?? crypto.randomUUID(), 0, PARTS[part])
    return () => random.uuid()
  }
}

/** The id of a request is the one that its page gave it: a change replayed later has it too. */
export function requestIdOf({ headers }: Pick<Request, 'headers'>): string {
  return callerRequestId(headers.get('x-request-id')) ?? newId()
}
