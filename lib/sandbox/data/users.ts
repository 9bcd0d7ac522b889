/** User records: when they joined, what their team calls them, and the fallbacks some have. */
import type { ConnectionRecord, UserRecord } from '#lib/service/records.ts'
import { makeInfo, type Person } from './people.ts'
import type { Random } from './prng.ts'
import { DAY, HOUR, isoDay, isoInstant, SECOND } from './time.ts'

/** Users join up to this long before their first order. */
const LEAD = 200 * DAY
/** Users without an order joined within this time. */
const REACH = 720 * DAY

/** `firstOrder` is null for a user without orders. */
export function joinedAt(firstOrder: number | null, today: number, random: Random): number {
  const before = random.unit()
  if (firstOrder === null) return today - 6 * HOUR - before ** 1.5 * REACH
  return firstOrder - 600 * SECOND - before ** 2 * LEAD
}

export interface UserDraft {
  user_id: string
  team_id: string
  client_user_id: string
  number: number
  joined: number
  today: number
  hasOrders: boolean
  person: Person
}

/** Orders need demographics, so only users without orders may lack them. */
export function makeUser(draft: UserDraft, connections: readonly ConnectionRecord[], random: Random): UserRecord {
  const { user_id, team_id, person, joined, today } = draft
  const source_slug = connections[0]?.slug ?? 'manual'
  const fallback = () => ({ source_slug, updated_at: isoInstant(random.between(joined, today)) })
  const ingests = random.chance(0.1)
  return {
    user_id,
    team_id,
    client_user_id: random.chance(0.1) ? null : draft.client_user_id,
    created_on: isoInstant(joined),
    fallback_birth_date: random.chance(0.35) ? { value: person.dob, ...fallback() } : null,
    fallback_time_zone: random.chance(0.6) ? { id: person.place.zone, ...fallback() } : null,
    ingestion_start: ingests ? isoDay(joined - random.int(0, 365) * DAY) : null,
    ingestion_end: ingests && random.chance(0.3) ? isoDay(today + random.int(30, 365) * DAY) : null,
    info: draft.hasOrders || random.chance(0.5) ? makeInfo(person, draft.number, random) : null,
  }
}
