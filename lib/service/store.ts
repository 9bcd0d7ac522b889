/** The port of the embedded service: everything it asks of a store. Both adapters pass one conformance suite. */
import type { Appointment } from '#lib/domains/bookings/appointment.ts'
import type { UserInfo } from '#lib/domains/demographics/user-info.ts'
import type { OrderSearch } from '#lib/domains/orders/order.ts'
import type { LowLevelStatus } from '#lib/domains/orders/status/status-record.ts'
import type { KeyKind } from '#lib/domains/teams/management.ts'
import type { User, UserUpdate } from '#lib/domains/users/user.ts'
import type { PageCursor } from '#lib/kernel/fields.ts'
import type { OrderFacts } from './order-change.ts'
import type { NewMessage } from './outbox.ts'
import type {
  AppointmentRecord,
  ConnectionRecord,
  CredentialRecord,
  ImportBatch,
  ImportOperation,
  ImportProgress,
  ImportResult,
  OrderRecord,
  SealedConnection,
  UserBundle,
  UserRecord,
} from './records.ts'
import type { WebhookStore } from './webhook-store.ts'

export class ClientUserIdTaken extends Error {
  readonly holder: { user_id: string; created_on: string }

  constructor(holder: { user_id: string; created_on: string }) {
    super('client_user_id is taken')
    this.holder = holder
  }
}

/** Thrown by `updateUser` when the ingestion would end before it starts, counting what was stored before. */
export class IngestionReversed extends Error {}

/** The team of deleted users and their orders: no key has it. */
export const NO_TEAM = '00000000-0000-0000-0000-000000000000'

/** How a deletion is undone: by one of the two. */
interface DeletedUser {
  user_id?: string | undefined
  client_user_id?: string | undefined
}

interface DeletedPage {
  since: Date
  after: PageCursor | null
  limit: number
}

interface DeletedUserRecord extends Pick<UserRecord, 'user_id' | 'client_user_id'> {
  deleted_on: string
}

export interface UserStore {
  /** Newest first, then by id. `total` is exact. */
  listUsers(team_id: string, page: { offset: number; limit: number }): Promise<{ users: User[]; total: number }>

  getUser(team_id: string, user_id: string): Promise<UserRecord | null>

  /** The user after the change, or null where the team has none of that id. `now` stamps the fallbacks. */
  updateUser(team_id: string, user_id: string, update: UserUpdate, now: Date): Promise<User | null>

  /** The user after they were made. @throws ClientUserIdTaken */
  createUser(user: UserRecord): Promise<User>

  /** The user with this reference; null where the team has none. */
  findUser(team_id: string, client_user_id: string): Promise<UserRecord | null>

  /** Takes a user out of everything that the team sees, with their orders; false where the team has no such user. */
  deleteUser(team_id: string, user_id: string, at: Date): Promise<boolean>

  /** By ID, or the last deleted of several with one reference; null for none. @throws ClientUserIdTaken */
  undoDeletion(team_id: string, who: DeletedUser, since: Date): Promise<string | null>

  /** Users deleted after `since`, the one deleted last first, then by ID, from after `after`. */
  deletedUsers(team_id: string, page: DeletedPage): Promise<DeletedUserRecord[]>

  /** Removes for good what is personal of the users deleted at `until` or before; their IDs and empty orders stay. */
  purgeDeleted(until: Date): Promise<number>

  /** Replaces the demographics; false where the team has no such user. */
  saveInfo(team_id: string, user_id: string, info: UserInfo): Promise<boolean>

  /** Oldest first, then by slug; null where the team has no such user. */
  listConnections(team_id: string, user_id: string): Promise<ConnectionRecord[] | null>

  /** Adds a connection, or renews the one of the same source and keeps its `created_on`. */
  saveConnection(connection: ConnectionRecord): Promise<void>

  /** Whether there was such a connection. */
  removeConnection(team_id: string, user_id: string, slug: string): Promise<boolean>
}

export interface OrderChange extends Omit<OrderFacts, 'appointment_id'> {
  low: LowLevelStatus
  at: Date
  /** The change of the order's open appointment, in the same transaction. */
  appointment: { id: string; from: string; change: Partial<Appointment> } | null
}

export interface OrderStore {
  /** Filters are combined with AND, the values of one array with OR; ties are broken by id, ascending. */
  searchOrders(team_id: string, search: OrderSearch): Promise<{ orders: OrderRecord[]; total: number | null }>

  getOrder(team_id: string, order_id: string): Promise<OrderRecord | null>

  /** Null unless its newest event is still `after_event_id` and its appointment's status as named: one of two wins. */
  changeOrder(
    team_id: string,
    order_id: string,
    after_event_id: number | null,
    change: OrderChange,
  ): Promise<OrderRecord | null>
}

export interface CredentialStore {
  saveCredential(credential: CredentialRecord): Promise<void>

  /** Null for one that is unknown; whether it has expired is the caller's to say. */
  findCredential(hash: string): Promise<CredentialRecord | null>
}

/** A working connection whose history is to be sent, and the zone that is known of its user. */
interface AwaitedHistory {
  connection: ConnectionRecord
  zone: string | null
}

