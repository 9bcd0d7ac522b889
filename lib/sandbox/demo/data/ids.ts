/** Ids that follow from a request, so that a change replayed later is the same change. */
import { bundleRandom } from '#lib/sandbox/data/prng.ts'

/** Gives the same UUIDs, in the same order, whenever it is asked for the same request. */
export function idsOf(request: Pick<Request, 'headers'>): () => string {
  const random = bundleRandom(request.headers.get('x-request-id') ?? crypto.randomUUID(), 0, 0)
  return () => random.uuid()
}
