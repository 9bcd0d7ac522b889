/** A service in this very process, called without a network. */
import type { Upstream } from './upstream.ts'

/** `answer` is told the id of the call beside the request: from anyone else a header is only a claim. */
export function inProcess(answer: (request: Request, request_id: string) => Promise<Response>): Upstream {
  return async ({ path, ...call }) => {
    // The address is only there to be a valid URL.
    const { status, headers, body } = await answer(
      new Request(`http://embedded${path}`, call),
      call.headers['x-request-id'] ?? '',
    )
    return { status, header: (name) => headers.get(name), body }
  }
}
