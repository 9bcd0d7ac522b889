/** The only way from a browser to a service: session → role → allow-list → validation → audit → key → upstream. */

import { Hono } from 'hono'
import { z } from 'zod'
import { type StaffAccess, type StaffRoute, staffSteps } from '#lib/console/staff-calls.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { ATTEMPT_HEADER } from '#lib/domains/bookings/booking.ts'
import type { BookingGuard, SentBooking } from '#lib/domains/bookings/booking-plan.ts'
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { asWritten } from '#lib/domains/demographics/address-zip.ts'
import { seenInfoTag } from '#lib/domains/demographics/seen-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { mayEnter } from '#lib/domains/environments/access.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { noEnvironment } from '#lib/domains/staff/denial.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import {
  createUser,
  deleteUser,
  seenUserTag,
  type User,
  undoDeleteUser,
  updateUser,
  userUpdate,
} from '#lib/domains/users/user.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { writeInSteps } from '#lib/kernel/body/parse-steps.ts'
import { bodyAtHand } from '#lib/kernel/body/sent-body.ts'
import { disclosureOf } from '#lib/kernel/disclosure.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { declaredFields } from '#lib/kernel/extra-fields.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import { createRecordLock, type RecordLock, SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { type Call, createPipeline, type NoteDetails } from '#lib/kernel/route.ts'
import { buildPath, declaredQuery, PROXY_PREFIX, proxyMatcher } from '#lib/kernel/wire.ts'
import { type IdsOf, newId, randomIds } from '#lib/utils/ids/ids.ts'
import {
  callUpstream,
  cleanAnswer,
  failureError,
  noteChangedInfo,
  type Reading,
  readBefore,
  UPSTREAM_TIMES,
  type Upstream,
  UpstreamError,
  type UpstreamTimes,
} from './upstream.ts'

/** Changes of one user, one at a time: what is sent replaces what its writer has seen, or isn't sent. */
const GUARDED: ReadonlySet<string> = new Set([updateUser.name, updateUserInfo.name])

/** Reads a user from the service. Null: they can't be read as they are now. @throws ApiError 404 */
export type ReadUser = (query: { environment: string; user_id: string; signal: AbortSignal }) => Promise<User | null>

interface Change {
  name: string
  environment: string
  user_id: string
  /** Tag of what the writer has seen; null where they have seen nothing. */
  seen: string | null
}

/** Returns the change that a call makes to a user; null for every other call. */
function guardedChange(
  {
    endpoint,
    params,
    request,
  }: { endpoint: { name: string }; params: Readonly<Record<string, string>>; request: Request },
  environment: string,
): Change | null {
  if (!GUARDED.has(endpoint.name)) return null
  const { user_id } = updateUser.params.parse(params)
  return { name: endpoint.name, environment, user_id, seen: request.headers.get(SEEN_HEADER) }
}

/** Checks, in the lock of the user, that a change replaces what its writer has seen. Returns demographics as they stand, null where nobody can say. @throws ApiError 409, 503 */
async function checkSeen(
  { name, environment, user_id, seen }: Change,
  input: Pick<ReadInput, 'params' | 'body'>,
  { readUser, note, ...reading }: Reading & { readUser: ReadUser; note: NoteDetails },
): Promise<Record<string, unknown> | null> {
  if (name === updateUserInfo.name) {
    const before = await noteChangedInfo(input, { ...reading, isNeeded: seen !== null }, note)
    if (seen === null) return before
    if (before === null) throw new ApiError('unavailable', UNREADABLE)
    if (seenInfoTag(before) !== seen) throw new ApiError('stale', CHANGED)
    return before
  }
  if (seen === null) return null
  const user = await readUser({ environment, user_id, signal: reading.signal })
  if (!user) throw new ApiError('unavailable', UNREADABLE)
  if (seenUserTag(user, userUpdate.parse(input.body)) !== seen) throw new ApiError('stale', CHANGED)
  return null
}

/** Calls that change what the list of users says of one. */
const LISTED: ReadonlySet<string> = new Set(
  [updateUser, deregisterProvider, createUser, deleteUser, undoDeleteUser].map(({ name }) => name),
)
/** Faults after which nothing was changed; see `UpstreamFailure`. */
const NOT_MADE: ReadonlySet<string> = new Set(['unreachable', 'refused', 'redirect'])
/** Milliseconds that the answer to a change waits at most until the user has been read again. */
const MAX_WAIT_MS = 2_000

