/** The door of `/api/auth/…`: same origin, JSON, small bodies, valid input; errors as `{detail}`, nothing cached. */

import { Hono } from 'hono'
import type { z } from 'zod'
import type { AuthOptions } from '#lib/domains/staff/auth/options.ts'
import { notSignedIn } from '#lib/domains/staff/auth/session/errors.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import { validationIssues } from '#lib/kernel/error-body.ts'
import { unstorable } from '#lib/kernel/storable.ts'
import { CROSS_SITE_DENIAL, isCrossSite } from '#lib/utils/http/cross-site.ts'
import { isJson, NOT_JSON } from '#lib/utils/http/json-type.ts'
import { readBody } from '#lib/utils/http/read-body.ts'
import { requestId } from '#lib/utils/ids/request-id.ts'
import type { Session, Sessions } from './sessions.ts'

/** Bytes. */
const BODY_LIMIT = 16 * 1024

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

/** What a route answers; `cookies` are whole Set-Cookie lines. */
export interface Answer {
  status?: 200 | 204 | 302
  body?: object
  cookies?: readonly string[]
  location?: string
}

export interface OwnCall<B> extends Call<B> {
  session: Session
}

/** Runs after the check of the origin. */
type Prepare<C> = (request: Request) => Promise<C>
type Open<B> = (call: Call<B>) => Promise<Answer>
type Own<B> = (call: OwnCall<B>) => Promise<Answer>

export interface Routes {
  /** For anyone. */
  get(path: string, handle: Open<null>): void
  post<S extends z.ZodType>(path: string, body: S, handle: Open<z.output<S>>): void
  /** For whoever is signed in. */
  ownGet(path: string, handle: Own<null>): void
  ownPost<S extends z.ZodType>(path: string, body: S, handle: Own<z.output<S>>): void
  ownDelete(path: string, handle: Own<null>): void
}

export function createRoutes(
  { clientAddress, publicUrl, onFault }: AuthOptions,
  sessions: Sessions,
): { app: Hono; routes: Routes } {
  const app = new Hono().basePath(AUTH_PREFIX)

  function add<C>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    prepare: Prepare<C>,
    handle: (call: Base & C) => Promise<Answer>,
  ) {
    app.on(method, path, async (c) => {
      const request = c.req.raw
      const request_id = requestId(request)
      try {
        if (method !== 'GET' && isCrossSite(request, publicUrl())) throw new ApiError('cross_site', CROSS_SITE_DENIAL)
        const base = { request, address: clientAddress(c), request_id, params: c.req.param() }
        return respond(await handle({ ...base, ...(await prepare(request)) }), request_id)
      } catch (error) {
        if (error instanceof ApiError) return authError(error, request_id)
        onFault(error)
        return authError(
          new ApiError('unavailable', 'Sign-in isn’t working right now. Try again in a minute.'),
          request_id,
        )
      }
    })
  }

  async function owner(request: Request): Promise<Session> {
    const session = await sessions.authenticate(request)
    if (!session) throw notSignedIn()
    return session
  }

  const ownNothing = async (request: Request) => ({ session: await owner(request), body: null })

  app.notFound(() => authError(new ApiError('unknown_address', 'There is no such address.'), crypto.randomUUID()))

  return {
    app,
    routes: {
      get: (path, handle) => add('GET', path, async () => ({ body: null }), handle),
      post: (path, body, handle) =>
        add('POST', path, async (request) => ({ body: await readJson(request, body) }), handle),
      ownGet: (path, handle) => add('GET', path, ownNothing, handle),
      // Who is not signed in learns nothing of what a body should be.
      ownPost: (path, body, handle) =>
        add(
          'POST',
          path,
          async (request) => ({ session: await owner(request), body: await readJson(request, body) }),
          handle,
        ),
      ownDelete: (path, handle) => add('DELETE', path, ownNothing, handle),
    },
  }
}

async function readJson<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('unsupported_media_type', NOT_JSON)
  const text = await readBody(request, BODY_LIMIT)
  if (text === null) throw new ApiError('body_too_large', 'The body is too large.')
  const value = json(text)
  const issue = unstorable('body', value)
  if (issue) throw new ApiError('invalid_input', [issue])
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ApiError('invalid_input', validationIssues('body', parsed.error))
  return parsed.data
}

function json(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new ApiError('invalid_input', [{ loc: ['body'], msg: 'The body is not valid JSON.', type: 'json_invalid' }])
  }
}

function respond({ status = 200, body, cookies = [], location }: Answer, request_id: string): Response {
  const headers = answerHeaders(request_id)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  if (location !== undefined) headers.set('location', location)
  return body
    ? Response.json(body, { status, headers })
    : new Response(null, { status: status === 200 ? 204 : status, headers })
}

function authError(error: ApiError, request_id: string): Response {
  const response = errorResponse(error, request_id)
  response.headers.set('referrer-policy', 'no-referrer')
  return response
}

function answerHeaders(request_id: string): Headers {
  return new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-request-id': request_id })
}
