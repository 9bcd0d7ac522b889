/** The readable model of the console's store: a plain list, instant, and able to run in a browser. */

import { memoryRecords } from '#lib/console/records.ts'
import type { AuditEntry, AuditSearch } from '#lib/domains/audit/audit.ts'
import { auditDates } from '#lib/domains/audit/console/audit.ts'
import { memoryReview, viewGroupsOf } from '#lib/domains/audit/console/review-memory.ts'
import type { AuditReach } from '#lib/domains/audit/console/store.ts'
import { askedIds, NO_ENVIRONMENT, subjectsAmong } from '#lib/domains/audit/console/subject-parts.ts'
import { REPORTED_ACTIONS } from '#lib/domains/audit/report-action.ts'
import { memoryBookings } from '#lib/domains/bookings/console/store-memory.ts'
import { memoryCatalog } from '#lib/domains/catalog/console/store-memory.ts'
import { memoryEvents } from '#lib/domains/events/console/store-memory.ts'
import { memoryAcknowledgements, memoryCallbacks } from '#lib/domains/orders/console/store-memory.ts'
import { memoryDirectory } from '#lib/domains/users/console/store/store-memory.ts'
import { memoryViews } from '#lib/domains/views/console/store-memory.ts'
import { inList } from '#lib/kernel/list/count-window.ts'
import type { ConsoleStore } from './store.ts'

type Search = Omit<AuditSearch, 'limit' | 'subject'>

/** Behaves as the SQL store, but the audit log has no hash chain. */
export function createMemoryConsoleStore(): ConsoleStore {
  const log: AuditEntry[] = []
  const ended = new Set<number>()

  function* subjects() {
    for (const { environment, subjects: ids } of log) {
      for (const id of ids) yield [environment ?? NO_ENVIRONMENT, id] as const
    }
  }

  /** Oldest first; `ids` null for everybody. */
  function matching(search: Search, reach: AuditReach | null, ids: readonly string[] | null): AuditEntry[] {
    const isCovered = (entry: AuditEntry) => entry.outcome === 'started' && ended.has(entry.id)
    const isSeen = ({ environment, actor_id, subjects }: AuditEntry) => {
      if (reach === null) return true
      if (environment !== null) return reach.environments.includes(environment)
      return [actor_id ?? '', ...subjects].some((id) => reach.people.includes(id))
    }
    const isAsked = (entry: AuditEntry) => ids === null || entry.subjects.some((id) => ids.includes(id))
    return log.filter((entry) => !isCovered(entry) && isSeen(entry) && isAsked(entry) && matches(entry, search))
  }

  return {
    ...memoryDirectory(),
    ...memoryRecords(),
    ...memoryAcknowledgements(),
    ...memoryCallbacks(),
    ...memoryViews(),
    ...memoryCatalog(),
    ...memoryBookings(),
    ...memoryEvents(),
    ...memoryReview(log),

    async appendAudit({ completes, ...entry }) {
      if (completes !== null && ended.has(completes)) throw new Error('A change ends once.')
      if (completes !== null) ended.add(completes)
      const kept = { ...entry, at: new Date(entry.at).toISOString(), subjects: [...entry.subjects], id: log.length + 1 }
      log.push(kept)
      return { ...kept, subjects: [...kept.subjects] }
    },

    async searchAudit({ subject, ...search }, reach, maxSubjects) {
      const { environment } = search
      const { ids, id_matches } = await askedIds(subject, async (part) =>
        subjectsAmong(subjects(), { part, environment, reach }),
      )
      if (id_matches?.is_cut) return { entries: [], next: null, more_subjects: {}, id_matches }
      const found = matching(search, reach, ids).reverse()
      const page = structuredClone(found.slice(0, search.limit))
      const next = found.length > search.limit ? (page.at(-1)?.id ?? null) : null
      return { ...withSubjects(page, maxSubjects, ids ?? []), next, id_matches }
    },

    async countAudit({ subject, ...search }, reach) {
      const { environment } = search
      const { ids } = await askedIds(subject, async (part) => subjectsAmong(subjects(), { part, environment, reach }))
      return matching(search, reach, ids).length
    },

    findSubjects: async (asked) => subjectsAmong(subjects(), asked),
    indexSubjects: async () => false,

    async subjectsShown({ actor_id, environment, since }, asked) {
      const reports: ReadonlySet<string> = new Set(REPORTED_ACTIONS)
      const shown = log.filter(
        (entry) =>
          entry.actor_id === actor_id &&
          entry.environment === environment &&
          entry.outcome === 'done' &&
          new Date(entry.at) >= since &&
          !reports.has(entry.action),
      )
      const known = new Set(shown.flatMap((entry) => entry.subjects))
      return asked.filter((id) => known.has(id))
    },

    countViews: async ({ time_zone, subject, ...search }, reach) =>
      viewGroupsOf(matching(search, reach, [subject]), time_zone),
  }
}

function withSubjects(
  entries: AuditEntry[],
  maxSubjects: number = Number.POSITIVE_INFINITY,
  first: readonly string[] = [],
) {
  const more_subjects: Record<string, number> = {}
  const shown = entries.map((entry) => {
    const more = entry.subjects.length - maxSubjects
    if (more <= 0) return entry
    more_subjects[entry.id] = more
    const sorted = [...entry.subjects].sort((a, b) => Number(first.includes(b)) - Number(first.includes(a)))
    const { user_count, ...cut } = { ...entry, subjects: sorted.slice(0, maxSubjects) }
    const isKnown = user_count !== undefined && first.length === 0
    return isKnown ? { ...cut, user_count: Math.min(user_count, maxSubjects) } : cut
  })
  return { entries: shown, more_subjects }
}

function matches(entry: AuditEntry, search: Search) {
  const { from, to } = auditDates(search)
  const at = new Date(entry.at)
  return (
    (search.before === undefined || entry.id < search.before) &&
    (from === null || at >= from) &&
    (to === null || at <= to) &&
    (search.actor_id === undefined || entry.actor_id === search.actor_id) &&
    (search.environment === undefined || entry.environment === search.environment) &&
    inList(entry.action, search.action) &&
    inList(entry.outcome, search.outcome)
  )
}
