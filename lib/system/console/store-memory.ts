/** The readable model of the console's store: a plain list, instant, and able to run in a browser. */

import type { AuditEntry, AuditSearch } from '#lib/domains/audit/audit.ts'
import { auditDates } from '#lib/domains/audit/console/audit-dates.ts'
import type { AuditReach } from '#lib/domains/audit/console/store.ts'
import { viewGroupsOf } from '#lib/domains/audit/console/view-groups.ts'
import { memoryBookings } from '#lib/domains/bookings/console/store-memory.ts'
import { memoryCatalog } from '#lib/domains/catalog/console/store-memory.ts'
import { memoryImports } from '#lib/domains/connections/console/store-memory.ts'
import { memoryAcknowledgements } from '#lib/domains/orders/console/overview/store-memory.ts'
import { memorySettings } from '#lib/domains/orders/console/stuck-limits/store-memory.ts'
import { memoryViews } from '#lib/domains/orders/console/views/store-memory.ts'
import { memoryDirectory } from '#lib/domains/users/console/store-memory.ts'
import type { ConsoleStore } from './store.ts'

/**
 * Creates the console's store in memory, for the demo and tests. Same behavior as the SQL one, but the audit log has
 * no hash chain.
 */
export function createMemoryConsoleStore(): ConsoleStore {
  const log: AuditEntry[] = []
  const ended = new Set<number>()

  /** Oldest first. */
  function matching(search: Omit<AuditSearch, 'limit'>, reach: AuditReach | null): AuditEntry[] {
    const isCovered = (entry: AuditEntry) => entry.outcome === 'started' && ended.has(entry.id)
    const isSeen = ({ environment, actor_id, subjects }: AuditEntry) => {
      if (reach === null) return true
      if (environment !== null) return reach.environments.includes(environment)
      return [actor_id ?? '', ...subjects].some((id) => reach.people.includes(id))
    }
    return log.filter((entry) => !isCovered(entry) && isSeen(entry) && matches(entry, search))
  }

  return {
    ...memoryDirectory(),
    ...memoryImports(),
    ...memoryAcknowledgements(),
    ...memoryViews(),
    ...memorySettings(),
    ...memoryCatalog(),
    ...memoryBookings(),

    async appendAudit({ completes, ...entry }) {
      if (completes !== null && ended.has(completes)) throw new Error('A change ends once.')
      if (completes !== null) ended.add(completes)
      const kept = { ...entry, at: new Date(entry.at).toISOString(), subjects: [...entry.subjects], id: log.length + 1 }
      log.push(kept)
      return { ...kept, subjects: [...kept.subjects] }
    },

    async searchAudit(search, reach, maxSubjects) {
      const found = matching(search, reach).reverse()
      const page = structuredClone(found.slice(0, search.limit))
      const next = found.length > search.limit ? (page.at(-1)?.id ?? null) : null
      return { ...withSubjects(page, maxSubjects, search.subject), next }
    },

    countViews: async ({ time_zone, ...search }, reach) => viewGroupsOf(matching(search, reach), time_zone),
  }
}

function withSubjects(entries: AuditEntry[], maxSubjects = Number.POSITIVE_INFINITY, first?: string) {
  const more_subjects: Record<string, number> = {}
  const shown = entries.map((entry) => {
    const more = entry.subjects.length - maxSubjects
    if (more <= 0) return entry
    more_subjects[entry.id] = more
    const sorted = [...entry.subjects].sort((a, b) => Number(b === first) - Number(a === first))
    return { ...entry, subjects: sorted.slice(0, maxSubjects) }
  })
  return { entries: shown, more_subjects }
}

function matches(entry: AuditEntry, search: Omit<AuditSearch, 'limit'>) {
  const { from, to } = auditDates(search)
  const at = new Date(entry.at)
  return (
    (search.before === undefined || entry.id < search.before) &&
    (from === null || at >= from) &&
    (to === null || at <= to) &&
    (search.actor_id === undefined || entry.actor_id === search.actor_id) &&
    (search.environment === undefined || entry.environment === search.environment) &&
    (search.subject === undefined || entry.subjects.includes(search.subject)) &&
    among(entry.action, search.action) &&
    among(entry.outcome, search.outcome)
  )
}

function among(value: string, wanted: readonly string[] | undefined) {
  return !wanted?.length || wanted.includes(value)
}
