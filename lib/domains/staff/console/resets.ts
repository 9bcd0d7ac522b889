/**
 * Resetting somebody's access. Whoever holds the link becomes that person, so no administrator alone can reset another: a
 * second one has to consent, and gets the link. This is also so for who was an administrator, or lowering them first would
 * be a way around it, and while whoever could consent was lowered or disabled within a day.
 */
import { OPERATOR_ACTOR } from '#lib/domains/audit/audit.ts'
import type { ResetRequest, SecondFactorAfterReset } from '#lib/domains/staff/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import type { Actor, OneTimeLink, StaffRecord, StaffTransaction } from './store.ts'

export type ResetAction = 'staff_reset_requested' | 'staff_access_reset' | 'staff_reset_declined'

export interface ResetInput {
  staff_id: string
  second_factor: SecondFactorAfterReset
  /** ID of the person who requested the reset that this approves. */
  consents_to?: string | undefined
}

interface ResetCall<I> {
  actor: Actor
  input: I
  at: Date
}

interface ResetResult {
  person: StaffRecord
  /** Null while it waits for consent. */
  link: OneTimeLink | null
  action: ResetAction
}

/** Returns whether this is an active administrator of all environments. */
export function isFullAdministrator({ role, environments, activated_at, disabled_at }: StaffRecord): boolean {
  return role === 'administrator' && environments === null && activated_at !== null && disabled_at === null
}

function isActiveAdministrator({ role, activated_at, disabled_at }: StaffRecord): boolean {
  return role === 'administrator' && activated_at !== null && disabled_at === null
}

/** Returns since when, or until when, somebody is an administrator, after a change of their rights. */
export function administration(before: StaffRecord, after: StaffRecord, at: string) {
  const isLess =
    (isActiveAdministrator(before) && !isActiveAdministrator(after)) ||
    (isFullAdministrator(before) && !isFullAdministrator(after))
  const isMore = isFullAdministrator(after) && !isFullAdministrator(before)
  return { ...(isLess && { administrator_until: at }), ...(isMore && { administrator_since: at }) }
}

/** Resets, or asks for the consent of another administrator. @throws ApiError 409 where neither is possible */
export async function resetOrRequest(
  tx: StaffTransaction,
  person: StaffRecord,
  { actor, input, at }: ResetCall<ResetInput>,
): Promise<ResetResult> {
  if (person.id === actor.id) throw conflict('You can’t reset your own access. Change your password instead.')
  if (person.disabled_at) throw conflict('This person is disabled. Enable them first.')
  const { second_factor, consents_to } = input
  const asked = { purpose: 'reset', second_factor, email: null, consents_to } as const
  const { granted, waiting } = await grantOrRequest(tx, person, { actor, input: asked, at })
  if (waiting) return { person: waiting, link: null, action: 'staff_reset_requested' }
  return carryOut(tx, person, actor, granted.second_factor, at)
}

type Asked = Pick<ResetRequest, 'purpose' | 'second_factor' | 'email'>
type Decision = { granted: Asked; waiting: null } | { granted: null; waiting: StaffRecord }

const REQUESTED = {
  reset: 'staff_reset_requested',
  removal: 'staff_removal_requested',
  email: 'staff_email_change_requested',
} as const

/** Returns the grant, or the request that waits. @throws ApiError 409 for another request, or without the right */
export async function grantOrRequest(
  tx: StaffTransaction,
  person: StaffRecord,
  { actor, input, at }: ResetCall<Asked & Pick<ResetInput, 'consents_to'>>,
): Promise<Decision> {
  const { purpose, second_factor, email, consents_to } = input
  const request = await openRequest(tx, person, at)
  const isSame = request?.by === consents_to && request?.purpose === purpose && request.email === email
  if (consents_to !== undefined && !isSame) throw conflict(CHANGED)
  if (!(await needsConsent(tx, person, actor, at))) return { granted: { purpose, second_factor, email }, waiting: null }
  if (!request || request.by === actor.id) {
    const asked = { by: actor.id, at: at.toISOString(), second_factor, purpose, email }
    const waiting = await tx.update(person.id, { reset_request: asked })
    await tx.notify({ action: REQUESTED[purpose], about: waiting, by: actor, at: asked.at })
    return { granted: null, waiting }
  }
  // Consent needs knowledge of the other's request.
  if (consents_to === undefined) throw conflict(CHANGED)
  if (!(await mayConsent(tx, actor, at))) throw conflict(TOO_NEW)
  return { granted: request, waiting: null }
}

