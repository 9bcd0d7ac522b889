/** Staff for tests: on a sample list, or added to a store. */
import { ApiError } from '#lib/kernel/api-error.ts'
import type { NewStaff, StaffChanges, StaffRecord, StaffStore } from './store.ts'

export const AT = '2026-11-22T09:30:00.000Z'

/** Adds and finds people in the store that `stored` returns at that moment. */
export function peopleIn(stored: () => StaffStore) {
  const added = (person: Partial<NewStaff> & Pick<NewStaff, 'id'>, changes: StaffChanges = {}) =>
    stored().change(async (tx) => {
      const email = `${person.id}@clinic.test`
      await tx.add({ email, name: person.id, role: 'support', environments: null, ...person })
      return tx.update(person.id, changes)
    })
  const found = (id: string) => stored().change((tx) => tx.find(id))
  const administrator = (id: string, changes: StaffChanges = {}) =>
    added({ id, role: 'administrator' }, { activated_at: AT, ...changes })
  return { added, found, administrator }
}

/** The status of a refusal; null where the call went through. */
export async function refused(call: Promise<unknown>): Promise<ApiError['status'] | null> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error !== null && !(error instanceof ApiError)) throw error
  return error?.status ?? null
}

/** Someone on a sample list. */
export function sampleStaff(id: string, changes: Partial<StaffRecord> = {}): StaffRecord {
  return {
    id,
    email: `${id}@clinic.test`,
    name: id,
    role: 'support',
    environments: null,
    activated_at: AT,
    disabled_at: null,
    second_factor: true,
    created_at: AT,
    last_seen_at: null,
    administrator_until: null,
    administrator_since: null,
    reset_request: null,
    ...changes,
  }
}
