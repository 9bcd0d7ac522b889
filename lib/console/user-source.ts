/** Where the directory's users come from: the list of the service behind an environment. */
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

/** The service did not list its users; the message is for people, and repeats nothing of what was sent. */
export class SourceFailure extends Error {
  /** Milliseconds the service asked to be left alone; null where it did not say. */
  readonly wait: number | null

  constructor(message: string, wait: number | null = null) {
    super(message)
    this.wait = wait
  }
}
