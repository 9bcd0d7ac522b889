/** Which entries of the audit log are views of a person. Derived from the endpoint tables. */
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { countSubjectViews, exportAudit, listAudit } from './audit.ts'
import { reviewViewers } from './review-schema.ts'

const OF_THE_LOG: ReadonlySet<string> = new Set([listAudit, exportAudit, countSubjectViews, reviewViewers].map(({ name }) => name))

/** Names of the reads that show somebody, when they are done. */
export const VIEWS: readonly string[] = [...endpointList, ...consoleEndpointList].flatMap(({ name, safe }) =>
  safe && !OF_THE_LOG.has(name) ? [name] : [],
)
