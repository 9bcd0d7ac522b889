/** Which demographics a call changes: the service takes the whole record, so what stood there before is read first. */

import { changedFields } from '#lib/domains/audit/details.ts'
import { getLatestUserInfo, updateUserInfo, userInfoWrite } from '#lib/domains/demographics/user-info.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import type { NoteDetails } from '#lib/kernel/route.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { callUpstream, type Upstream, UpstreamError, type UpstreamTimes } from './upstream.ts'

/** A save waits so long at most for what only the audit log needs. */
const MAX_WAIT_MS = 2_000

interface Reading {
  upstream: Upstream
  headers: Readonly<Record<string, string>>
  times: UpstreamTimes
  signal: AbortSignal
}

/**
 * Says in the audit log which fields get another value; never which value. Where the record before can't be read, the
 * entry keeps saying that all of it was sent.
 */
export async function noteChangedInfo(
  { params, body }: Pick<ReadInput, 'params' | 'body'>,
  reading: Reading,
  note: NoteDetails,
): Promise<void> {
  const before = await readBefore(updateUserInfo.params.parse(params), reading)
  if (before !== null) note({ fields: changedFields(userInfoWrite, before, body), is_whole: undefined })
}

/** Null where it can't be read; empty where nothing is recorded yet. */
async function readBefore(
  params: { user_id: string },
  { upstream, headers, times, signal }: Reading,
): Promise<unknown> {
  const path = buildPath(getLatestUserInfo.path, params)
  const call = { endpoint: getLatestUserInfo, method: getLatestUserInfo.method, path, headers, body: null, signal }
  try {
    const patience = { ...times, read: Math.min(times.read, MAX_WAIT_MS), retries: 0 }
    const { status, body } = await callUpstream(upstream, call, patience)
    if (status === 404) return {}
    return status === 200 ? JSON.parse(new TextDecoder().decode(body)) : null
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof SyntaxError || signal.aborted) return null
    throw error
  }
}
