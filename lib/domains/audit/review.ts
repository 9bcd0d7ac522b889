/** People with the most views in a month against their normal: pure rules, and the endpoint's schemas. */
import { REPORTED_ACTIONS } from './report-action.ts'
import type { ReviewedPerson, ReviewSearch } from './review-schema.ts'
import { CHANGES, VIEWS } from './views.ts'

/** Months before the one that is reviewed, from which the usual number is taken. */
export const USUAL_MONTHS = 6

/** `exported` counts rows of files; the others count users, each once a month. */
export const REVIEW_KINDS = ['viewed', 'opened', 'changed', 'exported'] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** Actions that make a file. */
export const REVIEWED_EXPORTS: readonly string[] = REPORTED_ACTIONS.filter((action) => action.startsWith('export_'))

const views = new Set(VIEWS)
const changes = new Set(CHANGES)

/** Returns what an action that is done counts as; nothing for what says nothing of people. */
export function kindsOf({ action, listed }: { action: string; listed: boolean }): ReviewKind[] {
  if (views.has(action)) return listed ? ['viewed'] : ['viewed', 'opened']
  return changes.has(action) ? ['changed'] : []
}

/** Actions whose subjects are users, in entries from before the log said which subjects are. */
export const ABOUT_USERS: readonly string[] = [
  'list_users',
  'search_directory',
  'search_directory_connections',
  'get_directory_user',
  'get_latest_user_info',
  'list_user_providers',
  'update_user',
  'update_user_info',
  'deregister_provider',
  'bulk_import_connections',
]

export interface MonthCount {
  /** `2026-11`. */
  month: string
  environment: string
  actor_id: string
  kind: ReviewKind
  count: number
}

type Who = Pick<ReviewedPerson, 'actor_id' | 'actor_email' | 'actor_name' | 'role'>

/** Returns the review of a month, most people viewed first; who did nothing in it isn't there. */
export function reviewOf(
  counts: readonly MonthCount[],
  who: readonly Who[],
  { month }: Pick<ReviewSearch, 'month'>,
): ReviewedPerson[] {
  const known = new Map(who.map((person) => [person.actor_id, person]))
  const people = [...new Set(counts.filter((each) => each.month === month).map(({ actor_id }) => actor_id))]
  const reviewed = people.map((actor_id): ReviewedPerson => {
    const own = counts.filter((each) => each.actor_id === actor_id)
    const sum = (of: string, kind: ReviewKind) =>
      own.reduce((total, each) => total + (each.month === of && each.kind === kind ? each.count : 0), 0)
    const worked = [...new Set(own.map((each) => each.month))].filter((each) => each < month)
    return {
      ...(known.get(actor_id) ?? { actor_email: null, actor_name: null, role: null }),
      actor_id,
      viewed: sum(month, 'viewed'),
      opened: sum(month, 'opened'),
      changed: sum(month, 'changed'),
      exported_rows: sum(month, 'exported'),
      usual: median(worked.map((each) => sum(each, 'viewed'))),
      usual_months: worked.length,
    }
  })
  return reviewed.sort((a, b) => b.viewed - a.viewed || b.opened - a.opened || a.actor_id.localeCompare(b.actor_id))
}

/** Null for none; of an even number the mean of the two in the middle. */
function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return null
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (low + high) / 2
}
