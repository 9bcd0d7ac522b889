/** A service in this very process, called without a network. */
import { isOwnError } from '#lib/kernel/api-error.ts'
import { bodyAtHand } from '#lib/kernel/body/sent-body.ts'
import type { Upstream } from './upstream.ts'

/** Passes the call's ID to `answer` separately, because the request's header could come from anyone. */
export function inProcess(answer: (request: Request, request_id: string) => Promise<Response>): Upstream {
  return async ({ path, ...call }) => {
    // The address is only there to be a valid URL.
    const response = await answer(new Request(`http://embedded${path}`, call), call.headers['x-request-id'] ?? '')
    const known = bodyAtHand(response)
    const { status, headers, body } = response
    const isOwn = isOwnError(response)
    return { status, header: (name) => headers.get(name), body: known ? [known] : body, isOwn }
  }
}
