/** Users: spec "User", endpoints 5, 7 and 10. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { birthDate, ianaZone, isoDate, isoDateTime, looseText, openEnum, uuid } from '#lib/kernel/fields.ts'
import { personalDate, userId } from '#lib/kernel/marks.ts'
import { recordTag } from '#lib/kernel/record-tag.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { PORTAL_CONTEXTS } from '#lib/kernel/values.ts'
import { hasDotSegment } from '#lib/kernel/wire.ts'
import { compareInstants } from '#lib/utils/time/instants.ts'

export const source = z.looseObject({ name: z.string(), slug: z.string(), logo: z.string().nullish() })

/** Some services call the source `provider`: stated, so that it is shown while patient data is hidden. */
export const connectedSource = z.preprocess(
  (sent) => (typeof sent === 'object' && sent && 'provider' in sent ? { source: sent.provider, ...sent } : sent),
  z.looseObject({ created_on: isoDateTime, source, provider: source.nullish().catch(null) }),
)

export const fallbackBirthDate = z.looseObject({
  value: personalDate,
  source_slug: z.string(),
  updated_at: isoDateTime,
})
export const fallbackTimeZone = z.looseObject({
  id: z.string(),
  source_slug: z.string(),
  updated_at: isoDateTime,
})

export const user = z.looseObject({
  user_id: userId,
  team_id: uuid,
  client_user_id: looseText,
  created_on: isoDateTime,
  connected_sources: z.array(connectedSource),
  fallback_birth_date: fallbackBirthDate.nullish(),
  fallback_time_zone: fallbackTimeZone.nullish(),
})
export type User = z.infer<typeof user>

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** Digits with the marks people write telephone numbers with; bare digits may be a member number. */
const FORMATTED_PHONE = /^(?=(?:\D*\d){7,15}\D*$)(?=.*[+() ./-])\+?[\d() ./-]+$/
const HYPHENATED_CODE = /^\d+(-\d+)?$/

/** Spec, "User": no personally identifiable information such as email or phone. */
export const clientUserId = z
  .string()
  .overwrite(TEXT_FIELDS.reference.clean)
  .min(1, 'Enter a reference, or clear the field.')
  // Ends here when it is longer: the patterns below are for short texts.
  .max(255, { abort: true, error: 'Use at most 255 characters.' })
  .refine((id) => !hasDotSegment(id), 'A reference can’t be “.” or “..”, or have them between slashes.')
  .refine((id) => !EMAIL.test(id), 'This looks like an email address. Use a code with no personal details.')
  .refine(
    (id) => HYPHENATED_CODE.test(id) || !FORMATTED_PHONE.test(id),
    'This looks like a phone number. Use a code with no personal details.',
  )

/** Allowed, since it may be a member number; as long as a telephone number, it is worth a second look. */
export function isBareNumber(id: string): boolean {
  return /^\d{7,15}$/.test(id)
}

const userParams = z.object({ user_id: uuid })
const noQuery = z.object({})

export const listUsers = endpoint({
  name: 'list_users',
  section: '5. List users',
  path: '/v2/user/',
  permission: 'users:read',
  query: z.object({
    offset: z.int().min(0).default(0),
    limit: z.int().min(1).max(500).default(100),
  }),
  response: z.looseObject({
    users: z.array(user),
    // More isn't a list of people, and no column of a database.
    total: z.int32().min(0),
    offset: z.int().min(0),
    limit: z.int().min(0),
  }),
})

const profile = z.object({
  fallback_time_zone: ianaZone.nullish(),
  fallback_birth_date: birthDate.nullish(),
  ingestion_start: isoDate.nullish(),
  ingestion_end: isoDate.nullish(),
  client_user_id: clientUserId.nullish(),
})
const REVERSED = { error: 'The end is before the start.', path: ['ingestion_end'] }
const isInOrder = ({ ingestion_start: start, ingestion_end: end }: z.output<typeof profile>) =>
  !start || !end || start <= end

/** A cleared field is null; a field left out stays as it is. */
export const userUpdate = profile.refine(isInOrder, REVERSED)
export type UserUpdate = z.infer<typeof userUpdate>

/** Holder of a `client_user_id` in use, from the 400's body (spec, "Errors"), in `detail` or beside it. */
const holder = z.looseObject({ user_id: userId, created_on: isoDateTime })
export const clientUserIdTaken = z.union([z.looseObject({ detail: holder }).transform(({ detail }) => detail), holder])
export type ClientUserIdHolder = z.infer<typeof holder>

