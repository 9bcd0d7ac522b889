/** Sends one call to the service behind an environment: time limits, retries of reads, whole answers only. */

import pRetry from 'p-retry'
import { z } from 'zod'
import { changedFields } from '#lib/domains/audit/details.ts'
import { asWritten } from '#lib/domains/demographics/address-zip.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo, userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import { ApiError, asOwnError, type ErrorCode } from '#lib/kernel/api-error.ts'
import { responseOf } from '#lib/kernel/body/sent-body.ts'
import type { Endpoint, HttpMethod } from '#lib/kernel/endpoint.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import type { NoteDetails } from '#lib/kernel/route.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { isJson } from '#lib/utils/http/read-body.ts'
import { joined, parseJson } from '#lib/utils/text/bytes.ts'

export interface UpstreamRequest {
  method: HttpMethod | 'OPTIONS'
  /** With its query, below the address of the service, which only the upstream itself knows; begins with a slash. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array<ArrayBuffer> | null
  /** Ends the call, also in the middle of its answer. */
  signal: AbortSignal
}

export interface UpstreamResponse {
  status: number
  /** By its lower-case name. */
  header(name: string): string | null
  /** Throws where the answer breaks off. */
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[] | null
  /** An error of this very program, as `isOwnError` says. */
  isOwn?: boolean
}

/** The service as the proxy sees it: in process, or over HTTP. Never follows a redirect. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamResponse>

/**
 * `timeout`: no answer in time. `unreachable`: no connection. `cut`: the answer broke off. `refused`: our key is not
 * taken. `redirect`: sent elsewhere. `oversize`: too large an answer. `broken`: one that cannot be used.
 */
export type UpstreamFailure = 'timeout' | 'unreachable' | 'cut' | 'refused' | 'redirect' | 'oversize' | 'broken'

export class UpstreamError extends Error {
  readonly fault: UpstreamFailure

  constructor(fault: UpstreamFailure, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

export interface UpstreamTimes {
  /** Milliseconds for one try of a read. */
  read: number
  /** Milliseconds for a write: longer than the longest waits (20 s: bulk import, gap "booking wait"). */
  write: number
  /** Milliseconds before the first retry; doubles, with jitter. */
  backoff: number
  retries: number
}

export const UPSTREAM_TIMES: UpstreamTimes = { read: 15_000, write: 60_000, backoff: 150, retries: 2 }

/** Bytes: far beyond the largest page of anything. */
export const ANSWER_LIMIT = 16 * 1024 * 1024

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const RETRIED_FAULTS: ReadonlySet<UpstreamFailure> = new Set(['unreachable', 'cut'])
/** Seconds: a longer `Retry-After` is handed to the person instead. */
const MAX_WAIT_SECONDS = 2

export interface UpstreamCall extends UpstreamRequest {
  endpoint: Endpoint
}

interface UpstreamAnswer extends Omit<UpstreamResponse, 'body'> {
  body: Uint8Array<ArrayBuffer>
}

/** A status worth another try; after the last one it is the answer. */
class RetryableAnswer extends Error {
  readonly answer: UpstreamAnswer

  constructor(answer: UpstreamAnswer) {
    super(`status ${answer.status}`)
    this.answer = answer
  }
}

/** @throws UpstreamError; the caller's own abort is thrown as it is. */
export async function callUpstream(
  upstream: Upstream,
  { endpoint, ...request }: UpstreamCall,
  times: UpstreamTimes,
): Promise<UpstreamAnswer> {
  if (!endpoint.safe) return once(upstream, request, times.write)
  const attempt = async () => {
    const answer = await once(upstream, request, times.read)
    if (RETRIED_STATUSES.has(answer.status) && retryAfterSeconds(answer) <= MAX_WAIT_SECONDS)
      throw new RetryableAnswer(answer)
    return answer
  }
  try {
    return await pRetry(attempt, {
      retries: times.retries,
      minTimeout: times.backoff,
      randomize: true,
      signal: request.signal,
      shouldRetry: ({ error }) =>
        error instanceof RetryableAnswer || (error instanceof UpstreamError && RETRIED_FAULTS.has(error.fault)),
    })
  } catch (error) {
    if (error instanceof RetryableAnswer) return error.answer
    throw error
  }
}

async function once(upstream: Upstream, request: UpstreamRequest, milliseconds: number): Promise<UpstreamAnswer> {
  // Composed signals and their timers cost more than all the rest of a call.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), milliseconds)
  const leave = () => deadline.abort(request.signal.reason)
  request.signal.addEventListener('abort', leave, { once: true })
  try {
    request.signal.throwIfAborted()
    const response = await upstream({ ...request, signal: deadline.signal })
    const answer = { ...response, body: await wholeBody(response.body) }
    const fault = faultOf(answer)
    if (fault) throw new UpstreamError(fault)
    return answer
  } catch (error) {
    if (request.signal.aborted) throw error
    if (deadline.signal.aborted) throw new UpstreamError('timeout', error)
    throw error instanceof UpstreamError ? error : new UpstreamError('unreachable', error)
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', leave)
  }
}

/** Reads no more of a too large body than it takes to know. @throws UpstreamError `oversize` or `cut` */
export async function wholeBody(body: UpstreamResponse['body']): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > ANSWER_LIMIT) throw new UpstreamError('oversize')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : new UpstreamError('cut', error)
  }
  return joined(chunks, bytes)
}

