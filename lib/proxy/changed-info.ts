/** Which demographics a call changes: the service takes the whole record, so what stood there before is read first. */
import { z } from 'zod'
import { changedFields } from '#lib/domains/audit/details.ts'
import { asWritten } from '#lib/domains/demographics/address-zip.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo, userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import type { NoteDetails } from '#lib/kernel/route.ts'
import { buildPath } from '#lib/kernel/wire.ts'
import { callUpstream, type Upstream, UpstreamError, type UpstreamTimes } from './upstream.ts'

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

/**
 * Says in the audit log which fields get another value; never which value. Where the record before can't be read, the
 * entry keeps saying that all of it was sent. Returns that record: null unread, empty where nothing is recorded yet.
 */
export async function noteChangedInfo(
  { params, body }: Pick<ReadInput, 'params' | 'body'>,
  reading: Reading,
  note: NoteDetails,
): Promise<Record<string, unknown> | null> {
  const before = await readBefore(updateUserInfo.params.parse(params), reading)
  if (before !== null) note({ fields: changedFields(userInfoWrite, asWritten(before), body), is_whole: undefined })
  return before
}

/** Returns the record that a save replaces: empty where nothing is recorded yet, null where it can't be read. */
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
    return anyRecord.safeParse(JSON.parse(new TextDecoder().decode(body))).data ?? null
  } catch (error) {
    if (error instanceof UpstreamError || error instanceof SyntaxError || signal.aborted) return null
    throw error
  }
}
