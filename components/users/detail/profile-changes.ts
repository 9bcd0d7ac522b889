/** The profile form's values, and what of them differs from the user as the service has them. Pure. */
import { z } from 'zod'
import type { Conflict } from '#components/patterns/form/conflict-dialog.tsx'
import { type User, type UserUpdate, userUpdate } from '#lib/domains/users/user.ts'
import type { FieldErrors } from '#lib/kernel/client/field-errors.ts'
import { typedBirthDate } from '#lib/kernel/fields.ts'

/** The service tells no bounds of ingestion, so a form can only say what is to become of them. */
export type BoundAct = 'keep' | 'set' | 'clear'

export interface ProfileValues {
  client_user_id: string
  fallback_time_zone: string
  fallback_birth_date: string
  ingestion_start_act: BoundAct
  ingestion_start: string
  ingestion_end_act: BoundAct
  ingestion_end: string
}

export type ProfileField = keyof UserUpdate

export const PROFILE_LABELS: Readonly<Record<ProfileField, string>> = {
  client_user_id: 'Reference',
  fallback_time_zone: 'Fallback time zone',
  fallback_birth_date: 'Fallback birth date',
  ingestion_start: 'First day to ingest',
  ingestion_end: 'Last day to ingest',
}

export const PROFILE_FIELDS = [
  'client_user_id',
  'fallback_time_zone',
  'fallback_birth_date',
  'ingestion_start',
  'ingestion_end',
] as const satisfies readonly ProfileField[]

const BOUNDS = ['ingestion_start', 'ingestion_end'] as const

/** Says of a refused reference whose it is. */
export const TAKEN: FieldErrors = {
  fields: new Map([['client_user_id', 'Another user has this reference.']]),
  text: null,
}

export function profileValues(
  user: Pick<Partial<User>, 'client_user_id' | 'fallback_time_zone' | 'fallback_birth_date'>,
): ProfileValues {
  return {
    client_user_id: user.client_user_id ?? '',
    fallback_time_zone: user.fallback_time_zone?.id ?? '',
    fallback_birth_date: user.fallback_birth_date?.value ?? '',
    ingestion_start_act: 'keep',
    ingestion_start: '',
    ingestion_end_act: 'keep',
    ingestion_end: '',
  }
}

/** Only what differs; what was emptied is null. */
function profileUpdate(values: ProfileValues, user: User): UserUpdate {
  const before = profileValues(user)
  const update: UserUpdate = {}
  for (const field of ['client_user_id', 'fallback_time_zone', 'fallback_birth_date'] as const) {
    const typed = values[field].trim()
    const value = field === 'fallback_birth_date' ? typedBirthDate(typed) : typed
    if (value !== before[field]) update[field] = value || null
  }
  for (const field of BOUNDS) {
    const act = values[`${field}_act`]
    if (act !== 'keep') update[field] = act === 'clear' ? null : values[field]
  }
  return update
}

/** The form's values in, what is to be sent out; checked by the contract's own rules. */
export function profileSchema(user: User) {
  return z
    .custom<ProfileValues>()
    .transform((values) => profileUpdate(values, user))
    .pipe(userUpdate)
}

export interface Change {
  field: ProfileField
  /** Null: nothing is set. Undefined: the service does not tell. */
  before: string | null | undefined
  after: string | null
}

export function profileChanges(values: ProfileValues, user: User): Change[] {
  const before = profileValues(user)
  const update = profileUpdate(values, user)
  return PROFILE_FIELDS.flatMap((field) => {
    const after = update[field]
    if (after === undefined) return []
    const isBound = field === 'ingestion_start' || field === 'ingestion_end'
    return [{ field, before: isBound ? undefined : before[field] || null, after: after || null }]
  })
}

/** Returns fields that others changed since `base`; bounds of ingestion aren't returned, so they can't be noticed. */
export function profileConflicts(update: UserUpdate, base: User, latest: User): Conflict<ProfileField>[] {
  const [before, theirs] = [profileValues(base), profileValues(latest)]
  return (['client_user_id', 'fallback_time_zone', 'fallback_birth_date'] as const).flatMap((path) => {
    const mine = update[path] ?? ''
    if (update[path] === undefined || before[path] === theirs[path] || mine === theirs[path]) return []
    const label = PROFILE_LABELS[path]
    return [{ path, label, before: before[path], theirs: theirs[path], mine, is_contested: true }]
  })
}

/** The user as they are once an update was accepted, for as long as the service was not asked. */
export function updatedUser(user: User, update: UserUpdate, now: Date): User {
  const stamp = { source_slug: 'manual', updated_at: now.toISOString() }
  const { client_user_id: reference, fallback_time_zone: zone, fallback_birth_date: birth } = update
  return {
    ...user,
    ...(reference !== undefined && { client_user_id: reference }),
    ...(zone !== undefined && { fallback_time_zone: zone === null ? null : { id: zone, ...stamp } }),
    ...(birth !== undefined && { fallback_birth_date: birth === null ? null : { value: birth, ...stamp } }),
  }
}
