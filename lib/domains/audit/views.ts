/** Which entries of the audit log are views of a person, and which are changes. Derived from the endpoint tables. */
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { countSubjectViews, exportAudit, listAudit } from './audit.ts'
import { exportPersonAudit, listSubjectChanges } from './person.ts'
import { reportAction } from './report-action.ts'
import { reviewViewers } from './review-schema.ts'

const OF_THE_LOG: ReadonlySet<string> = new Set(
  [listAudit, exportAudit, countSubjectViews, listSubjectChanges, exportPersonAudit, reviewViewers].map(
    ({ name }) => name,
  ),
)
/** Neither read nor changed by what they say of themselves. */
const NO_CHANGES: ReadonlySet<string> = new Set([
  reportAction.name,
  'reveal_patient_data',
  'refresh_directory',
  'check_connections',
])

const ENDPOINTS = [...endpointList, ...consoleEndpointList]

/** Names of the reads that show somebody, when they are done. */
export const VIEWS: readonly string[] = ENDPOINTS.flatMap(({ name, safe }) =>
  safe && !OF_THE_LOG.has(name) ? [name] : [],
)

/** Names of what changes something. */
export const CHANGES: readonly string[] = ENDPOINTS.flatMap(({ name, safe }) =>
  safe || NO_CHANGES.has(name) ? [] : [name],
)
