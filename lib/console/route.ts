/** A route of the console: an endpoint with the handler of its validated call. */
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { jsonResponse } from '#lib/kernel/body/sent-body.ts'
import { disclosureOf } from '#lib/kernel/disclosure.ts'
import type { Endpoint, EndpointCall, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { type ReadInput, typedCall } from '#lib/kernel/read-input.ts'
import type { About, NoteDetails } from '#lib/kernel/route.ts'
import type { StaffRoute } from './staff-calls.ts'

export interface RouteContext {
  /** The caller, whose permission for the endpoint has been checked. */
  viewer: Viewer
  request: Request
  request_id: string
  /** A UUID for something that this call creates. */
  newId: () => string
  /** Adds ids to the entry in the audit log that the call's own input does not hold. */
  about: About
  /** Says in the audit log what was changed, where the call's own input does not. */
  note: NoteDetails
}

/** `status` is the first of the endpoint's success statuses unless set. */
type Answer<T> = Response | { status?: number; body: T | null }

export interface ConsoleRoute extends StaffRoute {
  answer(input: ReadInput, context: RouteContext): Promise<Response>
}

interface Options {
  audited?: StaffRoute['audited']
}

/** Returns the route of an endpoint: `handler` gets its validated call. */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (call: EndpointCall<E>, context: RouteContext) => Promise<Answer<EndpointOutput<E>>>,
  { audited = true }: Options = {},
): ConsoleRoute {
  if (audited !== true && disclosureOf(endpoint))
    throw new Error(`${endpoint.name} shows people, so it must be on record.`)
  return {
    endpoint,
    audited,
    async answer(input, context) {
      const answered = await handler(typedCall(endpoint, input), context)
      if (answered instanceof Response) return answered
      const { status = endpoint.success[0] ?? 200, body } = answered
      return body === null ? new Response(null, { status }) : jsonResponse(body, { status })
    },
  }
}
