/** The store that runs: Drizzle over PGlite or PostgreSQL, the same answers as the memory model. */

import { postgresAudit } from '#lib/domains/audit/console/store-sql.ts'
import { postgresBookings } from '#lib/domains/bookings/console/store-sql.ts'
import { postgresCatalog } from '#lib/domains/catalog/console/store-sql.ts'
import { postgresImports } from '#lib/domains/connections/console/store-sql.ts'
import { postgresEvents } from '#lib/domains/events/console/store-sql.ts'
import {
  postgresAcknowledgements,
  postgresCallbacks,
  postgresSettings,
  postgresWorklist,
} from '#lib/domains/orders/console/store-sql.ts'
import { postgresDirectory } from '#lib/domains/users/console/store/store-sql.ts'
import { postgresDirectoryConnections } from '#lib/domains/users/console/store/store-sql-connections.ts'
import { postgresCrawl } from '#lib/domains/users/console/store/store-sql-crawl.ts'
import { postgresData, postgresReferences } from '#lib/domains/users/console/store/store-sql-data.ts'
import { postgresStates } from '#lib/domains/users/console/store/store-sql-states.ts'
import { postgresViews } from '#lib/domains/views/console/store-sql.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { ConsoleStore } from './store.ts'

/** Creates the console's store on PostgreSQL or PGlite; the migrations must have run. */
export function createPostgresConsoleStore(db: Database): ConsoleStore {
  return {
    ...postgresAudit(db),
    ...postgresDirectory(db),
    ...postgresReferences(db),
    ...postgresDirectoryConnections(db),
    ...postgresCrawl(db),
    ...postgresStates(db),
    ...postgresData(db),
    ...postgresAcknowledgements(db),
    ...postgresWorklist(db),
    ...postgresCallbacks(db),
    ...postgresViews(db),
    ...postgresSettings(db),
    ...postgresImports(db),
    ...postgresCatalog(db),
    ...postgresBookings(db),
    ...postgresEvents(db),
  }
}
