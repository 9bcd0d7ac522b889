/** A service in this very process, called without a network. */
import type { Upstream } from './upstream.ts'

export function inProcess(answer: (request: Request) => Promise<Response>): Upstream {
  return async ({ path, ...call }) => {
    // The address is only there to be a valid URL.
    const { status, headers, body } = await answer(new Request(`http://embedded${path}`, call))
    return { status, header: (name) => headers.get(name), body }
  }
}
