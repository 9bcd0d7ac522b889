/** How a stored user is shown and changed: one rule for both stores. */
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { User, UserUpdate } from '#lib/domains/users/user.ts'
import type { OrderRecord, UserRecord } from '#lib/service/records.ts'
import { IngestionReversed } from '#lib/service/store.ts'

/** The source of fallbacks set through the API: the team, by hand. */
const SET_BY_TEAM = 'manual'

export function emptyUser(ids: Pick<UserRecord, 'user_id' | 'team_id' | 'created_on'>): UserRecord {
  return {
    ...ids,
    client_user_id: null,
    fallback_birth_date: null,
    fallback_time_zone: null,
    ingestion_start: null,
    ingestion_end: null,
    info: null,
  }
}

/** Returns an order without anything that says whose it is. */
export function anonymousOrder({ order, activation_type }: OrderRecord): OrderRecord {
  const hidden = { patient_address: null, patient_details: null, sample_id: null, notes: null }
  const details = { ...order.details, data: null }
  return { order: { ...order, ...hidden, details }, patient_name: '', activation_type }
}

export function publicUser(record: UserRecord, connections: readonly Connection[]): User {
  return {
    user_id: record.user_id,
    team_id: record.team_id,
    client_user_id: record.client_user_id,
    created_on: record.created_on,
    connected_sources: connections.map(({ name, slug, logo, created_on }) => ({
      created_on,
      source: { name, slug, logo: logo ?? null },
    })),
    fallback_birth_date: record.fallback_birth_date,
    fallback_time_zone: record.fallback_time_zone,
  }
}

/** Null clears, a field left out stays (spec, endpoint 7). @throws IngestionReversed */
export function updatedUser(record: UserRecord, update: UserUpdate, now: Date): UserRecord {
  const ingestion_start = kept(update.ingestion_start, record.ingestion_start)
  const ingestion_end = kept(update.ingestion_end, record.ingestion_end)
  if (ingestion_start && ingestion_end && ingestion_start > ingestion_end) throw new IngestionReversed()
  const stamp = { source_slug: SET_BY_TEAM, updated_at: now.toISOString() }
  const { fallback_time_zone: zone, fallback_birth_date: birth } = update
  return {
    ...record,
    client_user_id: kept(update.client_user_id, record.client_user_id),
    ingestion_start,
    ingestion_end,
    fallback_time_zone: kept(zone ? { id: zone, ...stamp } : cleared(zone), record.fallback_time_zone),
    fallback_birth_date: kept(birth ? { value: birth, ...stamp } : cleared(birth), record.fallback_birth_date),
  }
}

function kept<T>(given: T | undefined, before: T) {
  return given === undefined ? before : given
}

/** A validated text is never empty: what is falsy was left out or cleared. */
function cleared(given: string | null | undefined) {
  return given === undefined ? undefined : null
}