export interface HistoryStore {
  /** Oldest first. Connections of the sample data, and renewed ones, have theirs. */
  connectionsWithoutHistory(limit: number): Promise<AwaitedHistory[]>

  /** Sends the history of a connection, once, in one transaction. False where that was done before, or it is gone. */
  sendHistory(
    of: Pick<ConnectionRecord, 'user_id' | 'slug'>,
    at: Date,
    messages: readonly NewMessage[],
  ): Promise<boolean>
}

export type Connect = (
  batch: ImportBatch,
  isUser: (user_id: string) => boolean,
  operation: ImportOperation,
) => Promise<SealedConnection[]>

export interface ImportStore {
  /** Durable when it returns: from then on every batch will be handled, once. */
  startImport(operation: ImportOperation, batches: readonly ImportBatch[]): Promise<void>

  /** Connects the team's users of the next batch, others fail. False when done, or while another worker is at it. */
  importNext(operation_id: string, connect: Connect): Promise<boolean>

  /** Whether every batch has been handled. */
  isImported(operation_id: string): Promise<boolean>

  importResult(operation_id: string): Promise<ImportResult>

  unfinishedImports(): Promise<string[]>

  /** Newest first, then by ID, from after `after`. */
  listImports(team_id: string, page: { after: PageCursor | null; limit: number }): Promise<ImportProgress[]>
}

/** A change of an appointment, with the event added to its order. */
interface AppointmentChange {
  appointment: Partial<Appointment>
  order_status: LowLevelStatus | null
  at: Date
}

export interface AppointmentStore {
  /** False when the order has an appointment that is neither completed nor cancelled. `at` is the time of its event. */
  reserveAppointment(record: AppointmentRecord, at: Date): Promise<boolean>

  getAppointment(appointment_id: string): Promise<AppointmentRecord | null>

  /** The order's appointment that is neither completed nor cancelled. */
  findOpenAppointment(order_id: string): Promise<AppointmentRecord | null>

  /** Changes an appointment only while its status is `from`, so that two who try cannot both succeed. */
  changeAppointment(appointment_id: string, from: string, change: AppointmentChange): Promise<AppointmentRecord | null>

  /** Ids of appointments that are reserved or pending although they were to be settled by then. */
  overdueAppointments(at: Date): Promise<string[]>
}

export interface DataSet {
  seed: number
  users: number
  orders: number
  today: Date
}

/** Every change of an order, an appointment or a connection puts its events into the outbox, in the same transaction. */
export interface ServiceStore
  extends UserStore,
    OrderStore,
    CredentialStore,
    ImportStore,
    AppointmentStore,
    HistoryStore,
    TeamStore,
    WebhookStore {
  /** Adds bundles; one that is already there stays as it is. Rows are durable when the call returns. */
  insert(bundles: readonly UserBundle[]): Promise<void>

  /** Notes that a set of sample data is being written; answers the day it is made for, also when it goes on later. */
  beginDataSet(set: DataSet): Promise<Date>
  finishDataSet(seed: number): Promise<void>
  /** Sets that were cut short. */
  unfinishedDataSets(): Promise<DataSet[]>

  /** Whether the team has any user: the data set is written only where it has none. */
  isEmpty(team_id: string): Promise<boolean>
}

export interface TeamRecord {
  id: string
  name: string
  created_at: Date
}

export interface KeyRecord {
  hash: string
  id: string
  kind: KeyKind
  label: string
  prefix: string
  team_ids: string[] | null
  created_at: Date
  last_used_at: Date | null
}

/** Why a team stays: there is none, or it has users. */
type Deletion = 'deleted' | 'missing' | 'has_users'

/** A deleted team is found by nothing here. */
export interface TeamStore {
  /** Adds a team unless its ID is there already. */
  ensureTeam(team: TeamRecord): Promise<void>
  /** False where there are `limit`; many at the same time don't go past it together. */
  addTeam(team: TeamRecord, limit: number): Promise<boolean>
  /** Oldest first, then by ID. */
  listTeams(): Promise<TeamRecord[]>
  findTeam(id: string): Promise<TeamRecord | null>
  /** Null where there is no such team. */
  renameTeam(id: string, name: string): Promise<TeamRecord | null>
  /** Deletes a team with its API keys and, with `force`, its users, whole or not at all. */
  deleteTeam(id: string, at: Date, force: boolean): Promise<Deletion>
  /** Teams deleted after `since`. */
  deletedTeams(since: Date): Promise<string[]>
  /** Deletes all users of a team as `deleteUser` does one. */
  deleteTeamUsers(id: string, at: Date): Promise<void>

  /** The teams of a key are there, and have fewer keys than `limit`; of an organization’s key, all management keys count. */
  addKey(key: Omit<KeyRecord, 'last_used_at'>, limit: number): Promise<'added' | 'no_team' | 'limit'>
  /** API keys of one team, or without one all management keys; oldest first, then by ID. */
  listKeys(team_id: string | null): Promise<KeyRecord[]>
  /** By its hash. */
  findKey(hash: string): Promise<KeyRecord | null>
  /** A key of one team, or without one a management key. Nothing is left of it. */
  removeKey(team_id: string | null, id: string): Promise<void>
  /** Notes that a key was used, unless that was noted after `since`. */
  noteKeyUse(hash: string, at: Date, since: Date): Promise<void>
}
