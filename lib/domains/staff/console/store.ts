/** What the rules about staff ask of a store. */
import type { Role } from '#lib/domains/staff/roles.ts'

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
}

export type NewStaff = Pick<StaffRecord, 'id' | 'email' | 'name' | 'role' | 'environments'>

export type StaffChanges = Partial<
  Pick<StaffRecord, 'role' | 'environments' | 'activated_at' | 'disabled_at' | 'second_factor'>
>

/** A link to the set-up page that can be used once. */
export interface OneTimeLink {
  link: string
  expires_at: string
}

/** What can be done within a change. */
export interface StaffTransaction {
  find(id: string): Promise<StaffRecord | null>
  /** Adds an invited person; `taken` where someone has the e-mail address. */
  add(person: NewStaff): Promise<StaffRecord | 'taken'>
  update(id: string, changes: StaffChanges): Promise<StaffRecord>
  /** Whether there is an active administrator of all environments other than this person. */
  hasAdministrator(except_id: string): Promise<boolean>
  /** Makes a link in place of earlier ones of the same person. */
  makeLink(id: string): Promise<OneTimeLink>
  dropLinks(id: string): Promise<void>
  endSessions(id: string): Promise<void>
  /** Removes the password, the identities of single sign-on and the second factor. */
  forgetCredentials(id: string): Promise<void>
}

export interface StaffStore {
  /** Ordered by e-mail address, by code points. */
  list(): Promise<StaffRecord[]>
  /** Runs changes one at a time among all instances; where `work` throws, nothing of it is kept. */
  change<T>(work: (tx: StaffTransaction) => Promise<T>): Promise<T>
}
