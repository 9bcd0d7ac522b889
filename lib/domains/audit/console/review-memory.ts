/** The counts of a review, in memory: says what the database must say. */
import type { AuditEntry } from '#lib/domains/audit/audit.ts'
import {
  ABOUT_USERS,
  kindsOf,
  type MonthCount,
  monthBefore,
  type ReviewKind,
  REVIEWED_EXPORTS,
  USUAL_MONTHS,
} from '#lib/domains/audit/review.ts'
import type { ReviewStore } from './store.ts'

const aboutUsers = new Set(ABOUT_USERS)
const exports = new Set(REVIEWED_EXPORTS)

/** `log` is every entry, oldest first. */
export function memoryReview(log: readonly AuditEntry[]): ReviewStore {
  return {
    countViewers: async () => false,

    async viewerCounts({ month, environment }, reach) {
      const first = monthBefore(month, USUAL_MONTHS)
      const people = new Map<string, Set<string>>()
      const counts = new Map<string, MonthCount>()
      const add = (key: Omit<MonthCount, 'count'>, count: number) => {
        const id = JSON.stringify(key)
        counts.set(id, { ...key, count: (counts.get(id)?.count ?? 0) + count })
      }
      for (const entry of log) {
        const { actor_id, role, outcome } = entry
        const of = entry.at.slice(0, 7)
        if (outcome !== 'done' || entry.environment === null || actor_id === null || role === null) continue
        if (of < first || of > month || (environment !== undefined && entry.environment !== environment)) continue
        if (reach && !reach.environments.includes(entry.environment)) continue
        const key = (kind: ReviewKind) => ({ month: of, environment: entry.environment ?? '', actor_id, kind })
        if (exports.has(entry.action)) add(key('exported'), entry.details?.rows ?? entry.subjects.length)
        for (const kind of kindsOf(entry)) {
          const id = JSON.stringify(key(kind))
          const known = people.get(id) ?? new Set()
          people.set(id, known)
          const before = known.size
          for (const user of usersOf(entry)) known.add(user)
          if (known.size > before) add(key(kind), known.size - before)
        }
      }
      const rows = [...counts.values()]
      const ids = [...new Set(rows.filter((row) => row.month === month).map(({ actor_id }) => actor_id))]
      return { counts: rows, who: ids.map((id) => whoIs(log, id)), counted_to: log.at(-1)?.at ?? null }
    },
  }
}

function usersOf({ subjects, user_count, action }: AuditEntry): string[] {
  return subjects.slice(0, user_count ?? (aboutUsers.has(action) ? subjects.length : 0))
}

function whoIs(log: readonly AuditEntry[], actor_id: string) {
  const own = log.filter((entry) => entry.actor_id === actor_id)
  const newest = own.at(-1)
  const named = own.findLast(({ actor_name }) => actor_name !== undefined)
  return {
    actor_id,
    actor_email: newest?.actor_email ?? null,
    actor_name: named?.actor_name ?? null,
    role: newest?.role ?? null,
  }
}
