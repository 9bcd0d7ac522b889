/** The record of bulk imports: who imported what from where, and how it went. No token, no user, no file name. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { isoDateTime, uuid } from '#lib/kernel/fields.ts'
import { providerSlug } from './connection.ts'

/** Rows of one file at most. */
const MAX_IMPORT_ROWS = 100_000
const count = z.int().min(0).max(MAX_IMPORT_ROWS)

/** `stopped`: somebody stopped it, so some rows were never sent. */
export const IMPORT_STATES = ['running', 'paused', 'stopped', 'done'] as const

/** Counts of rows; those that were not sent, or got no answer, are what is left of `rows`. */
const progress = z.object({
  provider: providerSlug,
  state: z.enum(IMPORT_STATES),
  rows: count,
  connected: count,
  failed: count,
})

/** `changed_at` is when the browser that runs the import last reported. */
export const pastImport = progress.extend({
  id: uuid,
  started_by: z.string(),
  started_at: isoDateTime,
  changed_at: isoDateTime,
})
export type PastImport = z.infer<typeof pastImport>

export const IMPORT_KEPT_DAYS = 400
/** The newest that are shown. */
export const MAX_IMPORTS_SHOWN = 50

export const listImports = endpoint({
  name: 'list_imports',
  path: '/imports/{environment}',
  permission: 'connections:import',
  params: inEnvironment,
  response: z.object({ imports: z.array(pastImport) }),
})

/** How far an import is; the first report begins its record. 404 for one that somebody else began. */
export const recordImport = endpoint({
  name: 'record_import',
  method: 'POST',
  path: '/imports/{environment}/{import_id}',
  permission: 'connections:import',
  params: inEnvironment.extend({ import_id: uuid }),
  body: progress.refine(
    ({ rows, connected, failed }) => connected + failed <= rows,
    'More rows have a result than the file has. Check the counts.',
  ),
  response: pastImport,
})
