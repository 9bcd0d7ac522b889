/** Writes the audit log, and refuses what cannot be written. */

import { LRUCache } from 'lru-cache'
import {
  ADVICE,
  type Audit,
  type AuditedCall,
  type AuditedWork,
  AuditUnavailable,
  NOT_SHOWN,
  type PersonEvent,
  unrecorded,
} from '#lib/console/audit-port.ts'
import { type AuditOutcome, type AuditSearch, OPERATOR_ACTOR } from '#lib/domains/audit/audit.ts'
import { auditDetails } from '#lib/domains/audit/details.ts'
import { atEndOfDay, atStartOfDay } from '#lib/domains/orders/status/status-records.ts'
import type { About, NoteDetails } from '#lib/kernel/route.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { storableInstant } from '#lib/utils/time/instants.ts'
import type { AuditStore } from './store.ts'

export interface AuditOptions {
  store: AuditStore
  now: () => Date
  /** Told of an entry that could not be written, for the log. */
  onError: (failure: { error: unknown; action: string; environment: string | null; request_id: string }) => void
}

interface WrittenCall extends AuditedCall {
  listed?: boolean
}

/** Facts known when an entry is written. */
interface Stage {
  begun: Date
  outcome: AuditOutcome
  status: number | null
  completes: number | null
}

const END_UNKNOWN = `The change was sent, but its outcome couldn’t be recorded in the audit log. Check before you try again. ${ADVICE}`

/** Returns null for what is never folded: a change, an export, a search by name, an answer that names nobody. */
function readKey({ actor, plainRead, masked, subjects }: AuditedCall): string | null {
  if (!plainRead || subjects.length === 0) return null
  return JSON.stringify([actor?.id, plainRead.url, masked, [...new Set(subjects)].sort()])
}

/** A call that the browser abandoned (499) may still have completed. */
export function outcomeOf(status: number | null): AuditOutcome {
  if (status === null || status >= 500 || status === 499) return 'failed'
  return status >= 400 ? 'refused' : 'done'
}

/** Milliseconds for which a repeated background read of the same records adds no entry. */
const FOLDED_FOR = HOUR

/** Entries name subjects by ID and never hold a value of the call. @throws ApiError 503 when one can't be written */
export function createAudit({ store, now, onError }: AuditOptions): Audit {
  async function write(call: WrittenCall, { begun, ...stage }: Stage): Promise<number> {
    const { actor, environment, action, subjects, users, details, request_id } = call
    const { masked = false, listed = false, calls, network } = call
    const known = users && new Set(users)
    const entry = {
      ...stage,
      at: begun.toISOString(),
      actor_id: actor?.id ?? null,
      actor_email: actor?.email ?? null,
      role: actor?.role ?? null,
      environment,
      action,
      subjects: [...new Set([...(known ?? []), ...subjects])],
      listed,
      masked,
      request_id,
      ...(calls !== undefined && { calls }),
      ...(network !== undefined && { network }),
      ...(actor?.name && { actor_name: actor.name }),
      ...(known && { user_count: known.size }),
      ...(details && { details }),
      duration: Math.max(0, now().getTime() - begun.getTime()),
    }
    try {
      return (await store.appendAudit(entry)).id
    } catch (error) {
      onError({ error, action, environment, request_id })
      throw new AuditUnavailable(error)
    }
  }

  /** When each person was last recorded to have seen what an entry names. */
  const seen = new LRUCache<string, number>({ maxSize: 4_000_000, sizeCalculation: (_, key) => key.length })

  /** Does the work and records its end, also of work that throws. */
  async function end(call: AuditedCall, work: AuditedWork, begun: Date, completes: number | null): Promise<Response> {
    const asked = [...call.subjects]
    const shown: string[] = []
    const users = call.users && [...call.users]
    let details = call.details
    const about: About = (ids, how = 'asked', whose = 'others') => {
      for (const id of ids) (how === 'asked' ? asked : shown).push(id)
      if (whose === 'users') users?.push(...ids)
    }
    const note: NoteDetails = (known) => {
      details = auditDetails.parse({ ...details, ...known })
    }
    const ended = async (status: number | null) => {
      const listed = asked.length === 0 && shown.length > 0
      const written = { ...call, subjects: [...asked, ...shown], ...(users && { users }), details, listed }
      const key = status === 200 ? readKey(written) : null
      const last = key === null ? undefined : seen.get(key)
      const isNew = last === undefined || begun.getTime() - last >= FOLDED_FOR
      if (call.plainRead?.isUnattended && !isNew) return
      await write(written, { begun, outcome: outcomeOf(status), status, completes })
      if (key !== null) seen.set(key, begun.getTime())
    }
    const response = await work(about, note).catch(async (error: unknown) => {
      await ended(null).catch(() => undefined)
      throw error
    })
    await ended(response.status)
    return response
  }

  return {
    read: (call, work) => end(call, work, now(), null).catch((error) => refuse(error, call.request_id, NOT_SHOWN)),

    async change(call, work) {
      const begun = now()
      const announced = await write(call, { begun, outcome: 'started', status: null, completes: null }).catch(
        () => null,
      )
      if (announced === null) return unrecorded(call.request_id)
      return end(call, work, begun, announced).catch((error) => refuse(error, call.request_id, END_UNKNOWN))
    },

    async record(call, { outcome, status }) {
      await write(call, { begun: now(), outcome, status, completes: null })
    },
  }
}

/** @throws AuditUnavailable */
export function recordPersonEvent(
  audit: Audit,
  {
    action,
    actor_id,
    actor_email,
    actor_name,
    role,
    subjects,
    details,
    outcome,
    network,
    request_id,
  }: PersonEvent<string>,
): Promise<void> {
  const actor = actor_id === null ? null : { id: actor_id, email: actor_email, name: actor_name ?? null, role }
  const known = { ...(network !== undefined && { network }), ...(details && { details }) }
  const call = { actor, environment: null, action, subjects, request_id, ...known }
  return audit.record(call, { outcome, status: null })
}

/** Records that the operator of the server begins something with all data, and, by what it returns, its end. @throws AuditUnavailable */
export async function recordOperation(audit: Audit, action: string): Promise<() => Promise<void>> {
  const actor = { id: OPERATOR_ACTOR, email: null, role: null }
  const call = { actor, environment: null, action, subjects: [], request_id: newId() }
  await audit.record(call, { outcome: 'started', status: null })
  return () => audit.record(call, { outcome: 'done', status: null })
}

function refuse(error: unknown, request_id: string, detail: string): Response {
  if (error instanceof AuditUnavailable) return unrecorded(request_id, detail)
  throw error
}

/** Returns the instants of a search: a bare date is its start or end in UTC, null an open end. */
export function auditDates({ from, to }: Pick<AuditSearch, 'from' | 'to'>): { from: Date | null; to: Date | null } {
  return {
    from: from === undefined ? null : storableInstant(atStartOfDay(from)),
    to: to === undefined ? null : storableInstant(atEndOfDay(to)),
  }
}