/** Operator of a server command: they could as well change the database. */
const OPERATOR: Pick<Actor, 'id' | 'email'> = { id: OPERATOR_ACTOR, email: 'an operator on the server' }

/** Resets on the server's command line, for when no administrator is left who could. @throws ApiError 409 */
export async function resetByOperator(
  tx: StaffTransaction,
  person: StaffRecord,
  { second_factor, at }: { second_factor: SecondFactorAfterReset; at: Date },
): Promise<ResetResult> {
  if (person.disabled_at) throw conflict('This person is disabled. Ask an administrator to enable them first.')
  return carryOut(tx, person, OPERATOR, second_factor, at)
}

/** Takes an open request away. @throws ApiError 409 where there is none */
export async function declineRequest(
  tx: StaffTransaction,
  person: StaffRecord,
  { actor, at }: ResetCall<unknown>,
): Promise<StaffRecord> {
  if (!(await openRequest(tx, person, at)))
    throw conflict('There’s no pending request about this person. Reload the list.')
  const after = await tx.update(person.id, { reset_request: null })
  await tx.notify({ action: 'staff_reset_declined', about: after, by: actor, at: at.toISOString() })
  return after
}

async function carryOut(
  tx: StaffTransaction,
  { id, role, activated_at, second_factor: has_factor, administrator_until: before }: StaffRecord,
  actor: Pick<Actor, 'id' | 'email'>,
  second_factor: SecondFactorAfterReset,
  at: Date,
): Promise<ResetResult> {
  await tx.endSessions(id)
  await tx.deleteCredentials(id, second_factor)
  const isKept = second_factor === 'keep' && has_factor
  const administrator_until = role === 'administrator' && activated_at !== null ? at.toISOString() : before
  const changes = { activated_at: null, second_factor: isKept, reset_request: null, administrator_until }
  const person = await tx.update(id, changes)
  // A new link for someone only invited is no cause for alarm.
  if (activated_at !== null || before !== null) {
    await tx.notify({ action: 'staff_access_reset', about: person, by: actor, at: at.toISOString() })
  }
  return { person, link: await tx.makeLink(id), action: 'staff_access_reset' }
}

/** A request that is not too old, by somebody who may still ask for it. */
async function openRequest(tx: StaffTransaction, { reset_request }: StaffRecord, at: Date) {
  if (!reset_request || Date.parse(reset_request.at) <= at.getTime() - DAY) return null
  const asker = await tx.find(reset_request.by)
  return asker?.role === 'administrator' && asker.disabled_at === null ? reset_request : null
}

/** Returns whether a person may consent: one just promoted or reset could be an accomplice. */
async function mayConsent(tx: StaffTransaction, { id }: Actor, at: Date): Promise<boolean> {
  const since = (await tx.find(id))?.administrator_since ?? null
  return since === null || Date.parse(since) <= at.getTime() - DAY
}

async function needsConsent(tx: StaffTransaction, person: StaffRecord, actor: Actor, at: Date): Promise<boolean> {
  const { role, administrator_until, activated_at } = person
  // An invited person has nothing yet that could be taken over.
  const isActiveOne = role === 'administrator' && activated_at !== null
  if (!isActiveOne && administrator_until === null) return false
  const others = [actor.id, person.id]
  if (await tx.hasAdministrator(others)) return true
  const since = new Date(at.getTime() - DAY).toISOString()
  if (await tx.hasAdministrator(others, since)) throw conflict(NOBODY_LEFT)
  return false
}

const CHANGED =
  'Another administrator has requested something else for this person, or the request has ended. Reload the list.'
const TOO_NEW = 'You’ve been an administrator for less than a day, so you can’t approve this yet.'
const NOBODY_LEFT =
  'Resetting or removing an administrator, or changing their email, needs another administrator’s approval, and that one was disabled or changed less than a day ago. Enable them again, or wait.'

const conflict = (detail: string) => new ApiError('conflict', detail)