/** Returns the user that a call names, or its answer where it made one; null for neither. */
async function changedUser(
  { user_id }: Readonly<Record<string, string>>,
  { query }: ForwardedInput,
  { response }: { response: Response },
): Promise<string | null> {
  const named = user_id ?? new URLSearchParams(query).get('user_id')
  if (named || !response.ok) return named
  const made = { user_id: createUser.response.shape.user_id }
  return z.looseObject(made).safeParse(parsedBody(bodyAtHand(response))).data?.user_id ?? null
}

function parsedBody(body: Uint8Array | null): unknown {
  try {
    return body?.length ? JSON.parse(new TextDecoder().decode(body)) : null
  } catch {
    return undefined
  }
}

/**
 * Returns whether an answer of success is none: it shows another user than was asked for, or a change is answered with
 * something else than its endpoint says. What a booking is answered with is read by its own rules.
 */
function isOff(endpoint: Endpoint, user_id: string | null, body: Uint8Array): boolean {
  const isChange = !endpoint.safe && endpoint.name !== bookPhlebotomyAppointment.name
  if (!isChange && user_id === null) return false
  const value = parsedBody(body)
  if (isChange && body.length > 0 && !endpoint.response.safeParse(value).success) return true
  const shown = (user_id && disclosureOf(endpoint)?.subjectsIn(value).users) || []
  return shown.some((id) => id !== user_id)
}

/**
 * Reads a user again whom a call has changed, or may have changed, before their writer hears of it: a page that is opened
 * after a save shows what was saved. Where that fails, the change stays made, and the next reading of the whole list finds
 * it. Never throws; `onError` is told of what a service that fails doesn't explain.
 */
async function readChanged(
  user_id: string | null,
  { response, fault }: { response: Response; fault: string | null },
  { environment, readUser, onError }: { environment: string; readUser: ReadUser; onError: (fault: string) => void },
): Promise<void> {
  const isMade = fault === null ? response.ok : !NOT_MADE.has(fault)
  if (!(user_id && isMade)) return
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  try {
    await readUser({ environment, user_id, signal })
  } catch (error) {
    if (!(error instanceof ApiError || signal.aborted)) onError('changed_user_not_read')
  }
}

const CHANGED =
  'Someone else changed this user a moment ago, so nothing was saved. Read what they saved, then save again.'
const UNREADABLE = 'What is on record couldn’t be read, so nothing was saved. Try again in a moment.'

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
  onAnswer?: (answer: {
    environment: string
    endpoint: string
    params: Readonly<Record<string, string>>
    body: Uint8Array
  }) => void
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

/** A call that is permitted and valid. */
interface ServiceCall extends Call<ServiceRoute> {
  environment: ProxyEnvironment
}

/**
 * Creates the routes below `/api/service/{environment}/`. An unknown environment runs the same steps before it gets
 * its 404.
 */
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
    stored({ endpoint, params, request, request_id }) {
      if (!environment || endpoint.name !== updateUserInfo.name) return null
      const { upstream } = environment
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
        const before = data ? await readBefore(data, reading) : null
        return before && asWritten(before)
      }
    },
    async handle(incoming, viewer, input, _about, note) {
      if (!environment) throw noEnvironment()
      // As they were read: an ID that came with a space goes to the service without it, as the audit log has it.
      const params = Object.fromEntries(Object.entries(input.params).map(([name, value]) => [name, String(value)]))
      const call = { ...incoming, environment, params }
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
  const { route, params, request, request_id } = call
  const outcome = await sent(call, input, options, request.signal)
  const environment = call.environment.id
  if (!LISTED.has(route.endpoint.name)) return outcome.response
  await readChanged(await changedUser(params, input, outcome), outcome, {
    environment,
    readUser: options.readUser,
    onError: (fault) => options.onError({ environment, endpoint: route.endpoint.name, fault, request_id }),
  })
  return outcome.response
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
  { environment, route: { endpoint }, params, request_id }: ServiceCall,
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
    const asked = params['user_id'] ?? new URLSearchParams(query).get('user_id')
    if (response.ok && isOff(endpoint, asked, answer.body)) throw new UpstreamError('broken')
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

/** Builds the request to the service from the validated values, so that only what was checked is sent. */
interface ForwardedInput {
  query: string
  /** JSON, or empty; null where the endpoint takes none. Bytes where it is a large one. */
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Returns what was sent as it was read and cleaned, without what isn't declared; defaults are left to the service. */
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
