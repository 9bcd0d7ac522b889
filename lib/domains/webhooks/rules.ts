/** Rules of webhook delivery: what counts as success, when to try again, and when an endpoint is disabled. Pure. */

import { z } from 'zod'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'

/** Attempts of one delivery (gap "delivery retries"). */
export const MAX_ATTEMPTS = 8
/** Milliseconds to wait after the first, second, … failed attempt. */
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR] as const
/** Each delay is up to this share shorter or longer, so that endpoints that failed together aren't retried together. */
const JITTER = 0.2
/** A receiver can ask for a later attempt, up to this. */
const MAX_RETRY_AFTER_MS = DAY
/** Milliseconds in which a receiver must have answered. */
export const TIMEOUT_MS = 15 * SECOND
/** Failed attempts in a row, over all deliveries of an endpoint, after which it is disabled. */
export const FAILURE_LIMIT = 100
/** Failed attempts in a row from which an endpoint counts as failing: fewer are a slip that a retry mends. */
const FAILING_FROM = 3
/** Bytes of a response that are kept. */
export const RESPONSE_BYTES = 4096
/** Milliseconds in which the previous secret signs too after a rotation. */
export const ROTATION_OVERLAP_MS = DAY
/** Days that messages and their deliveries are kept. */
export const KEPT_DAYS = 30

/** Why no response came. `address`: the name belongs to an internal address, so nothing was sent. */
export const SEND_FAILURES = ['timeout', 'name', 'address', 'connection', 'tls'] as const
export type SendFailure = (typeof SEND_FAILURES)[number]

/** `stopped`: the endpoint was disabled before it was delivered. */
export const DELIVERY_STATES = ['waiting', 'retrying', 'delivered', 'gave_up', 'stopped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Result of the last attempt, as in the page's filter. */
export const CODE_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'timeout', 'no_response'] as const
export type CodeClass = (typeof CODE_CLASSES)[number]

export interface Outcome {
  status: number | null
  failure: SendFailure | null
  /** Seconds or an HTTP date, as the header says. */
  retry_after: string | null
}

export const isSuccess = ({ status }: Pick<Outcome, 'status'>) => status !== null && status >= 200 && status < 300

/** 410 Gone: the receiver wants no more events. */
export const isGone = ({ status }: Pick<Outcome, 'status'>) => status === 410

/** Returns the class of an attempt; null before the first one. */
export function codeClass({ status, failure }: Pick<Outcome, 'status' | 'failure'>): CodeClass | null {
  if (status !== null) {
    const hundreds = `${Math.floor(status / 100)}xx`
    return CODE_CLASSES.find((each) => each === hundreds) ?? 'no_response'
  }
  if (failure === null) return null
  return failure === 'timeout' ? 'timeout' : 'no_response'
}

/** Null after the last attempt; a later `Retry-After` of a 429 or 503 counts. `chance` is between 0 and 1. */
export function retryAt(attempts: number, outcome: Outcome, at: Date, chance: number): Date | null {
  const delay = attempts < MAX_ATTEMPTS ? DELAYS_MS[attempts - 1] : undefined
  if (delay === undefined) return null
  const jittered = delay * (1 + JITTER * (2 * chance - 1))
  return new Date(at.getTime() + Math.round(Math.max(jittered, retryAfterMs(outcome, at))))
}

function retryAfterMs({ status, retry_after }: Outcome, at: Date): number {
  if (retry_after === null || (status !== 429 && status !== 503)) return 0
  const seconds = /^\d{1,9}$/.test(retry_after) ? Number(retry_after) * SECOND : Date.parse(retry_after) - at.getTime()
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_MS)
}

/** How close an endpoint is to being disabled. */
export type FailureBand = 'none' | 'few' | 'half' | 'high' | 'critical' | 'limit'

/** Returns the band of a number of failures in a row: the first few, then 50, 70, 90 and 100 % of the limit. */
export function failureBand(failures: number): FailureBand {
  const share = failures / FAILURE_LIMIT
  if (share >= 1) return 'limit'
  if (share >= 0.9) return 'critical'
  if (share >= 0.7) return 'high'
  if (share >= 0.5) return 'half'
  return failures >= FAILING_FROM ? 'few' : 'none'
}

/** `unproven`: it is enabled, and nothing was delivered to it in the days that are kept. */
export type EndpointState = 'disabled' | 'failing' | 'unproven' | 'working'

interface EndpointFacts {
  disabled: object | null
  failures: number
  health: { last_success_at: string | null }
}

/** Returns how an endpoint is doing: what a person should know first. */
export function endpointState({ disabled, failures, health }: EndpointFacts): EndpointState {
  if (disabled !== null) return 'disabled'
  if (failureBand(failures) !== 'none') return 'failing'
  return health.last_success_at === null ? 'unproven' : 'working'
}

/** Returns whether an endpoint gets a type of event; a pattern is a type, or a prefix that ends in `.*`. */
export function getsType(patterns: readonly string[] | null, event_type: string): boolean {
  if (patterns === null) return true
  return patterns.some((each) => (each.endsWith('.*') ? event_type.startsWith(each.slice(0, -1)) : each === event_type))
}

/** Event types that an endpoint can be limited to, in the order of the form. */
export const EVENT_PATTERNS = [
  'labtest.order.*',
  'labtest.appointment.*',
  'labtest.result.critical',
  'provider.connection.*',
  'daily.data.*',
  'historical.data.*',
] as const

/** Which addresses events may be sent to, as far as the address itself says; what its name resolves to is checked later. */
const MAX_URL = 2000
const TOO_LONG = `Keep the URL within ${MAX_URL} characters.`
/** Controls, and what turns the text next to it around: pasted into a terminal, such a URL could run something. */
const UNSAFE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
/** This machine: for receivers under development, and the console's own inbox. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns whether an address is on this machine by its own words; a name that resolves to it doesn't count. */
export const isLoopback = ({ hostname }: URL) => LOOPBACK.test(hostname)

function problemOf(text: string): string | null {
  if (UNSAFE.test(text)) return 'Remove control characters from the URL.'
  const url = parsed(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Enter a URL that starts with https://.'
  if (url.username !== '' || url.password !== '') return 'Remove the user name and password from the URL.'
  if (url.hash !== '') return 'Remove the part after #.'
  if (url.protocol === 'http:' && !isLoopback(url)) return 'Use https. Only addresses on this machine can use http.'
  if (url.href.length > MAX_URL) return TOO_LONG
  return null
}

const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : null)

/** As it is sent: what a URL may not hold is escaped. */
export const targetUrl = z
  .string()
  .trim()
  .max(MAX_URL, TOO_LONG)
  .superRefine((text, context) => {
    const message = problemOf(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .overwrite((text) => parsed(text)?.href ?? text)
