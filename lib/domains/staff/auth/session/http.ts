/** The pipeline of `/api/auth/…`: changes from the console's own pages only, errors of any kind as `ApiError`. */
import { Hono } from 'hono'
import type { AuthOptions } from '#lib/domains/staff/auth/options.ts'
import { AUTH_PREFIX, type AuthEndpoint } from '#lib/domains/staff/sign-in.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { EndpointCall } from '#lib/kernel/endpoint.ts'
import { type ReadInput, typedCall } from '#lib/kernel/read-input.ts'
import { createPipeline } from '#lib/kernel/route.ts'
import { networkOf } from '#lib/platform/http/client-address.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import type { Session, Sessions } from './sessions.ts'

interface Base {
  request: Request
  /** Network address, as far as it can be trusted. */
  address: string
  request_id: string
  params: Readonly<Record<string, string>>
}

export interface Call<B> extends Base {
  body: B
}

/** Response of a route; `cookies` are whole Set-Cookie lines. */
export interface Answer {
  status?: 200 | 204 | 302
  body?: object
  cookies?: readonly string[]
  location?: string
  /** Whether the browser is to forget what it has cached of the console. */
  clears?: boolean
}

export interface OwnCall<B> extends Call<B> {
  session: Session
}

type BodyOf<E extends AuthEndpoint> = EndpointCall<E>['body']

export interface Routes {
  /** For anyone. */
  open<E extends AuthEndpoint>(endpoint: E, handle: (call: Call<BodyOf<E>>) => Promise<Answer>): void
  /** Needs a session. */
  own<E extends AuthEndpoint>(endpoint: E, handle: (call: OwnCall<BodyOf<E>>) => Promise<Answer>): void
}

interface AuthRoute {
  endpoint: AuthEndpoint
  answer(base: Base, input: ReadInput, session: Session | null): Promise<Answer>
}

const UNKNOWN = new ApiError('unknown_address', 'This address doesn’t exist.')
const BROKEN = new ApiError('unavailable', 'Sign-in isn’t working right now. Try again in a minute.')

/** Returns the app of `/api/auth` and what adds routes to it, before its first request. */
export function createRoutes(
  { clientAddress, publicUrl, onError, turns }: AuthOptions,
  sessions: Sessions,
): { app: Hono; routes: Routes } {
  const added: AuthRoute[] = []

  const create = () =>
    createPipeline<AuthRoute, Session | null>({
      routes: added,
      unknown: UNKNOWN,
      methodDetail: 'This address doesn’t support this method.',
      async authenticate({ request }, route) {
        if (route?.endpoint.access !== 'signed_in') return null
        const session = await sessions.authenticate(request)
        if (!session) throw notSignedIn()
        return session
      },
      publicUrl,
      readsFirst: true,
      ...(turns && {
        inTurn: ({ endpoint, request, address = '' }, session, work) =>
          turns(
            session?.user.id ?? networkOf(address),
            { endpoint, request, environment: null, hasSession: session !== null },
            work,
          ),
      }),
      async handle({ request, request_id, params, route, address = '' }, session, input) {
        return respond(await route.answer({ request, request_id, params, address }, input, session))
      },
      onError(error) {
        onError(error)
        return BROKEN
      },
    })
  let answer: ReturnType<typeof create> | null = null

  const app = new Hono()
  app.all(`${AUTH_PREFIX}/*`, async (c) => {
    answer ??= create()
    const request = c.req.raw
    const url = new URL(request.url)
    const path = url.pathname.slice(AUTH_PREFIX.length)
    const response = await answer({ request, url, path, request_id: newId(), address: clientAddress(c) })
    response.headers.set('referrer-policy', 'no-referrer')
    return response
  })

  return {
    app,
    routes: {
      open(endpoint, handle) {
        const answer: AuthRoute['answer'] = (base, input) => handle({ ...base, body: typedCall(endpoint, input).body })
        added.push({ endpoint, answer })
      },
      own(endpoint, handle) {
        added.push({
          endpoint,
          async answer(base, input, session) {
            if (!session) throw notSignedIn()
            return handle({ ...base, body: typedCall(endpoint, input).body, session })
          },
        })
      },
    },
  }
}

function respond({ status = 200, body, cookies = [], location, clears = false }: Answer): Response {
  const headers = new Headers(clears ? { 'clear-site-data': '"cache"' } : {})
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (location !== undefined) headers.set('location', location)
  return body
    ? Response.json(body, { status, headers })
    : new Response(null, { status: status === 200 ? 204 : status, headers })
}

/** Returns the same words for an unknown email, a wrong password and a disabled person. */
export const wrongCredentials = () => new ApiError('wrong_credentials', 'The email address or password is wrong.')

export const notSignedIn = () =>
  new ApiError('not_signed_in', 'You aren’t signed in, or your session has ended. Sign in again.')
