/** Replays of many deliveries, in memory. */
import type { DeliveryFilters } from '#lib/domains/webhooks/deliveries.ts'
import type { MemoryWebhooks } from '#lib/service/memory-outbox.ts'
import type { WebhookStore } from '#lib/service/webhook-store.ts'

type ReplayPart = Pick<
  WebhookStore,
  'startReplay' | 'findReplay' | 'claimReplay' | 'noteReplay' | 'endReplay' | 'unfinishedReplays'
>

/** Returns the replays over records in memory; `matching` gives the deliveries that filters match. */
export function memoryReplays(
  { deliveries, replays }: MemoryWebhooks,
  matching: (team_id: string, filters: DeliveryFilters) => number[],
): ReplayPart {
  return {
    async startReplay(replay) {
      const last_id = Math.max(0, ...deliveries.keys())
      replays.set(replay.id, { ...replay, last_id, done: 0, failed: 0, cursor: 0, claimed_until: null })
    },

    async findReplay(id) {
      const { claimed_until, ...replay } = replays.get(id) ?? {}
      return 'id' in replay ? replay : null
    },

    async claimReplay(id, { now, until, limit }) {
      const replay = replays.get(id)
      if (!replay || replay.finished_at || replay.canceled_at) return null
      if (replay.claimed_until && replay.claimed_until > now) return null
      replay.claimed_until = until
      const { cursor, last_id } = replay
      const next = matching(replay.team_id, replay.filters).filter((each) => each > cursor && each <= last_id)
      return next.sort((a, b) => a - b).slice(0, limit)
    },

    async noteReplay(id, { cursor, done, failed }) {
      const replay = replays.get(id)
      if (!replay) return
      const counted = { done: replay.done + done, failed: replay.failed + failed }
      replays.set(id, { ...replay, ...counted, cursor, claimed_until: null })
    },

    async endReplay(id, how) {
      const replay = replays.get(id)
      if (replay && !replay.finished_at && !replay.canceled_at) replays.set(id, { ...replay, ...how })
    },

    async unfinishedReplays() {
      return [...replays.values()].flatMap(({ id, finished_at, canceled_at }) =>
        finished_at || canceled_at ? [] : [id],
      )
    },
  }
}
