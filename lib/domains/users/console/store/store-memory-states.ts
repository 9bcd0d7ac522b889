/** The last known states of connections in the memory model, and whose are checked next. */
import { afterData, NO_RHYTHM } from '#lib/domains/connections/rhythm.ts'
import { isBroken } from '#lib/domains/connections/states.ts'
import { DATA_STEP, keptStates, QUEUED, SHOWN_CHANGES, slugKey } from '#lib/domains/users/console/rules.ts'
import type { ConnectionChange } from '#lib/domains/users/directory-connections.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import type { CheckProgress, DataNote, Offer, StateStore } from './store.ts'
import type { Row } from './store-memory-rows.ts'

/** Returns the states of connections in memory; `rowsOf` gives the rows of an environment's users by id. */
export function memoryStates(
  rowsOf: (environment: string) => ReadonlyMap<string, Row>,
): Omit<StateStore, 'purgeEarlyData'> {
  const progress = new Map<string, CheckProgress>()
  const progressOf = (environment: string) =>
    progress.get(environment) ?? { problem: null, retry_at: null, failures: 0, asked_at: null }
  const connected = (environment: string) =>
    [...rowsOf(environment).values()].filter(({ connections }) => connections.size > 0)

  function due(environment: string, { now, checked_before }: { now: string; checked_before: string }): Row[] {
    return connected(environment)
      .filter(({ order_at }) => order_at < new Date(checked_before))
      .filter(({ not_before }) => not_before === null || not_before <= new Date(now))
      .sort((a, b) => a.order_at.getTime() - b.order_at.getTime() || byCodePoint(a.user.user_id, b.user.user_id))
  }

  return {
    async connectionCoverage(environment, since) {
      const users = connected(environment)
      const checks = users.flatMap(({ checked_at }) => (checked_at ? [checked_at.toISOString()] : [])).sort()
      const data = users.flatMap((row) => [...row.data.values()].map((at) => at.toISOString())).sort()
      return {
        users: users.length,
        checked: checks.length,
        rechecked: since === null ? 0 : checks.filter((at) => at >= new Date(since).toISOString()).length,
        oldest_at: checks[0] ?? null,
        last_data_at: data.at(-1) ?? null,
      }
    },

    async checkProgress(environment) {
      return { ...progressOf(environment) }
    },

    async saveCheckProgress(environment, changed) {
      progress.set(environment, { ...progressOf(environment), ...changed })
    },

    async hasDueChecks(environment, asked) {
      return due(environment, asked).length > 0
    },

    async claimChecks(environment, { until, limit, ...asked }) {
      const claimed = due(environment, asked).slice(0, limit)
      for (const row of claimed) row.not_before = new Date(until)
      return claimed.map(({ user }) => user.user_id)
    },

    async saveStates(environment, { user_id, at, states, offers }) {
      const row = rowsOf(environment).get(user_id)
      const checked_at = new Date(at)
      if (!row?.connections.size || (row.checked_at && row.checked_at > checked_at)) return
      const isQueued = row.order_at.getTime() === QUEUED.getTime() && row.not_before === null
      Object.assign(row, { checked_at, order_at: isQueued ? row.order_at : checked_at, not_before: null })
      const told = keptStates(states)
      const offered = keptStates(offers ?? new Map<string, Offer>())
      const slugs = [...row.connections].filter(([, created]) => created <= checked_at).map(([slug]) => slug)
      for (const slug of slugs.sort(byCodePoint)) {
        tellState(row, { slug, state: told.get(slug) ?? 'not_listed', at: checked_at.toISOString() })
        const offer = offered.get(slug)
        if (offer && told.has(slug)) row.offers.set(slug, offer)
      }
    },

    async noteData(environment, notes) {
      for (const note of notes) noteOne(rowsOf(environment).get(note.user_id), note)
    },

    async connectionChanges(environment, user_id) {
      const { changes = [] } = rowsOf(environment).get(user_id) ?? {}
      return structuredClone(changes.toReversed().slice(0, SHOWN_CHANGES))
    },

    async queueCheck(environment, user_id) {
      const row = rowsOf(environment).get(user_id)
      if (row) Object.assign(row, { order_at: QUEUED, not_before: null })
    },

    async releaseChecks(environment, user_ids) {
      const rows = rowsOf(environment)
      for (const id of user_ids ?? rows.keys()) {
        const row = rows.get(id)
        if (row) row.not_before = null
      }
    },

    async postponeCheck(environment, user_id, until) {
      const row = rowsOf(environment).get(user_id)
      if (row) row.not_before = new Date(until)
    },
  }
}

function noteOne(row: Row | undefined, { slug, at, resource = null }: DataNote): void {
  const key = slugKey(slug)
  if (!row?.connections.has(key)) return
  const types = row.received.get(key) ?? []
  if (resource !== null && !types.includes(resource)) row.received.set(key, [...types, resource])
  const known = row.data.get(key)
  if (known && known.getTime() > Date.parse(at) - DATA_STEP) return
  row.data.set(key, new Date(at))
  row.rhythms.set(key, afterData(row.rhythms.get(key) ?? NO_RHYTHM, new Date(at)))
}

/** A connection that works from the start is no change. */
function tellState({ states, changes }: Row, change: ConnectionChange): void {
  const { slug, state } = change
  const before = states.get(slug)
  const isTold = before !== undefined || isBroken(state) || changes.some((earlier) => earlier.slug === slug)
  if (state !== before && isTold) changes.push(change)
  states.set(slug, state)
}
