/** The only way from a browser to a service: allow-list → session → role → validation → audit → key → upstream. */

import { Hono } from 'hono'
import type { PassedAnswer } from '#lib/console/sources.ts'
import { type StaffAccess, type StaffRoute, staffSteps } from '#lib/console/staff-calls.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import type { BookingGuard, SentBooking } from '#lib/domains/bookings/booking-plan.ts'
import { asWritten } from '#lib/domains/demographics/address-zip.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { noEnvironment } from '#lib/domains/staff/denial.ts'
import { mayEnter, type Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { writeInSteps } from '#lib/kernel/body/parse-steps.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { declaredFields } from '#lib/kernel/extra-fields.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import { createRecordLock, type RecordLock } from '#lib/kernel/record-tag.ts'
import { type Call, createPipeline } from '#lib/kernel/route.ts'
import { buildPath, declaredQuery, PROXY_PREFIX, proxyMatcher } from '#lib/kernel/wire.ts'
import { type IdsOf, newId, randomIds } from '#lib/utils/ids/ids.ts'
import {
  callUpstream,
  cleanAnswer,
  failureError,
  readBefore,
  UPSTREAM_TIMES,
  type Upstream,
  UpstreamError,
  type UpstreamTimes,
} from './upstream.ts'
import {
  changedUser,
  checkSeen,
  guardedChange,
  isMismatched,
  type NamedSubjects,
  type ReadUser,
  readChanged,
  subjectsIn,
  USER_LIST_CALLS,
} from './user-calls.ts'

export interface ProxyEnvironment {
  /** Lower-case letters, digits and -. */
  id: string
  label: string
  api_key: string
  /** Knows the address of the service; see `overHttp` and `inProcess`. */
  upstream: Upstream
}

export interface ProxyOptions {
  environments: readonly ProxyEnvironment[]
  access: StaffAccess
  /** Every booking goes through it. */
  bookings: BookingGuard
  /** Reads a user as the service has them now, before a change and after it. */
  readUser: ReadUser
  /** One change of a user at a time; among the calls of this process unless set. */
  lock?: RecordLock
  key_header: string
  /** Told what failed and where, for the log; never a value of the call. */
  onError: (fault: { environment: string; endpoint: string; fault: string; request_id: string }) => void
  /** Told of each whole answer of status 200; must return at once and never throw. */
  onAnswer?: (answer: PassedAnswer) => void
  times?: UpstreamTimes
  /** Ids of bookings that came without an attempt id; random unless set. */
  idsOf?: IdsOf
  /** Returns a request's ID; random unless set, even when the caller sends one. */
  requestIdOf?: (request: Request) => string
}

/** Matches the URL without decoding it: an environment ID has one spelling. */
const ADDRESS = new RegExp(`^${PROXY_PREFIX}/([^/]+)(.*)$`)

type ServiceRoute = StaffRoute

/** Every call to a service is audited. */
const ROUTES: readonly ServiceRoute[] = endpointList.map((endpoint) => ({ endpoint, audited: true }))

const UNKNOWN = new ApiError('unknown_address', 'The service has no such endpoint.')

interface ServiceCall extends Call<ServiceRoute> {
  environment: ProxyEnvironment
  asked: NamedSubjects
}

/** An unknown environment runs the same steps before it gets its 404. */
export function createProxy({ lock = createRecordLock(), ...rest }: ProxyOptions) {
  const options = { ...rest, lock }
  const pipelines = new Map(
    options.environments.map((environment) => [environment.id, pipelineOf(environment, options)]),
  )
  const nowhere = pipelineOf(null, options)
  const { requestIdOf = newId } = options
  const app = new Hono()

  app.all(`${PROXY_PREFIX}/*`, (c) => {
    const request = c.req.raw
    const url = new URL(request.url)
    const [, id = '', path = ''] = ADDRESS.exec(url.pathname) ?? []
    return (pipelines.get(id) ?? nowhere)({ request, url, path, request_id: requestIdOf(request) })
  })

  return app
}

/** Returns the pipeline of an environment; null answers for those that do not exist. */
function pipelineOf(environment: ProxyEnvironment | null, options: ProxyOptions & { lock: RecordLock }) {
  const { lock } = options
  const steps = staffSteps<ServiceRoute>(options.access, () => environment?.id ?? null)
  return createPipeline<ServiceRoute, Viewer>({
    ...steps,
    /** Unknown endpoints below an environment the viewer may not open get its 404, which doesn't reveal that it exists. */
    async authenticate(incoming, route) {
      const viewer = await steps.authenticate(incoming, route)
      if (environment && !route && !mayEnter(viewer, environment.id)) throw noEnvironment()
      return viewer
    },
    routes: environment ? ROUTES : [],
    matcher: proxyMatcher,
    unknown: environment ? UNKNOWN : noEnvironment(),
    methodDetail: 'The service doesn’t support this method at this address.',
    stored({ endpoint, params, request, request_id }, viewer) {
      if (!environment || endpoint.name !== updateUserInfo.name) return null
      const { id, upstream } = environment
      const { patientData } = options.access
      const headers = headersOf(environment, options.key_header, request_id)
      const reading = {
        upstream,
        headers,
        times: options.times ?? UPSTREAM_TIMES,
        signal: request.signal,
        isNeeded: true,
      }
      return async () => {
        const { data } = updateUserInfo.params.safeParse(params)
        const isHidden =
          patientData.isMasked(request, id, viewer) &&
          !(data && (await patientData.isCallerVerified?.(request, id, viewer, data.user_id)))
        // A refused value that stands because it is stored would say that it is.
        const before = data && !isHidden ? await readBefore(data, reading) : null
        return before && asWritten(before)
      }
    },
    async handle(incoming, viewer, input, _about, note) {
      if (!environment) throw noEnvironment()
      // As they were read: an ID that came with a space goes to the service without it, as the audit log has it.
      const params = Object.fromEntries(Object.entries(input.params).map(([name, value]) => [name, String(value)]))
      const call = { ...incoming, environment, params, asked: subjectsIn(incoming.route.endpoint, input) }
      const send = call.endpoint.name === bookPhlebotomyAppointment.name ? book : forward
      const work = async (recorded: unknown = null) =>
        send(call, await forwardedInput(call.route.endpoint, input, recorded), options, viewer)
      const change = guardedChange(call, environment.id)
      if (!change) return work()
      return lock(`${environment.id} ${change.user_id}`, async () => {
        const { upstream } = environment
        const { signal } = call.request
        if (signal.aborted) throw new ApiError('canceled', 'The call was canceled.')
        const headers = headersOf(environment, options.key_header, call.request_id)
        const { readUser, times = UPSTREAM_TIMES } = options
        return work(await checkSeen(change, input, { upstream, headers, times, signal, readUser, note }))
      })
    },
  })
}

async function forward(call: ServiceCall, input: ForwardedInput, options: ProxyOptions): Promise<Response> {
  const { route, params, request, request_id, asked } = call
  const { endpoint } = route
  const outcome = await sent(call, input, options, request.signal)
  const environment = call.environment.id
  if (!USER_LIST_CALLS.has(endpoint.name)) return outcome.response
  const onError = (fault: string) => options.onError({ environment, endpoint: endpoint.name, fault, request_id })
  const { readUser } = options
  const user = await readChanged(await changedUser(params, input, outcome), outcome, { environment, readUser, onError })
  if (asked.reference === null || !user || user.client_user_id === asked.reference) return outcome.response
  // The answer says one reference and the list another: somebody else was named as the new user.
  onError('broken')
  return errorResponse(failureError(endpoint, call.environment.label, 'broken'), request_id)
}

/** Ignores a browser's disconnect during a booking, because its outcome must be recorded. */
function book(
  call: ServiceCall,
  input: ForwardedInput,
  options: ProxyOptions,
  { id, name }: Viewer,
): Promise<Response> {
  const { environment, params, request, request_id } = call
  const { idsOf = randomIds } = options
  const booking = {
    environment: environment.id,
    attempt: request.headers.get(ATTEMPT_HEADER) ?? idsOf(request)(),
    order_id: bookPhlebotomyAppointment.params.parse(params).order_id,
    body: typeof input.body === 'string' ? input.body : new TextDecoder().decode(input.body ?? undefined),
    by: { id, name },
    request_id,
  }
  return options.bookings.once(booking, () => sent(call, input, options, new AbortController().signal))
}

function headersOf({ api_key }: ProxyEnvironment, key_header: string, request_id: string): Record<string, string> {
  return { accept: 'application/json', 'x-request-id': request_id, [key_header]: api_key }
}

async function sent(
  { environment, route: { endpoint }, params, asked, request_id }: ServiceCall,
  { query, body }: ForwardedInput,
  { key_header, onError, onAnswer, times = UPSTREAM_TIMES }: ProxyOptions,
  signal: AbortSignal,
): Promise<SentBooking> {
  const { label, api_key, upstream } = environment
  const { method } = endpoint
  const path = `${buildPath(endpoint.path, params)}${query && `?${query}`}`
  const headers = {
    ...headersOf(environment, key_header, request_id),
    ...(body !== null && { 'content-type': 'application/json' }),
  }
  try {
    const answer = await callUpstream(upstream, { endpoint, method, path, headers, body, signal }, times)
    const response = cleanAnswer(answer, api_key)
    if (response.ok && isMismatched(endpoint, asked, answer.body)) throw new UpstreamError('broken')
    if (answer.status === 200) {
      onAnswer?.({ environment: environment.id, endpoint: endpoint.name, params, body: answer.body })
    }
    return { response, fault: null }
  } catch (error) {
    if (signal.aborted) {
      return {
        response: errorResponse(new ApiError('canceled', 'The call was canceled.'), request_id),
        fault: 'cancelled',
      }
    }
    if (!(error instanceof UpstreamError)) throw error
    const { fault } = error
    onError({ environment: environment.id, endpoint: endpoint.name, fault, request_id })
    return { response: errorResponse(failureError(endpoint, label, fault), request_id), fault }
  }
}

interface ForwardedInput {
  query: string
  /** JSON, or empty; null where the endpoint takes none. Bytes where it is a large one. */
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Builds the service's request from what was read and cleaned, so that nothing undeclared is sent; defaults are left to the service. */
async function forwardedInput(
  endpoint: Endpoint,
  { search, sent, query, body }: ReadInput,
  recorded: unknown,
): Promise<ForwardedInput> {
  const kept = new URLSearchParams()
  const left = new Map(Object.entries(query).map(([key, value]) => [key, [value].flat()]))
  for (const key of declaredQuery(endpoint, search).keys()) {
    for (const value of left.get(key)?.splice(0, 1) ?? []) kept.append(key, String(value))
  }
  if (!endpoint.body) return { query: kept.toString(), body: null }
  const isSent = (key: string) => typeof sent === 'object' && sent !== null && Object.hasOwn(sent, key)
  const fields = Object.entries(body ?? {}).filter(([key]) => isSent(key))
  return {
    query: kept.toString(),
    body:
      sent === undefined ? '' : await writeInSteps(declaredFields(endpoint.body, Object.fromEntries(fields), recorded)),
  }
}
