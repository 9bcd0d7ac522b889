/** The audit log as those who act see it: nothing is shown or changed that is not on record. */

import type { AuditEntry } from '#lib/domains/audit/audit.ts'
import type { AuditDetails } from '#lib/domains/audit/details.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { ApiError, errorResponse } from '#lib/kernel/api-error.ts'
import type { About, NoteDetails } from '#lib/kernel/route.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

interface Actor {
  id: string
  email: string | null
  /** The entry keeps it, also when the person has left. */
  name?: string | null
  role: Role | null
}

export interface AuditedCall {
  /** Null for calls without a session. */
  actor: Actor | null
  /** Null for what belongs to no environment. */
  environment: string | null
  /** Name of the endpoint, or of what the console did. */
  action: string
  subjects: readonly string[]
  /** Those of the subjects that are users; unset where nobody can say which are. */
  users?: readonly string[]
  /** Details of the change, as far as known beforehand. */
  details?: AuditDetails | undefined
  request_id: string
  /** A keyed hash of the network that a failed sign-in came from. */
  network?: string
  /** How many calls the entry stands for; one unless set. */
  calls?: number
  /** Whether its subjects stood in lists; worked out from what is read unless set. */
  listed?: boolean
  /** Set for a plain read: its address, which names nobody, and whether an open page asked again by itself. */
  plainRead?: { url: string; isUnattended: boolean } | undefined
  /** Whether identifying patient data was masked in the response; false unless set. */
  masked?: boolean
}

/** Something a person did to themselves or others, such as signing in. */
export interface PersonEvent<Action extends string> {
  action: Action
  actor_id: string | null
  /** Never the email address of someone who isn't staff. */
  actor_email: string | null
  actor_name?: string | null
  role: Role | null
  details?: AuditDetails | undefined
  /** Ids of the people it was done to, where that is not the actor. */
  subjects: string[]
  outcome: 'done' | 'refused'
  /** A keyed hash of the network it came from, where that is worth knowing. */
  network?: string
  request_id: string
}

/** Does the work and answers it; `about` and `note` add what was not known before (route.ts). */
export type AuditedWork = (about: About, note: NoteDetails) => Promise<Response>

export interface Audit {
  /** Reads, records, then hands over; where it can't be recorded, a 503 shows nothing. */
  read(call: AuditedCall, work: AuditedWork): Promise<Response>

  /**
   * A change: recorded as started, then done, then recorded as ended, so that a process that dies in between leaves a
   * trace. Where the first entry cannot be written nothing is done; where the second cannot, the answer is withheld.
   */
  change(call: AuditedCall, work: AuditedWork): Promise<Response>

  /** Records something that is over, such as a sign-in. @throws AuditUnavailable */
  record(call: AuditedCall, end: Pick<AuditEntry, 'outcome' | 'status'>): Promise<void>
}

/** The entry could not be written: what it was for must not happen. */
export class AuditUnavailable extends ApiError {
  constructor(cause: unknown) {
    super('audit_unavailable', NOT_SHOWN, { retry_after_ms: SECOND })
    this.cause = cause
  }
}

/** Returns the 503 `audit_unavailable` for a call that the audit log couldn't record. */
export function unrecorded(request_id: string, detail: string = NOT_SHOWN): Response {
  // A change that may have been made must not be tried again unseen.
  const again = detail === NOT_SHOWN ? { retry_after_ms: SECOND } : {}
  return errorResponse(new ApiError('audit_unavailable', detail, again), request_id)
}

export const ADVICE = 'If this continues, ask your administrator to check the console’s database.'
export const NOT_SHOWN = `This couldn’t be recorded in the audit log, so nothing was shown or changed. Try again. ${ADVICE}`

/** Decides whether a caller sees identifying patient data or a mask. */
export interface PatientDataAccess {
  /** Returns whether the answer to a request must hide who patients are; `environment` is null for what belongs to none. */
  isMasked(request: Request, environment: string | null, viewer: Viewer): boolean
  /** Returns whether the viewer verified a caller about this user lately, and doesn't hide patients by choice; false unless set. */
  isCallerVerified?(request: Request, environment: string, viewer: Viewer, user_id: string): Promise<boolean>
}
