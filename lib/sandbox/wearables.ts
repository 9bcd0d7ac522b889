/** Made-up events of wearables, as a service sends them: batches of samples, and summaries by day. */
import type { WebhookEvent } from '#lib/domains/events/event.ts'
import type { User } from '#lib/domains/users/user.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'

interface Series {
  resource: string
  unit: string
  /** Values lie around `usual`, by `spread` at most. */
  usual: number
  spread: number
  /** Milliseconds between two samples. */
  every: number
}

const SERIES: readonly [Series, ...Series[]] = [
  { resource: 'steps', unit: 'count', usual: 300, spread: 290, every: 15 * MINUTE },
  { resource: 'heart_rate', unit: 'bpm', usual: 72, spread: 18, every: 5 * MINUTE },
  { resource: 'glucose', unit: 'mmol/L', usual: 5.6, spread: 1.4, every: 5 * MINUTE },
  { resource: 'heart_rate_variability', unit: 'rmssd', usual: 48, spread: 22, every: HOUR },
]
/** Samples of a batch. */
const SAMPLES = 12

type ConnectedSource = User['connected_sources'][number]['source']

/** Returns the next event of a source; the same seed gives the same event. */
export function wearableEvent(user: User, source: ConnectedSource, at: Date, seed: number): WebhookEvent {
  const random = new Random(seed, at.getTime(), source.slug.length)
  const { team_id, user_id, client_user_id } = user
  const { event_type, data } = random.chance(0.2) ? sleep(at, random) : samples(at, random)
  return { event_type, data: { user_id, source, ...data }, team_id, user_id, client_user_id }
}

function samples(at: Date, random: Random) {
  const { resource, unit, usual, spread, every } = random.pick(SERIES)
  const data = Array.from({ length: SAMPLES }, (_, index) => ({
    timestamp: new Date(at.getTime() - (SAMPLES - index) * every).toISOString(),
    timezone_offset: 0,
    type: 'automatic',
    unit,
    value: Math.round((usual + random.between(-spread, spread)) * 10) / 10,
  }))
  return { event_type: `daily.data.${resource}.created`, data: { source_id: random.int(1, 40), data } }
}

function sleep(at: Date, random: Random) {
  const duration_seconds = random.int(6 * 3600, 9 * 3600)
  const data = {
    id: random.uuid(),
    date: at.toISOString().slice(0, 10),
    duration_seconds,
    score: random.int(50, 99),
  }
  return { event_type: random.chance(0.3) ? 'daily.data.sleep.updated' : 'daily.data.sleep.created', data }
}
