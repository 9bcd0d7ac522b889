/** Removing people and changing the email address they sign in with: with the consent that a reset needs. */
import { ApiError } from '#lib/kernel/api-error.ts'
import { grantOrRequest } from './resets.ts'
import type { Actor, StaffRecord, StaffTransaction } from './store.ts'

export type AccountAction =
  | 'staff_removal_requested'
  | 'staff_removed'
  | 'staff_email_change_requested'
  | 'staff_email_changed'

export interface RemovalInput {
  staff_id: string
  /** ID of the person who requested the removal that this approves. */
  consents_to?: string | undefined
}

export interface EmailInput extends RemovalInput {
  email: string
}

interface AccountCall<I> {
  actor: Actor
  input: I
  at: Date
}

/** Removes somebody, or asks for the consent of another administrator. @throws ApiError 409 for oneself */
export async function removeOrRequest(
  tx: StaffTransaction,
  person: StaffRecord,
  { actor, input, at }: AccountCall<RemovalInput>,
): Promise<{ waiting: StaffRecord | null; action: AccountAction }> {
  if (person.id === actor.id) throw new ApiError('conflict', 'You can’t remove yourself. Ask another administrator.')
  const asked = { purpose: 'removal', second_factor: 'keep', email: null, consents_to: input.consents_to } as const
  const { waiting } = await grantOrRequest(tx, person, { actor, input: asked, at })
  if (waiting) return { waiting, action: 'staff_removal_requested' }
  if (person.role === 'administrator' && person.activated_at !== null) {
    await tx.notify({ action: 'staff_removed', about: person, by: actor, at: at.toISOString() })
  }
  await tx.remove(person.id)
  return { waiting: null, action: 'staff_removed' }
}

/** Ends sessions and the open link, which went to the old address. @throws ApiError 409 for oneself or a taken one */
export async function changeEmailOrRequest(
  tx: StaffTransaction,
  person: StaffRecord,
  { actor, input, at }: AccountCall<EmailInput>,
): Promise<{ person: StaffRecord; action: AccountAction | null }> {
  const email = input.email.toLowerCase()
  if (person.id === actor.id)
    throw new ApiError('conflict', 'You can’t change your own email address. Ask another administrator.')
  if (email === person.email) return { person, action: null }
  if (await tx.isTaken(email, person.id)) {
    throw new ApiError('taken', 'Someone with this email address is already on the list.')
  }
  const asked = { purpose: 'email', second_factor: 'keep', email, consents_to: input.consents_to } as const
  const { waiting } = await grantOrRequest(tx, person, { actor, input: asked, at })
  if (waiting) return { person: waiting, action: 'staff_email_change_requested' }
  await tx.endSessions(person.id)
  await tx.dropLinks(person.id)
  const changed = await tx.update(person.id, { email, reset_request: null })
  if (person.activated_at !== null) {
    await tx.notify({ action: 'staff_email_changed', about: changed, by: actor, at: at.toISOString() })
  }
  return { person: changed, action: 'staff_email_changed' }
}
