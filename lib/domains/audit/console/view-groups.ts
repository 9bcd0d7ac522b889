/** The groups of a subject's views, counted in memory: says what the database must say. */
import { type AuditEntry, VIEW_GROUPS, type ViewGroup } from '#lib/domains/audit/audit.ts'
import { VIEWS } from '#lib/domains/audit/views.ts'

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
