/** Records of the embedded service: the API's resources plus the fields that its rules need. */
import type { Appointment } from '#lib/domains/bookings/appointment.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { Endpoints } from '#lib/domains/service-endpoints.ts'
import type { User } from '#lib/domains/users/user.ts'
import type { EndpointCall } from '#lib/kernel/endpoint.ts'
import type { ACTIVATION_TYPES } from '#lib/kernel/values.ts'

/** A user as stored; `connected_sources` is derived from the connections when it is read. */
export interface UserRecord {
  user_id: string
  team_id: string
  client_user_id: string | null
  created_on: string
  fallback_birth_date: NonNullable<User['fallback_birth_date']> | null
  fallback_time_zone: NonNullable<User['fallback_time_zone']> | null
  ingestion_start: string | null
  ingestion_end: string | null
  /** Demographics; null until they are first written. */
  info: UserInfo | null
}

export interface ConnectionRecord extends Connection {
  user_id: string
}

/** An order and the facts its search needs that the response does not carry. */
export interface OrderRecord {
  order: Order
  /** First and last name at the time of ordering. */
  patient_name: string
  activation_type: (typeof ACTIVATION_TYPES)[number]
}

export type LinkOptions = Pick<
  EndpointCall<Endpoints['create_link_token']>['body'],
  'provider' | 'redirect_url' | 'filter_on_providers' | 'on_error' | 'on_close'
>

export type CredentialGrant =
  | { kind: 'link_token'; options: LinkOptions }
  | { kind: 'portal'; context: string; order_id: string | null }
  | { kind: 'link_code' }
  | { kind: 'sign_in_token' }

/** A credential as stored: its hash, never itself. */
export interface CredentialRecord {
  hash: string
  team_id: string
  user_id: string
  expires_at: string
  grant: CredentialGrant
}

export interface ImportOperation {
  id: string
  team_id: string
  /** Slug of the one provider of the whole operation. */
  provider: string
  created_at: string
}

/** How far an import is; counts are connections. `finished_at` isn't after `created_at` before it is stored whole. */
export interface ImportProgress extends ImportOperation {
  finished_at: string | null
  pending: number
  processed: number
  failed: number
}

/** Some connections of an import: what one transaction handles. */
export interface ImportBatch {
  user_ids: string[]
  /** The connections and their tokens, encrypted. */
  sealed: string
}

/** A connection and its tokens, encrypted. */
export interface SealedConnection {
  connection: ConnectionRecord
  sealed: string | null
}

/** The result of an import so far; lists are in the order of submission. */
export interface ImportResult {
  imported: string[]
  failed: string[]
}

/** An appointment and what decides how it ends. */
export interface AppointmentRecord {
  team_id: string
  appointment: Appointment
  /** When the provider confirms; null for never. */
  confirm_at: string | null
  /** When the booking is given up unless it was confirmed before. */
  give_up_at: string
}

/** Statuses of appointments that wait for their outcome. */
export const UNSETTLED: readonly string[] = ['reserved', 'pending']

/** One user with all that belongs to it: the unit the data set yields and a store takes in. */
export interface UserBundle {
  user: UserRecord
  connections: ConnectionRecord[]
  orders: OrderRecord[]
}
