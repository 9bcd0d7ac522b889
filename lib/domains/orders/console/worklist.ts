/** The worklist of an environment: what the overview found, beside what the console keeps of who works on it. */
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import type { FoundProblem, FoundProblems } from '#lib/domains/orders/console/overview/overview.ts'
import { type Order, personOn } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import type { Visit } from '#lib/domains/orders/visit.ts'
import {
  kindOfStatus,
  NO_MARK,
  SNOOZE_MAX,
  type Snooze,
  WORKLIST_FILTERS,
  type Worklist,
  type WorklistFilter,
  type WorklistItem,
  type WorklistMark,
  worklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { timeAgo } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

interface WorklistOptions {
  problems: (environment: string, all?: boolean) => Promise<FoundProblems>
  store: RecordStore
  now: () => Date
  /** Names of the people who can enter an environment, by their IDs: work of anybody else is unassigned. Without it everybody can. */
  staffOf?: ((environment: string) => Promise<ReadonlyMap<string, string>>) | undefined
}

interface Asked {
  filter: WorklistFilter
  limit: number
  check: 'first' | 'all'
  viewer_id: string
}

interface Change {
  version: number
  owner?: 'me' | 'none' | undefined
  snooze?: Pick<Snooze, 'until' | 'reason' | 'comment' | 'since'> | null | undefined
}

interface Given {
  environment: string
  order_id: string
  change: Change
  by: { id: string; name: string }
}

export interface WorklistOf {
  list(environment: string, asked: Asked): Promise<Worklist>
  find(environment: string, order_id: string): Promise<{ needs_action: boolean; mark: WorklistMark }>
  /** @throws ApiError 404, 409 or 422 */
  mark(given: Given): Promise<WorklistMark>
}

const NEW_PROBLEM = 'Something new has happened to this order. Nothing was changed. The list shows it now.'
const GONE = 'This order no longer needs action. Nothing was changed.'

export function createWorklist({ problems, store, now, staffOf }: WorklistOptions): WorklistOf {
  async function problemOf(environment: string, order_id: string) {
    const isAsked = (problem: FoundProblem) => problem.order_id === order_id
    const first = await problems(environment)
    const found = first.problems.find(isAsked)
    return found || first.unchecked === 0 ? found : (await problems(environment, true)).problems.find(isAsked)
  }
  const records = recordsOf(store, 'worklist_mark', worklistMark.omit({ version: true }))
  async function marksOf(environment: string, order_ids: readonly string[]): Promise<Map<string, WorklistMark>> {
    const found = await records.find(environment, order_ids)
    return new Map(found.map(({ key, version, body }) => [key, { version, ...body }]))
  }
  const markOn = async (environment: string, order_id: string) =>
    (await marksOf(environment, [order_id])).get(order_id) ?? NO_MARK
  async function withStaff(environment: string): Promise<(mark?: WorklistMark) => WorklistMark> {
    const staff = await staffOf?.(environment)
    const hasLeft = ({ owner }: WorklistMark) => owner !== null && staff?.has(owner.id) === false
    return (mark = NO_MARK) => (hasLeft(mark) ? { ...mark, owner: null } : mark)
  }

  return {
    async list(environment, asked) {
      const found = await problems(environment, asked.check === 'all')
      const marks = await marksOf(
        environment,
        found.problems.map(({ order_id }) => order_id),
      )
      const present = await withStaff(environment)
      const items = found.problems.map((problem) => itemOf(problem, present(marks.get(problem.order_id))))
      return worklistOf(found, items, { ...asked, now: now().getTime() })
    },

    async find(environment, order_id) {
      const [problem, kept] = await Promise.all([problemOf(environment, order_id), markOn(environment, order_id)])
      const mark = (await withStaff(environment))(kept)
      const waits = problem !== undefined && isSnoozed(itemOf(problem, mark), now().getTime())
      return { needs_action: problem !== undefined, mark: waits ? mark : { ...mark, snooze: null } }
    },

    async mark({ environment, order_id, change, by }) {
      const problem = await problemOf(environment, order_id)
      if (!problem) throw new ApiError('not_found', GONE)
      const at = now()
      checkUntil(change.snooze?.until, at)
      if (change.snooze && parseInstant(change.snooze.since) !== problem.since) throw new ApiError('stale', NEW_PROBLEM)
      const before = await markOn(environment, order_id)
      if (before.version !== change.version) throw new ApiError('stale', changedSince(before, at))
      const next = markOf(before, { change, by, at })
      const { version, ...body } = next
      const saved = await records.save(environment, { key: order_id, version, body, at: at.toISOString() })
      if (saved !== 'stale') return next
      throw new ApiError('stale', changedSince(await markOn(environment, order_id), at))
    },
  }
}

function checkUntil(until: string | undefined, now: Date): void {
  if (until === undefined) return
  const wait = parseInstant(until) - now.getTime()
  if (wait > 0 && wait <= SNOOZE_MAX) return
  const msg = wait > 0 ? 'Choose a time within the next 30 days.' : 'Choose a time in the future.'
  throw new ApiError('invalid_input', [{ loc: ['body', 'snooze', 'until'], msg, type: 'custom' }])
}

function changedSince({ owner, snooze }: WorklistMark, now: Date): string {
  const changes = [
    owner && { at: owner.at, words: `${owner.name} took this order` },
    snooze && { at: snooze.at, words: `${snooze.by_name} snoozed this order` },
  ].filter((change) => change !== null)
  const [last] = changes.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const who = last ? `${last.words} ${timeAgo(Date.parse(last.at), now.getTime())}` : 'Someone changed this order'
  return `${who}. Your change wasn’t saved.`
}

function markOf(before: WorklistMark, { change, by, at }: Pick<Given, 'change' | 'by'> & { at: Date }): WorklistMark {
  const moment = at.toISOString()
  const owners = { me: { id: by.id, name: by.name, at: moment }, none: null }
  const { owner, snooze } = change
  return {
    version: before.version + 1,
    owner: owner === undefined ? before.owner : owners[owner],
    snooze: snooze === undefined ? before.snooze : snooze && { ...snooze, by_name: by.name, at: moment },
  }
}

const lowOf = ({ events, status }: Order) => lastLowLevelStatus(events) ?? status

function itemOf({ order_id, order, since, visit }: FoundProblem, mark: WorklistMark): WorklistItem {
  const status = order ? lowOf(order) : ''
  const ofVisit = visit?.outlives_order ? 'visit_stands' : 'appointment_cancelled'
  return {
    order_id,
    ...(order ? personOn(order) : { user_id: null }),
    test: order?.lab_test.name ?? '',
    method: order?.lab_test.method ?? '',
    status,
    kind: visit ? ofVisit : kindOfStatus(status),
    visit: visit && visitItem(visit),
    since: new Date(since).toISOString(),
    mark,
  }
}

function visitItem({ state, entered_by, still, outlives_order, booking }: Visit) {
  return { state, entered_by, still, outlives_order, booking_id: booking?.id ?? null }
}

interface Shown extends Omit<Asked, 'check'> {
  /** Milliseconds since 1970. */
  now: number
}

/** Pure. What waits until later is in no filter but its own. */
function worklistOf(
  { counted_at, replaced, unchecked, missing }: Omit<FoundProblems, 'problems'>,
  items: readonly WorklistItem[],
  { filter, limit, viewer_id, now }: Shown,
): Worklist {
  const fits = (item: WorklistItem, wanted: WorklistFilter) => {
    if (isSnoozed(item, now)) return wanted === 'snoozed'
    if (wanted === 'all') return true
    if (wanted === 'mine') return item.mark.owner?.id === viewer_id
    return wanted === item.kind
  }
  const counts = WORKLIST_FILTERS.flatMap((wanted) => {
    const count = items.filter((item) => fits(item, wanted)).length
    return count === 0 ? [] : [[wanted, count] as const]
  })
  const found = items.filter((item) => fits(item, filter))
  if (filter === 'snoozed') found.sort((a, b) => returnOf(a) - returnOf(b))
  return { counted_at, items: found.slice(0, limit), counts: Object.fromEntries(counts), replaced, unchecked, missing }
}

const returnOf = ({ mark }: WorklistItem) => parseInstant(mark.snooze?.until ?? '')

/** Until its time, unless something new has happened to the order since it was put off. */
function isSnoozed({ since, mark: { snooze } }: WorklistItem, now: number): boolean {
  return snooze !== null && parseInstant(snooze.until) > now && parseInstant(snooze.since) === parseInstant(since)
}
