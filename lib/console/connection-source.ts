/** The source of connections' states: the list of a user's providers, as an environment's service gives it. */
import type { Connection } from '#lib/domains/connections/connection.ts'

export interface ConnectionSource {
  /**
   * Null where this user's connections can't be read: the service doesn't know the user, or its answer isn't understood.
   * @throws SourceFailure; what ends by the signal is thrown as it is.
   */
  listConnections(environment: string, user_id: string, signal: AbortSignal): Promise<readonly Connection[] | null>
}
