import type { News, Notice } from '#lib/domains/staff/notices.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { ResetRequest, SecondFactorAfterReset } from '#lib/domains/staff/staff.ts'

/** Person who acts: the `user` of a session. */
export interface Actor {
  readonly id: string
  readonly email: string
  /** For the audit log. */
  readonly name?: string
  readonly role: Role
  readonly environments: readonly string[] | null
}

/** Times are ISO 8601 in UTC. */
export interface StaffRecord {
  id: string
  /** In lower case. */
  email: string
  name: string
  role: Role
  /** Ids of the environments the person may enter; null for all. */
  environments: string[] | null
  /** Null until the first password is set or the first single sign-on. */
  activated_at: string | null
  disabled_at: string | null
  second_factor: boolean
  created_at: string
  last_seen_at: string | null
  /** When the person last stopped being an active administrator of all environments, or was reset as one; null if never. */
  administrator_until: string | null
  /** When they became one, or accepted the invitation as one; null for who was one before this was noted. */
  administrator_since: string | null
  /** A reset that waits for another administrator's consent, if it is not too old. */
  reset_request: ResetRequest | null
}

export type NewStaff = Pick<StaffRecord, 'id' | 'email' | 'name' | 'role' | 'environments'>

export type StaffChanges = Partial<
  Pick<
    StaffRecord,
    | 'name'
    | 'email'
    | 'role'
    | 'environments'
    | 'activated_at'
    | 'disabled_at'
    | 'second_factor'
    | 'administrator_until'
    | 'administrator_since'
    | 'reset_request'
  >
>

/** A link to the set-up page that can be used once. */
export interface OneTimeLink {
  link: string
  expires_at: string
}

export interface StaffTransaction {
  find(id: string): Promise<StaffRecord | null>
  /** Adds an invited person; `taken` where someone has the email address. */
  add(person: NewStaff): Promise<StaffRecord | 'taken'>
  update(id: string, changes: StaffChanges): Promise<StaffRecord>
  /** Whether there is an active administrator of all environments other than these people; with `since`, or was one then. */
  hasAdministrator(except: readonly string[], since?: string): Promise<boolean>
  /** Whether someone else has this email address, in any case. */
  isTaken(email: string, besides: string): Promise<boolean>
  /** Makes a role need a second factor from now on, or takes that back. */
  setFactorRole(role: Role, isRequired: boolean): Promise<void>
  /** Removes a person with their sessions, links, password and notices. */
  remove(id: string): Promise<void>
  /** Makes a link in place of earlier ones of the same person. */
  makeLink(id: string): Promise<OneTimeLink>
  dropLinks(id: string): Promise<void>
  endSessions(id: string): Promise<void>
  /** Removes the password, blocks the identity of single sign-on and, unless it is kept, removes the second factor. */
  deleteCredentials(id: string, second_factor: SecondFactorAfterReset): Promise<void>
  /** Adds a notice for the person concerned and all active administrators of all environments, except the actor. */
  notify(news: News): Promise<void>
}

export interface StaffStore {
  /** Ordered by email address, by code points. */
  list(): Promise<StaffRecord[]>
  /** Returns the roles that need a second factor by the console's own setting, in the order of roles. */
  factorRoles(): Promise<Role[]>
  /** Returns when people's one-time links expire or expired, by the person's ID; not within a change. */
  linkExpiries(): Promise<ReadonlyMap<string, string>>
  /** Runs changes one at a time across all instances; rolls back when `work` throws. */
  change<T>(work: (tx: StaffTransaction) => Promise<T>): Promise<T>
  notices(staff_id: string): Promise<Notice[]>
  /** A person has seen these of theirs. */
  dismissNotices(staff_id: string, ids: readonly string[]): Promise<void>
}
