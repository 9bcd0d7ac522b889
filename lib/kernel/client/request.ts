/** Speaks to the console's server: one function for every endpoint of the contract, typed from its record. */
import type { z } from 'zod'
import type { Endpoint, EndpointInput, EndpointOutput, EndpointRecord } from '#lib/kernel/endpoint.ts'
import { type InputPlace, validationIssues } from '#lib/kernel/error-body.ts'
import { readEach, readParts } from '#lib/kernel/list/unreadable.ts'
import {
  buildPath,
  CONSOLE_PREFIX,
  encodeQuery,
  namesPeople,
  PROXY_PREFIX,
  QUERY_IN_BODY,
  type QueryValues,
} from '#lib/kernel/wire.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { syncClockFromAnswer } from '#lib/utils/time/clock.ts'
import { errorFrom, RequestError } from './errors.ts'
import { announceEnd, backgroundHeaders, confirmOwnerAgain } from './session.ts'

/** The `origin` of a page of the demo while it is made on the server: only a browser has its data. */
export const IN_BROWSER = 'browser:'

/** A call that the browser is to make, and that fails on the server without a word. */
class DeferredToBrowser extends Error {}

/** Target of a call. In the browser `origin` is empty; on the server it's the loopback address. */
export interface RequestContext {
  environment: string
  origin?: string
  /** The viewer's own cookie when a page is rendered on the server. */
  headers?: Readonly<Record<string, string>>
  /** Answers in place of a server while a page of the demo is made. */
  preview?: DemoPreview | null
}

interface Options {
  signal?: AbortSignal
  /** Told with which of its statuses an endpoint answered: of a bulk import, 200 and 202 do not mean the same. */
  onStatus?: (status: number) => void
  /** Items of its list that don’t parse are left out, and named by `unreadableIn`: for readers that say so. */
  skipUnreadable?: boolean
  /** Items keep what can be read of them (`readParts`): for pages of one item that say what can't. */
  keepPartial?: boolean
  /** Query and body stand as they are: the caller has checked them, and the server does again. */
  isChecked?: boolean
}

/** @throws RequestError of every kind; `input` before anything is sent, with the field in `issues` */
export function request<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: RequestContext,
  options: Options = {},
): Promise<EndpointOutput<E>> {
  const prefix = `${PROXY_PREFIX}/${encodeURIComponent(context.environment)}`
  return send(endpoint, input, prefix, context, options)
}

export function consoleRequest<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  context: Omit<RequestContext, 'environment'>,
  options: Options = {},
): Promise<EndpointOutput<E>> {
  return send(endpoint, input, CONSOLE_PREFIX, context, options)
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: unknown,
  prefix: string,
  { origin = '', headers = {}, preview = null }: Omit<RequestContext, 'environment'>,
  { signal, onStatus, isChecked = false, ...items }: Options,
): Promise<EndpointOutput<E>> {
  const call = `${endpoint.method} ${endpoint.path}`
  const given = asRecord(input)
  const params = check(call, 'path', endpoint.params, given.params ?? {})
  const query = encodeQuery(
    asQuery(isChecked ? given.query : check(call, 'query', endpoint.query, given.query ?? {}), given.query),
  )
  const body = isChecked || !endpoint.body ? given.body : check(call, 'body', endpoint.body, given.body)
  const json = endpoint.body ? JSON.stringify(body) : null
  const path = buildPath(endpoint.path, asRecord(params))
  const hidden = namesPeople(endpoint, asRecord(given.query))
  const address = `${prefix}${path}${query && !hidden ? `?${query}` : ''}`
  const text = hidden ? query : json
  const method = hidden ? 'POST' : endpoint.method
  const contentType = hidden ? QUERY_IN_BODY : 'application/json'
  const read = readerOf(items)
  if (origin === IN_BROWSER) {
    const response = await preview?.({ method, path: address, body: text, contentType: text && contentType })
    if (!response?.ok) throw new DeferredToBrowser(call)
    return readAnswer(endpoint, call, response, read)
  }
  const init: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      ...(text && { 'content-type': contentType }),
      ...(endpoint.safe && backgroundHeaders()),
      ...headers,
    },
    body: text,
    signal: signal ?? null,
    cache: 'no-store',
    credentials: 'same-origin',
  }
  const response = await exchange(call, `${origin}${address}`, init, origin === '')
  onStatus?.(response.status)
  return readAnswer(endpoint, call, response, read)
}

