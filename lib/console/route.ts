/** What a route of the console is: an endpoint of the contract with the function that answers its validated call. */
import type { z } from 'zod'
import { auditSubjects } from '#lib/domains/audit/audit-subjects.ts'
import type { Viewer } from '#lib/domains/staff/staff.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { type RawInput, readAddress, readInput } from './input.ts'

export interface RouteContext {
  /** Who asks; the endpoint's permission has been checked. */
  viewer: Viewer
  request: Request
  request_id: string
  /** A UUID for something that this call creates. */
  newId: () => string
  /** Adds ids to the entry in the audit log that the call's own input does not hold. */
  about: (ids: readonly string[]) => void
}

/** `status` is the first of the endpoint's success statuses unless set. */
type Answer<T> = Response | { status?: number; body: T | null }

interface BoundCall {
  subjects: string[]
  run(context: RouteContext): Promise<Response>
}

export interface ConsoleRoute {
  endpoint: Endpoint
  /** False for what shows nobody's data, or writes its own entry. */
  audited: boolean
  /** @throws ApiError 413, 415 or 422 */
  bind(input: RawInput): Promise<BoundCall>
}

interface Options {
  audited?: boolean
}

type EndpointOf<P, Q, B, R> = Omit<Endpoint, 'params' | 'query' | 'body' | 'response'> & {
  params: P
  query: Q
  body: B
  response: R
}

type Handler<C, T> = (call: C, context: RouteContext) => Promise<Answer<T>>

/** A route whose endpoint takes no body. */
export function route<P extends z.ZodObject, Q extends z.ZodObject, R extends z.ZodType>(
  endpoint: EndpointOf<P, Q, null, R>,
  handler: Handler<{ params: z.output<P>; query: z.output<Q> }, z.output<R>>,
  { audited = true }: Options = {},
): ConsoleRoute {
  return {
    endpoint,
    audited,
    async bind(input) {
      const call = readAddress(endpoint, input)
      return bound(endpoint, call, (context) => handler(call, context))
    },
  }
}

export function routeWithBody<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodObject, R extends z.ZodType>(
  endpoint: EndpointOf<P, Q, B, R>,
  handler: Handler<{ params: z.output<P>; query: z.output<Q>; body: z.output<B> }, z.output<R>>,
  { audited = true }: Options = {},
): ConsoleRoute {
  return {
    endpoint,
    audited,
    async bind(input) {
      const call = { ...readAddress(endpoint, input), body: await readInput(endpoint.body, input.request) }
      return bound(endpoint, call, (context) => handler(call, context))
    },
  }
}

function bound(
  endpoint: Pick<Endpoint, 'success'>,
  call: { params: unknown; query: unknown; body?: unknown },
  answer: (context: RouteContext) => Promise<Answer<unknown>>,
): BoundCall {
  return {
    subjects: auditSubjects(call),
    async run(context) {
      const answered = await answer(context)
      if (answered instanceof Response) return answered
      const { status = endpoint.success[0] ?? 200, body } = answered
      return body === null ? new Response(null, { status }) : Response.json(body, { status })
    },
  }
}
