/** The last step of a response: records which subjects it shows, and masks patient data that isn't revealed. */

import { z } from 'zod'
import { ApiError, errorResponse, isOwnError } from '#lib/kernel/api-error.ts'
import { bodyAtHand, jsonResponse } from '#lib/kernel/body/sent-body.ts'
import { type Disclosure, disclosureOf, maskedUnknown } from '#lib/kernel/disclosure.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { auditSubjects, userSubjects } from '#lib/kernel/input-subjects.ts'
import type { About } from '#lib/kernel/route.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { MASK } from '#lib/utils/text/mask.ts'

interface Disclosing {
  endpoint: Endpoint
  isHidden: boolean
  /** A user whose caller was verified: an answer that is about nobody else isn't masked. */
  verified?: string | null
  about: About
  request_id: string
}

const UNREADABLE =
  'This console can’t read the answer, and, to protect patient data, doesn’t show it. Try again. If this continues, ask your administrator to check the service.'

/** People and orders: several times those of the largest page. */
const MOST_SHOWN = 5_000

/**
 * Returns the answer as it may be shown, and tells `about` the ids in it. Of an answer that says nothing of anybody the
 * body is read only where it's an error and data is hidden. Ids in an error are recorded; where
 * data is masked, what a service says in words isn't shown. 502 for what is no JSON.
 */
export async function disclosed(response: Response, call: Disclosing): Promise<Response> {
  const disclosure = disclosureOf(call.endpoint)
  if (!disclosure && (response.ok || !call.isHidden)) return response
  const known = bodyAtHand(response)
  if (!known && response.body === null) return response
  const bytes = known ?? (await response.arrayBuffer())
  const unchanged = known ? response : new Response(bytes, response)
  const answer = parseJson(bytes)
  const unusable = () => errorResponse(new ApiError('service_answer_unusable', UNREADABLE), call.request_id)
  try {
    if (!unchanged.ok) {
      call.about(userSubjects({ body: answer }), 'shown', 'users')
      call.about(auditSubjects({ body: answer }), 'shown')
      return call.isHidden && !isOwnError(response) ? withoutTexts(unchanged, answer) : unchanged
    }
    if (!disclosure) return unchanged
    const shown = shownIn(answer, disclosure, call.endpoint)
    if (!shown) return unusable()
    call.about(shown.users, 'shown', 'users')
    call.about(shown.orders, 'shown')
    if (!call.isHidden || isOfVerified(shown.users, call)) return unchanged
    const { status, headers } = unchanged
    return jsonResponse(disclosure.mask(answer), { status, headers })
  } catch (error) {
    // An answer that is nested deeper than anything can be read.
    if (!(error instanceof RangeError)) throw error
    return unusable()
  }
}

/** An answer that names no user is about the one in its path; any other may show somebody whom it doesn't name. */
function isOfVerified(users: readonly string[], { endpoint, verified = null }: Disclosing): boolean {
  if (verified === null) return false
  return users.length > 0 ? users.every((id) => id === verified) : 'user_id' in endpoint.params.shape
}

/** Null for no JSON, and for more people than an entry should hold; a bulk import has as many as it was sent. */
function shownIn(answer: unknown, disclosure: Disclosure, { safe }: Endpoint) {
  if (answer === undefined) return null
  const shown = disclosure.subjectsIn(answer)
  return safe && shown.users.length + shown.orders.length > MOST_SHOWN ? null : shown
}

const withText = z.looseObject({ detail: z.string() })
const HIDDEN_TEXT = 'The service refused this. Its message may name a patient: show patient data to read it.'

/** An error of the service without what it says in words. */
function withoutTexts(response: Response, answer: unknown): Response {
  const { status, headers } = response
  const hidden = maskedUnknown(answer ?? {})
  const body = withText.safeParse(answer).success ? { ...z.looseObject({}).parse(hidden), detail: HIDDEN_TEXT } : hidden
  headers.delete('content-length')
  return jsonResponse(body, { status, headers })
}

/** Returns where in an input a masked text stands; null where there is none. */
export function maskIn(sent: unknown): (string | number)[] | null {
  if (typeof sent === 'string') return sent.includes(MASK) ? [] : null
  if (typeof sent !== 'object' || sent === null) return null
  for (const [name, value] of Object.entries(sent)) {
    const below = maskIn(value)
    if (below) return [Array.isArray(sent) ? Number(name) : name, ...below]
  }
  return null
}

/** Returns 422 for a field of the body that holds a masked text: nobody has seen what it would replace. */
export function maskedInput(place: readonly (string | number)[]): ApiError {
  const msg = 'This is masked. Show patient data, then enter it again.'
  return new ApiError('invalid_input', [{ loc: ['body', ...place], msg, type: 'masked_value' }])
}