/** Why an answer may not be used whatever it says. Nothing was asked to be encoded, so nothing here decodes. */
function faultOf({ status, header }: Pick<UpstreamResponse, 'status' | 'header'>): UpstreamFailure | null {
  if (status === 401) return 'refused'
  if (status >= 300 && status < 400) return 'redirect'
  if (status < 200 || status > 599) return 'broken'
  return (header('content-encoding') ?? 'identity').toLowerCase() === 'identity' ? null : 'broken'
}

function retryAfterSeconds({ header }: UpstreamAnswer): number {
  const seconds = Number(header('retry-after') ?? 0)
  return Number.isFinite(seconds) ? seconds : Number.POSITIVE_INFINITY
}

/** Error messages for failures of an environment's service: what happened, then what to do. */
const HAPPENED: Readonly<Record<UpstreamFailure, (label: string) => string>> = {
  timeout: (label) => `The service “${label}” took too long to respond.`,
  unreachable: (label) => `The service “${label}” can’t be reached.`,
  cut: (label) => `The response from “${label}” was cut off.`,
  refused: (label) => `The service “${label}” refused this console’s API key.`,
  redirect: (label) => `The service “${label}” redirected the call. This console doesn’t follow redirects.`,
  oversize: (label) => `The response from “${label}” is too large.`,
  broken: (label) => `The service “${label}” sent a response this console can’t use.`,
}

const CODES: Readonly<Record<UpstreamFailure, ErrorCode>> = {
  timeout: 'service_timeout',
  unreachable: 'service_unreachable',
  refused: 'service_key_refused',
  cut: 'service_answer_unusable',
  redirect: 'service_answer_unusable',
  oversize: 'service_answer_unusable',
  broken: 'service_answer_unusable',
}

/** Returns 502 or 504 for a call that the service behind an environment failed. */
export function failureError(endpoint: Endpoint, label: string, fault: UpstreamFailure): ApiError {
  const advice = endpoint.safe
    ? 'Nothing was changed. Try again. If this continues, ask your administrator to check the address and the network.'
    : 'The change may or may not have been made. Check before you try again.'
  return new ApiError(CODES[fault], `${HAPPENED[fault](label)} ${advice}`)
}

/** Statuses that have no body, whatever was sent. */
const EMPTY: ReadonlySet<number> = new Set([204, 205])

