/** Users for tests: nothing of one matters but what a test names. */
import type { User } from './user.ts'

/** Returns the id of the user with a number; ids are in the order of their numbers. */
export const userIdOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export function makeUser(changes: Partial<User> = {}): User {
  return {
    user_id: userIdOf(1),
    team_id: '11111111-0000-4000-8000-000000000000',
    client_user_id: null,
    created_on: '2026-11-17T16:30:00Z',
    connected_sources: [],
    fallback_birth_date: null,
    fallback_time_zone: null,
    ...changes,
  }
}