export const updateUser = endpoint({
  name: 'update_user',
  section: '7. Update user',
  method: 'PATCH',
  path: '/v2/user/{user_id}',
  permission: 'users:write',
  params: userParams,
  query: noQuery,
  body: userUpdate,
  response: z.unknown(),
  success: [204, 200],
  errors: ['client_user_id_taken'],
})

/** A user is made once: a reference that another user has is refused with that user’s ID (gap "create user"). */
const userCreate = profile
  .extend({ client_user_id: z.string().min(1, 'Enter a reference.').pipe(clientUserId) })
  .refine(isInOrder, REVERSED)

export const createUser = endpoint({
  name: 'create_user',
  section: 'Named but not described: create user',
  method: 'POST',
  path: '/v2/user',
  permission: 'users:create',
  params: noQuery,
  query: noQuery,
  body: userCreate,
  response: z.looseObject({ user_id: userId, client_user_id: z.string() }),
  errors: ['client_user_id_taken'],
})

export const getUser = endpoint({
  name: 'get_user',
  section: 'Named but not described: get user',
  path: '/v2/user/{user_id}',
  permission: 'users:read',
  params: userParams,
  query: noQuery,
  response: user,
})

export const resolveUser = endpoint({
  name: 'resolve_user',
  section: 'Named but not described: resolve user',
  path: '/v2/user/resolve/{client_user_id}',
  permission: 'users:read',
  params: z.object({ client_user_id: clientUserId }),
  query: noQuery,
  response: user,
})

/** Days in which a deleted user can be restored; then their personal data is removed for good (spec, "Limits"). */
export const UNDO_DAYS = 7

/** Nothing but a yes says that it's done. */
const done = z.looseObject({ success: z.literal(true) })

export const deleteUser = endpoint({
  name: 'delete_user',
  section: 'Named but not described: delete user',
  method: 'DELETE',
  path: '/v2/user/{user_id}',
  permission: 'users:delete',
  params: userParams,
  query: noQuery,
  response: done,
})

/** By one of the two; of several deleted users with a reference, the one deleted last. */
export const undoDeleteUser = endpoint({
  name: 'undo_delete_user',
  section: 'Named but not described: undo deletion',
  method: 'POST',
  path: '/v2/user/undo_delete',
  permission: 'users:delete',
  params: noQuery,
  query: z
    .object({ user_id: uuid.optional(), client_user_id: clientUserId.optional() })
    .refine(({ user_id, client_user_id }) => (user_id === undefined) !== (client_user_id === undefined), {
      error: 'Send either user_id or client_user_id.',
      path: ['user_id'],
    }),
  // Says whom a reference brought back, so that it's on record.
  response: done.extend({ user_id: userId.optional() }),
  errors: ['client_user_id_taken'],
})

export const createSignInToken = endpoint({
  name: 'create_sign_in_token',
  section: '10. Create sign-in token',
  method: 'POST',
  path: '/v2/user/{user_id}/sign_in_token',
  permission: 'access:create',
  params: userParams,
  query: noQuery,
  response: z.looseObject({ user_id: userId, sign_in_token: z.string() }),
})

export const createPortalUrl = endpoint({
  name: 'create_portal_url',
  section: '6. Create portal URL',
  method: 'POST',
  path: '/v2/user/{user_id}/create_portal_url',
  permission: 'access:create',
  params: userParams,
  query: noQuery,
  body: z.object({
    context: openEnum(PORTAL_CONTEXTS),
    order_id: uuid.nullish(),
  }),
  response: z.looseObject({ url: z.string(), expires_in: z.int() }),
  closedBeta: true,
})

/** Returns the newest time that the service says of a user: added, a source connected, or a fallback set. */
export function changedOn(user: User): string {
  const { created_on, connected_sources, fallback_birth_date, fallback_time_zone } = user
  const times = [fallback_birth_date?.updated_at, fallback_time_zone?.updated_at]
  const connected = connected_sources.map((connection) => connection.created_on)
  return [...times, ...connected].reduce<string>(
    (newest, time) => (time && compareInstants(time, newest) > 0 ? time : newest),
    created_on,
  )
}

/** Compares an update's own fields only, so that colleagues can change others; ingestion bounds aren't returned. */
export function seenUserTag(user: User, update: UserUpdate): string {
  const { client_user_id, fallback_time_zone, fallback_birth_date } = user
  return recordTag({
    ...(update.client_user_id !== undefined && { client_user_id }),
    ...(update.fallback_time_zone !== undefined && { fallback_time_zone: fallback_time_zone?.id }),
    ...(update.fallback_birth_date !== undefined && { fallback_birth_date: fallback_birth_date?.value }),
  })
}
