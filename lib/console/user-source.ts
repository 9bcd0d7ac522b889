/** The source of the directory's users: the user list of an environment's service. */
import type { User } from '#lib/domains/users/user.ts'

/** Users a page: the most that the service gives. */
export const USERS_PAGE = 500

export interface ServicePage {
  users: readonly User[]
  /** Entries of the page, those that could not be read among them. */
  entries: number
  unreadable: number
  /** Length of the whole list. */
  total: number
}

export interface UserSource {
  /** @throws SourceFailure; what ends by the signal is thrown as it is. */
  listUsers(environment: string, page: { offset: number; limit: number }, signal: AbortSignal): Promise<ServicePage>
}

/** The service failed to list its users; the message is for people and repeats nothing that was sent. */
export class SourceFailure extends Error {
  /** Milliseconds from the service's `Retry-After`; null where it sent none. */
  readonly wait: number | null
  /** Status of the service's response; null when none was understood. */
  readonly status: number | null

  constructor(message: string, wait: number | null = null, status: number | null = null) {
    super(message)
    this.wait = wait
    this.status = status
  }
}
