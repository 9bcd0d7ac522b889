/** Which state of a user a change was made to; see lib/kernel/record-tag.ts. */
import { recordTag } from '#lib/kernel/record-tag.ts'
import type { User, UserUpdate } from './user.ts'

/**
 * Returns the tag of what an update replaces: of its own fields only, so that colleagues can change different ones. The
 * service never returns the bounds of ingestion, so those can't be compared.
 */
export function seenUserTag(user: User, update: UserUpdate): string {
  const { client_user_id, fallback_time_zone, fallback_birth_date } = user
  return recordTag({
    ...(update.client_user_id !== undefined && { client_user_id }),
    ...(update.fallback_time_zone !== undefined && { fallback_time_zone: fallback_time_zone?.id }),
    ...(update.fallback_birth_date !== undefined && { fallback_birth_date: fallback_birth_date?.value }),
  })
}
