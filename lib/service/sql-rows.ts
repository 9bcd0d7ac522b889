/** Rows of the database as records. JSON columns hold what this project validated before it wrote them. */
import type { InferSelectModel } from 'drizzle-orm'
import type { AppointmentRecord, ConnectionRecord, CredentialRecord, OrderRecord, UserRecord } from './records.ts'
import type { appointments, connections, credentials, importBatches, users } from './tables.ts'

/** Converts a row of `users` to a user record; instants become ISO 8601 text. */
export function asUserRecord(row: InferSelectModel<typeof users>): UserRecord {
  return {
    ...row,
    created_on: row.created_on.toISOString(),
    fallback_birth_date: written<UserRecord['fallback_birth_date']>(row.fallback_birth_date),
    fallback_time_zone: written<UserRecord['fallback_time_zone']>(row.fallback_time_zone),
    info: written<UserRecord['info']>(row.info),
  }
}

/** A renewed connection keeps the row's own `created_on`. */
export function asConnection(row: InferSelectModel<typeof connections>): ConnectionRecord {
  return { ...written<ConnectionRecord>(row.body), created_on: row.created_on.toISOString() }
}

/** Converts a row of `credentials` to a credential record; instants become ISO 8601 text. */
export function asCredential(row: InferSelectModel<typeof credentials>): CredentialRecord {
  return { ...row, expires_at: row.expires_at.toISOString(), grant: written<CredentialRecord['grant']>(row.grant) }
}

/**
 * Converts a row of `import_batches`; `failed` is null until the batch is done, and `sealed` is empty once its tokens
 * are removed.
 */
export function asImportBatch(row: InferSelectModel<typeof importBatches>) {
  const user_ids = written<string[]>(row.user_ids)
  return { user_ids, sealed: row.sealed ?? '', failed: written<string[] | null>(row.failed) }
}

/** Converts a row of `appointments` to an appointment record; instants become ISO 8601 text. */
export function asAppointment(row: InferSelectModel<typeof appointments>): AppointmentRecord {
  return {
    team_id: row.team_id,
    appointment: written<AppointmentRecord['appointment']>(row.body),
    confirm_at: row.confirm_at?.toISOString() ?? null,
    give_up_at: row.give_up_at.toISOString(),
  }
}

/** Converts a row of `orders` to an order record, without its search keys. */
export function asOrderRecord(row: { body: unknown; patient_name: string; activation_type: string }): OrderRecord {
  return {
    order: written<OrderRecord['order']>(row.body),
    patient_name: row.patient_name,
    activation_type: row.activation_type === 'scheduled' ? 'scheduled' : 'current',
  }
}

/** Guarantee: only this store writes these columns, and only from values of the type it reads them as. */
function written<T>(value: unknown): T {
  return value as T
}
