/** The worklist of an environment: what the overview found, beside what the console keeps of who works on it. */
import { type RecordStore, recordsOf } from '#lib/console/records.ts'
import type { FoundProblem, FoundProblems } from '#lib/domains/orders/console/overview/overview.ts'
import { type Order, personOn } from '#lib/domains/orders/order.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { STAGES } from '#lib/domains/orders/status/status-record.ts'
import { statusRecord } from '#lib/domains/orders/status/status-records.ts'
import type { Visit } from '#lib/domains/orders/visit.ts'
import {
  type AskedFilter,
  kindOfStatus,
  NO_MARK,
  type ProblemKind,
  SNOOZE_MAX,
  type Snooze,
  WORKLIST_FILTERS,
  WORKLIST_LIMIT,
  type Worklist,
  type WorklistFilter,
  type WorklistItem,
  type WorklistMark,
  type WorklistSort,
  worklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import { ApiError, wrongField } from '#lib/kernel/api-error.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { timeAgo } from '#lib/utils/time/durations.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'

interface WorklistOptions {
  problems: (environment: string, all?: boolean) => Promise<FoundProblems>
  store: RecordStore
  now: () => Date
  /** Names of the people who can work on an environment's orders, by their IDs: work of anybody else is unassigned. Without it everybody can. */
  staffOf?: ((environment: string) => Promise<ReadonlyMap<string, string>>) | undefined
}

interface Asked {
  filter: AskedFilter
  limit: number
  check: 'first' | 'all'
  sort?: WorklistSort
  new_since?: string | undefined
  viewer_id: string
}

interface Change {
  version: number
  owner?: string | undefined
  snooze?: Pick<Snooze, 'until' | 'reason' | 'comment' | 'since'> | null | undefined
  outcome?: Pick<NonNullable<WorklistMark['outcome']>, 'reason' | 'since'> | null | undefined
}

interface Given {
  environment: string
  order_id: string
  change: Change
  by: { id: string; name: string }
}

export interface WorklistOf {
  list(environment: string, asked: Asked): Promise<Worklist>
  find(
    environment: string,
    order_id: string,
  ): Promise<{ needs_action: boolean; since: string | null; mark: WorklistMark }>
  /** Counts a person's orders that are due; `assigned_at`: when a colleague last gave them one. */
  assignedTo(environment: string, viewer_id: string): Promise<{ assigned: number; assigned_at: string | null }>
  /** @throws ApiError 404, 409 or 422 */
  mark(given: Given): Promise<WorklistMark>
}

/** A result or a patient that is lost without somebody first, a stuck order last. */
const PRIORITY: readonly ProblemKind[] = [
  'sample_error',
  'not_delivered',
  'lab_blocked',
  'redraw_available',
  'visit_stands',
  'appointment_cancelled',
  'in_transit',
  'stuck',
]

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

  /** Returns the person that a change names; undefined where it leaves the owner. @throws ApiError 422 for who can't work there */
  async function ownerOf(environment: string, owner: string | undefined, by: Given['by']) {
    if (owner === undefined || owner === 'none') return owner && null
    if (owner === 'me') return by
    const name = (await staffOf?.(environment))?.get(owner)
    if (name === undefined)
      throw wrongField('owner', 'Choose a colleague whose role works on orders and who can open this environment.')
    return { id: owner, name }
  }

  async function list(environment: string, asked: Asked) {
    const found = await problems(environment, asked.check === 'all')
    const marks = await marksOf(
      environment,
      found.problems.map(({ order_id }) => order_id),
    )
    const present = await withStaff(environment)
    const items = found.problems.map((problem) => itemOf(problem, present(marks.get(problem.order_id))))
    return worklistOf(found, items, { ...asked, now: now().getTime() })
  }

  return {
    list,

    async assignedTo(environment, viewer_id) {
      const { items } = await list(environment, { filter: 'mine', check: 'first', limit: WORKLIST_LIMIT, viewer_id })
      const given = items.flatMap(({ mark: { owner } }) => (owner?.by_name ? [owner.at] : []))
      return { assigned: items.length, assigned_at: given.toSorted().at(-1) ?? null }
    },

    async find(environment, order_id) {
      const [problem, kept] = await Promise.all([problemOf(environment, order_id), markOn(environment, order_id)])
      const mark = (await withStaff(environment))(kept)
      const item = problem && itemOf(problem, mark)
      const snooze = item && isSnoozed(item, now().getTime()) ? mark.snooze : null
      const outcome = item && isFinished(item) ? mark.outcome : null
      return { needs_action: problem !== undefined, since: item?.since ?? null, mark: { ...mark, snooze, outcome } }
    },

    async mark({ environment, order_id, change, by }) {
      const problem = await problemOf(environment, order_id)
      if (!problem) throw new ApiError('not_found', GONE)
      const at = now()
      checkUntil(change.snooze?.until, at)
      for (const about of [change.snooze, change.outcome])
        if (about && parseInstant(about.since) !== problem.since) throw new ApiError('stale', NEW_PROBLEM)
      const owner = await ownerOf(environment, change.owner, by)
      const before = await markOn(environment, order_id)
      if (before.version !== change.version) throw new ApiError('stale', changedSince(before, at))
      const next = markOf(before, { change, owner, by, at })
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

function changedSince({ owner, snooze, outcome }: WorklistMark, now: Date): string {
  const changes = [
    owner && { at: owner.at, words: `${owner.name} took this order` },
    snooze && { at: snooze.at, words: `${snooze.by_name} snoozed this order` },
    outcome && { at: outcome.at, words: `${outcome.by_name} finished this order` },
  ].filter((change) => change !== null)
  const [last] = changes.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const who = last ? `${last.words} ${timeAgo(Date.parse(last.at), now.getTime())}` : 'Someone changed this order'
  return `${who}. Your change wasn’t saved.`
}

interface Marking extends Pick<Given, 'change' | 'by'> {
  owner: Given['by'] | null | undefined
  at: Date
}

function markOf(before: WorklistMark, { change: { snooze, outcome }, owner, by, at }: Marking): WorklistMark {
  const moment = at.toISOString()
  const made = { by_name: by.name, at: moment }
  return {
    version: before.version + 1,
    owner: owner === undefined ? before.owner : owner && ownerBy(owner, by, moment),
    snooze: snooze === undefined ? before.snooze : snooze && { ...snooze, ...made },
    outcome: outcome === undefined ? before.outcome : outcome && { ...outcome, ...made },
  }
}

function ownerBy({ id, name }: Given['by'], by: Given['by'], at: string) {
  return { id, name, at, ...(id !== by.id && { by_name: by.name }) }
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

/** Pure. What waits until later or is finished is in no filter but its own. */
function worklistOf(
  { counted_at, replaced, unchecked, missing }: Omit<FoundProblems, 'problems'>,
  items: readonly WorklistItem[],
  { filter: asked, limit, viewer_id, now, sort = 'oldest', new_since }: Shown,
): Worklist {
  const fits = (item: WorklistItem, wanted: WorklistFilter) => {
    if (isFinished(item)) return wanted === 'finished'
    if (isSnoozed(item, now)) return wanted === 'snoozed'
    if (wanted === 'new') return new_since !== undefined && parseInstant(item.since) >= parseInstant(new_since)
    if (wanted === 'all') return true
    if (wanted === 'mine') return item.mark.owner?.id === viewer_id
    return wanted === item.kind
  }
  const counts = new Map<WorklistFilter, number>()
  for (const wanted of WORKLIST_FILTERS) {
    const count = items.filter((item) => fits(item, wanted)).length
    if (count > 0) counts.set(wanted, count)
  }
  const usual = counts.has('mine') ? 'mine' : 'all'
  const filter = asked === 'usual' ? usual : asked
  const found = items.filter((item) => fits(item, filter))
  found.sort(filter === 'snoozed' ? (a, b) => returnOf(a) - returnOf(b) : SORTS[sort])
  const shown = { filter, items: found.slice(0, limit), counts: Object.fromEntries(counts) }
  return { counted_at, ...shown, replaced, unchecked, missing }
}

const age = (a: WorklistItem, b: WorklistItem) => parseInstant(a.since) - parseInstant(b.since)
const ranked = (rankOf: (item: WorklistItem) => number) => (a: WorklistItem, b: WorklistItem) =>
  rankOf(a) - rankOf(b) || age(a, b)
const stageOf = ({ status }: WorklistItem) => STAGES.findIndex((stage) => statusRecord(status)?.stage === stage)

const SORTS: Readonly<Record<WorklistSort, (a: WorklistItem, b: WorklistItem) => number>> = {
  oldest: age,
  newest: (a, b) => age(b, a),
  priority: ranked(({ kind }) => PRIORITY.indexOf(kind)),
  method: (a, b) => byCodePoint(a.method, b.method) || age(a, b),
  stage: ranked(stageOf),
}

const returnOf = ({ mark }: WorklistItem) => parseInstant(mark.snooze?.until ?? '')

/** Until something new happens to the order. */
function isFinished({ since, mark: { outcome } }: WorklistItem): boolean {
  return outcome !== null && parseInstant(outcome.since) === parseInstant(since)
}

/** Until its time, unless something new has happened to the order since it was put off. */
function isSnoozed({ since, mark: { snooze } }: WorklistItem, now: number): boolean {
  return snooze !== null && parseInstant(snooze.until) > now && parseInstant(snooze.since) === parseInstant(since)
}