/** Keeps only headers the proxy itself says. @throws UpstreamError for a repeated key, which no browser may have */
export function cleanAnswer({ status, header, body, isOwn = false }: UpstreamAnswer, api_key: string): Response {
  if (repeatsKey(body, api_key)) throw new UpstreamError('broken')
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  const wait = header('retry-after')
  if (wait && /^\d{1,10}$/.test(wait)) headers['retry-after'] = wait
  if (body.length === 0 || EMPTY.has(status)) return new Response(null, { status, headers })
  // The page of a gateway, or whatever else is no JSON, is text to a browser: nothing to be shown or run.
  headers['content-type'] = isJson(header('content-type')) ? 'application/json' : 'text/plain; charset=utf-8'
  const response = responseOf(body, { status, headers })
  return isOwn ? asOwnError(response) : response
}

const ESCAPED = /\\u00([0-9a-f]{2})|\\(["\\/])|%([0-9a-f]{2})/gi
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** In base64, whatever stands before and behind it: without the signs that it shares with those. */
function base64Of(key: Uint8Array): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...key))
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + key.length) * 8) / 6))
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

const spellings = new Map<string, readonly string[]>()

/** Returns a key as it is, in hex and in base64; made once, since every answer is searched for them. */
function spellingsOf(api_key: string): readonly string[] {
  const known = spellings.get(api_key)
  if (known) return known
  const key = new TextEncoder().encode(api_key)
  const hex = hexOf(key)
  const made = [api_key, hex, hex.toUpperCase(), ...base64Of(key)]
  spellings.set(api_key, made)
  return made
}

const decoder = new TextDecoder()

/** Whether a body has the key: as it is, in base64 or hex, or escaped as JSON and addresses escape signs. */
function repeatsKey(body: Uint8Array, api_key: string): boolean {
  const text = decoder.decode(body)
  if (spellingsOf(api_key).some((spelling) => text.includes(spelling))) return true
  if (!(text.includes('\\') || text.includes('%'))) return false
  const plain = text.replace(ESCAPED, (_, json, sign, url) => {
    return sign ?? String.fromCharCode(Number.parseInt(json ?? url, 16))
  })
  return plain.includes(api_key)
}

const anyRecord = z.record(z.string(), z.unknown())

/** A save waits so long at most for what only the audit log needs. */
const MAX_WAIT_MS = 2_000

export interface Reading {
  upstream: Upstream
  headers: Readonly<Record<string, string>>
  times: UpstreamTimes
  signal: AbortSignal
  /** Whether nothing is saved without it, so that it is worth the usual wait. */
  isNeeded?: boolean
}

/** Records which fields change, never to which value. Returns the record before: null unread, empty for none. */
export async function noteChangedInfo(
  { params, body }: Pick<ReadInput, 'params' | 'body'>,
  reading: Reading,
  note: NoteDetails,
): Promise<Record<string, unknown> | null> {
  const before = await readBefore(updateUserInfo.params.parse(params), reading)
  if (before !== null) note({ fields: changedFields(userInfoWrite, asWritten(before), body), is_whole: undefined })
  return before
}

/** Returns the record that a save replaces, as pages read it: empty where nothing is recorded yet, null where it can't be read. */
export async function readBefore(
  params: { user_id: string },
  { upstream, headers, times, signal, isNeeded = false }: Reading,
): Promise<Record<string, unknown> | null> {
  const path = buildPath(getLatestUserInfo.path, params)
  const call = { endpoint: getLatestUserInfo, method: getLatestUserInfo.method, path, headers, body: null, signal }
  try {
    const patience = isNeeded ? times : { ...times, read: Math.min(times.read, MAX_WAIT_MS), retries: 0 }
    const { status, body } = await callUpstream(upstream, call, patience)
    if (status === 404) return {}
    if (status !== 200) return null
    const sent = parseJson(body)
    return getLatestUserInfo.response.safeParse(sent).data ?? anyRecord.safeParse(sent).data ?? null
  } catch (error) {
    if (error instanceof UpstreamError || signal.aborted) return null
    throw error
  }
}
