/** Calls about one user: a change that nobody else's has overtaken, the user read again after it, and answers about somebody else. */

import { z } from 'zod'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { seenInfoTag, updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import {
  createUser,
  deleteUser,
  seenUserTag,
  type User,
  undoDeleteUser,
  updateUser,
  userUpdate,
} from '#lib/domains/users/user.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { bodyAtHand } from '#lib/kernel/body/sent-body.ts'
import { disclosureOf } from '#lib/kernel/disclosure.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { userSubjects } from '#lib/kernel/input-subjects.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import type { NoteDetails } from '#lib/kernel/route.ts'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { noteChangedInfo, type Reading } from './upstream.ts'

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
export function guardedChange(
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
export async function checkSeen(
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
export const USER_LIST_CALLS: ReadonlySet<string> = new Set(
  [updateUser, deregisterProvider, createUser, deleteUser, undoDeleteUser].map(({ name }) => name),
)
/** Faults after which nothing was changed; see `UpstreamFailure`. */
const NOT_MADE: ReadonlySet<string> = new Set(['unreachable', 'refused', 'redirect'])
/** Milliseconds that the answer to a change waits at most until the user has been read again. */
const MAX_WAIT_MS = 2_000

/** Returns the user that a call names, or its answer where it made one; null for neither. */
export async function changedUser(
  { user_id }: Readonly<Record<string, string>>,
  { query }: { query: string },
  { response }: { response: Response },
): Promise<string | null> {
  const named = user_id ?? new URLSearchParams(query).get('user_id')
  if (named || !response.ok) return named
  const made = { user_id: createUser.response.shape.user_id }
  return z.looseObject(made).safeParse(parsedBody(bodyAtHand(response))).data?.user_id ?? null
}

/**
 * Reads a user again whom a call has changed, or may have changed, before their writer hears of it: a page that is opened
 * after a save shows what was saved. Where that fails, the change stays made, and the next reading of the whole list finds
 * it; null then. Never throws; `onError` is told of what a service that fails doesn't explain.
 */
export async function readChanged(
  user_id: string | null,
  { response, fault }: { response: Response; fault: string | null },
  { environment, readUser, onError }: { environment: string; readUser: ReadUser; onError: (fault: string) => void },
): Promise<User | null> {
  const isMade = fault === null ? response.ok : !NOT_MADE.has(fault)
  if (!(user_id && isMade)) return null
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  try {
    return await readUser({ environment, user_id, signal })
  } catch (error) {
    if (!(error instanceof ApiError || signal.aborted)) onError('changed_user_not_read')
    return null
  }
}

const CHANGED =
  'Someone else changed this user a moment ago, so nothing was saved. Read what they saved, then save again.'
const UNREADABLE = 'The current record couldn’t be read, so nothing was saved. Try again in a moment.'

/** The users that a call names, and the reference that it makes or resolves; null for none. */
export interface NamedSubjects {
  users: readonly string[]
  reference: string | null
}

const referred = z.looseObject({ client_user_id: z.string() })

export function subjectsIn({ name }: Endpoint, { params, query, body }: ReadInput): NamedSubjects {
  const { data } = referred.safeParse(name === createUser.name ? body : params)
  return { users: userSubjects({ params, query, body }), reference: data?.client_user_id ?? null }
}

/** An answer is off that names another user or isn't what a change answers; bookings have rules of their own. */
export function isMismatched(endpoint: Endpoint, { users, reference }: NamedSubjects, body: Uint8Array): boolean {
  const isChange = !endpoint.safe && endpoint.name !== bookPhlebotomyAppointment.name
  if (!isChange && users.length === 0 && reference === null) return false
  const value = parsedBody(body)
  if (isChange && body.length > 0 && !endpoint.response.safeParse(value).success) return true
  if (reference !== null && referred.safeParse(value).data?.client_user_id !== reference) return true
  if (users.length === 0) return false
  const shown = disclosureOf(endpoint)?.subjectsIn(value).users ?? []
  // A change may be answered with more fields than are known.
  return [...shown, ...(isChange ? userSubjects({ body: value }) : [])].some((id) => !users.includes(id))
}

/** Undefined for what is no JSON. */
const parsedBody = (body: Uint8Array | null) => (body?.length ? parseJson(body) : null)
