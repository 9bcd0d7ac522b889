/** When a user last changed, as far as the service says. */
import { compareInstants } from '#lib/utils/time/instants.ts'
import type { User } from './user.ts'

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
