/** The counts of a review, in memory: says what the database must say. */
import { type AuditEntry, VIEW_GROUPS, type ViewGroup } from '#lib/domains/audit/audit.ts'
import { ABOUT_USERS, kindsOf, type MonthCount, REVIEWED_EXPORTS, USUAL_MONTHS } from '#lib/domains/audit/review.ts'
import { monthBefore, type ReviewSearch } from '#lib/domains/audit/review-schema.ts'
import { VIEWS } from '#lib/domains/audit/views.ts'
import type { AuditReach, ReviewStore } from './store.ts'

const aboutUsers = new Set(ABOUT_USERS)
const exports = new Set(REVIEWED_EXPORTS)

/** `log` is every entry, oldest first. */
export function memoryReview(log: readonly AuditEntry[]): ReviewStore {
  return {
    countViewers: async () => false,

    async viewerCounts(search, reach) {
      const counts = countsOf(log.flatMap((entry) => marksOf(entry, search, reach)))
      const people = new Set(counts.flatMap(({ month, actor_id }) => (month === search.month ? [actor_id] : [])))
      return { counts, who: [...people].map((id) => whoIs(log, id)), counted_to: log.at(-1)?.at ?? null }
    },
  }
}

/** One thing to count: a user, who counts once, or rows. */
interface CountMark extends Omit<MonthCount, 'count'> {
  what: string | number
}

function marksOf(entry: AuditEntry, search: ReviewSearch, reach: AuditReach | null): CountMark[] {
  const { actor_id, role, outcome, environment, at, details, subjects } = entry
  const month = at.slice(0, 7)
  if (outcome !== 'done' || environment === null || actor_id === null || role === null) return []
  if (month < monthBefore(search.month, USUAL_MONTHS) || month > search.month) return []
  if (search.environment !== undefined && environment !== search.environment) return []
  if (reach && !reach.environments.includes(environment)) return []
  const of = { month, environment, actor_id }
  const rows: CountMark[] = exports.has(entry.action)
    ? [{ ...of, kind: 'exported', what: details?.rows ?? subjects.length }]
    : []
  return [...rows, ...kindsOf(entry).flatMap((kind) => usersOf(entry).map((what) => ({ ...of, kind, what })))]
}

function countsOf(marks: readonly CountMark[]): MonthCount[] {
  const known = new Set<string>()
  const counts = new Map<string, MonthCount>()
  for (const { what, ...of } of marks) {
    const key = JSON.stringify(of)
    const count = counts.get(key)?.count ?? 0
    const isKnown = typeof what === 'string' && known.has(`${key}${what}`)
    known.add(`${key}${what}`)
    counts.set(key, { ...of, count: count + (typeof what === 'number' ? what : Number(!isKnown)) })
  }
  return [...counts.values()]
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

/** The groups of a subject's views, counted in memory: says what the database must say. */
const views: ReadonlySet<string> = new Set(VIEWS)

/** `entries` are those about the subject, oldest first; days are those of `time_zone`. */
export function viewGroupsOf(entries: readonly AuditEntry[], time_zone: string) {
  const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone })
  const groups = new Map<string, ViewGroup & { last_id: number }>()
  for (const entry of entries) {
    const { id, at, actor_id, actor_email, role, environment } = entry
    const day = dayFormat.format(new Date(at))
    const key = JSON.stringify([day, actor_id, actor_email, role, environment])
    const who = { day, actor_id, actor_email, role, environment }
    const group = groups.get(key) ?? { ...who, listed: 0, opened: 0, masked: 0, other: 0, last_at: at, last_id: id }
    count(group, entry)
    if (at > group.last_at) group.last_at = at
    groups.set(key, { ...group, last_id: id })
  }
  const sorted = [...groups.values()].sort((a, b) => b.day.localeCompare(a.day) || b.last_id - a.last_id)
  return {
    groups: sorted.slice(0, VIEW_GROUPS).map(({ last_id, ...group }) => group),
    is_cut: sorted.length > VIEW_GROUPS,
  }
}

function count(group: ViewGroup, { action, outcome, listed, masked }: AuditEntry) {
  if (outcome !== 'done' || !views.has(action)) group.other += 1
  else {
    group[listed ? 'listed' : 'opened'] += 1
    if (masked) group.masked += 1
  }
}