/** Sends a call, and again once the person has proved that it's them. @throws RequestError for an error answer or none */
async function exchange(call: string, url: string, init: RequestInit, isBrowser: boolean): Promise<Response> {
  const response = await fetch(url, init).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw new RequestError({ kind: 'network', call, detail: 'We couldn’t reach the console. Check your connection.' })
  })
  if (isBrowser) syncClockFromAnswer(response)
  if (response.status === 401) announceEnd('ended')
  if (response.ok) return response
  const error = await errorFrom(response, call)
  if (error.code === 'confirmation_required' && (await confirmOwnerAgain())) return exchange(call, url, init, isBrowser)
  throw error
}

/** Returns how an answer is read that doesn't parse. */
function readerOf({ skipUnreadable, keepPartial }: Pick<Options, 'skipUnreadable' | 'keepPartial'>): typeof readEach {
  if (keepPartial) return readParts
  return skipUnreadable ? readEach : () => null
}

async function readAnswer<E extends Endpoint>(endpoint: E, call: string, response: Response, read: typeof readEach) {
  const text = await response.text()
  const value = text === '' ? null : parseJson(text)
  const parsed = endpoint.response.safeParse(value)
  if (parsed.success) return asOutput<E>(parsed.data)
  const rest = read(endpoint.response, value)
  if (rest) return asOutput<E>(rest)
  const fields = parsed.error.issues.slice(0, 3).map((issue) => issue.path.join('.') || 'body')
  throw new RequestError({
    kind: 'shape',
    call,
    status: response.status,
    detail: `Unexpected response from the service (${fields.join(', ')}). Try again. If this continues, ask your administrator whether the service has changed.`,
    request_id: response.headers.get('x-request-id') ?? undefined,
  })
}

/** The validated value, or an error that names the field and never repeats its value. */
function check(call: string, place: InputPlace, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = validationIssues(place, parsed.error)
  const detail = issues.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ')
  throw new RequestError({ kind: 'input', call, detail, issues })
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

/** Only what the caller gave travels: the service fills its own defaults. */
function asQuery(parsed: unknown, given: unknown): QueryValues {
  const values: Record<string, string | number | boolean | readonly string[]> = {}
  const asked = asRecord(given)
  for (const [key, value] of Object.entries(asRecord(parsed))) {
    if (asked[key] === undefined) continue
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') values[key] = value
    else if (Array.isArray(value)) values[key] = value.map(String)
  }
  return values
}

/** Guarantee: `data` is what the endpoint's own response schema has just returned. */
export function asOutput<E extends EndpointRecord>(data: unknown): EndpointOutput<E> {
  return data as EndpointOutput<E>
}

/** Times that a save is tried while others keep saving in between. */
const TRIES = 3

/** Repeats where somebody wrote in between; `attempt` returns null for a choice. @throws the last RequestError */
export async function saveSeen<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !(error instanceof RequestError) || error.code !== 'stale') throw error
    }
  }
}

/** The name in this process under which the server offers it. */
export const PREVIEW_KEY = Symbol.for('vialdesk.demo-preview')

interface PreviewRequest {
  method: string
  /** With its query. */
  path: string
  body: string | null
  contentType: string | null
}

/** Null where nothing is known before the browser asks its own demo. */
export type DemoPreview = (request: PreviewRequest) => Promise<Response | null>

/** Answers as a demo in the role of that name does. */
export type PreviewAs = (role: string) => DemoPreview

function isPreview(value: unknown): value is PreviewAs {
  return typeof value === 'function'
}

/** Returns the sample-data preview that the server put on `globalThis`; null where the process has none. */
export function demoPreview(role: string): DemoPreview | null {
  const offered: unknown = Reflect.get(globalThis, PREVIEW_KEY)
  return isPreview(offered) ? offered(role) : null
}
