/** Changes of one user, one at a time: what is sent replaces what its writer has seen, or isn't sent. */
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { seenInfoTag } from '#lib/domains/demographics/seen-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { seenUserTag } from '#lib/domains/users/seen-user.ts'
import { type User, updateUser, userUpdate } from '#lib/domains/users/user.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import type { NoteDetails } from '#lib/kernel/route.ts'
import { noteChangedInfo, type Reading } from './changed-info.ts'

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

/** Checks, in the lock of the user, that a change replaces what its writer has seen. @throws ApiError 409, 503 */
export async function checkSeen(
  { name, environment, user_id, seen }: Change,
  input: Pick<ReadInput, 'params' | 'body'>,
  { readUser, note, ...reading }: Reading & { readUser: ReadUser; note: NoteDetails },
): Promise<void> {
  if (name === updateUserInfo.name) {
    const before = await noteChangedInfo(input, { ...reading, isNeeded: seen !== null }, note)
    if (seen === null) return
    if (before === null) throw new ApiError('unavailable', UNREADABLE)
    if (seenInfoTag(before) !== seen) throw new ApiError('stale', CHANGED)
    return
  }
  if (seen === null) return
  const user = await readUser({ environment, user_id, signal: reading.signal })
  if (!user) throw new ApiError('unavailable', UNREADABLE)
  if (seenUserTag(user, userUpdate.parse(input.body)) !== seen) throw new ApiError('stale', CHANGED)
}

/** Calls that change what the list of users says of one. */
const LISTED: ReadonlySet<string> = new Set([updateUser.name, deregisterProvider.name])
/** Faults after which nothing was changed; see `UpstreamFailure`. */
const NOT_MADE: ReadonlySet<string> = new Set(['unreachable', 'refused', 'redirect'])
/** Milliseconds that the answer to a change waits at most until the user has been read again. */
const MAX_WAIT_MS = 2_000

/**
 * Reads a user again whom a call has changed, or may have changed, before their writer hears of it: a page that is opened
 * after a save shows what was saved. Where that fails, the change stays made, and the next reading of the whole list finds
 * it. Never throws; `onError` is told of what a service that fails doesn't explain.
 */
export async function readChanged(
  { endpoint }: { endpoint: { name: string } },
  { user_id }: Readonly<Record<string, string>>,
  { response, fault }: { response: Response; fault: string | null },
  { environment, readUser, onError }: { environment: string; readUser: ReadUser; onError: (fault: string) => void },
): Promise<void> {
  const isMade = fault === null ? response.ok : !NOT_MADE.has(fault)
  if (!(user_id && isMade && LISTED.has(endpoint.name))) return
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
