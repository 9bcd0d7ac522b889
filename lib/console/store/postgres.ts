/** The store that runs: Drizzle over PGlite or PostgreSQL, the same answers as the memory model. */
import type { Database } from '#lib/db/database.ts'
import type { ConsoleStore } from './port.ts'
import { postgresAcknowledgements } from './postgres-acknowledgements.ts'
import { postgresAudit } from './postgres-audit.ts'
import { postgresBookings } from './postgres-bookings.ts'
import { postgresCatalogue } from './postgres-catalogue.ts'
import { postgresCrawl } from './postgres-crawl.ts'
import { postgresDirectory } from './postgres-directory.ts'
import { postgresDirectoryConnections } from './postgres-directory-connections.ts'
import { postgresSettings } from './postgres-settings.ts'
import { postgresViews } from './postgres-views.ts'

export function createPostgresConsoleStore(db: Database): ConsoleStore {
  return {
    ...postgresAudit(db),
    ...postgresDirectory(db),
    ...postgresDirectoryConnections(db),
    ...postgresCrawl(db),
    ...postgresAcknowledgements(db),
    ...postgresViews(db),
    ...postgresSettings(db),
    ...postgresCatalogue(db),
    ...postgresBookings(db),
  }
}
