/** Events at a steady rate, as a busy service sends them: some twice, some late. */
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookEvent } from '#lib/domains/events/event.ts'
import { buildPath, WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

export interface EventLoad {
  port: number
  environment: string
  secret: string
  /** A second. */
  rate: number
  seconds: number
}

export interface LoadResult {
  /** Milliseconds from when each was due until it was answered. */
  latencies: number[]
  /** Messages answered with 204, each once. */
  taken: Set<string>
  /** Answers of 204, those of duplicates among them. */
  accepted: number
  refused: number
  /** Sent again because a connection was closed. */
  repeated: number
}

export interface SentEvent {
  message_id: string
  body: string
}

const DUPLICATES = 0.1
const LATE = 0.05
/** Events between one that is late and its place. */
const LATE_BY = 2_000
const USERS = 1_000
const SOURCES = ['korrin_ring', 'ostrel_glucose', 'pulsewren']
const SERIES = ['glucose', 'heartrate', 'steps']
const START = Date.UTC(2026, 10, 1)

/** Returns all messages in the order in which they are sent; the same seed gives the same. */
export function eventStream(count: number, seed = 1): SentEvent[] {
  const random = new Random(seed, 0, 0)
  const slots: { at: number; sent: SentEvent }[] = []
  for (let number = 0; number < count; number += 1) {
    const isRepeat = number > 100 && random.chance(DUPLICATES)
    const repeated = isRepeat ? slots[number - random.int(1, 100)]?.sent : undefined
    const sent = repeated ?? { message_id: `msg_${number}`, body: JSON.stringify(eventOf(number, random)) }
    slots.push({ at: random.chance(LATE) ? number + random.int(1, LATE_BY) : number, sent })
  }
  return slots.sort((a, b) => a.at - b.at).map(({ sent }) => sent)
}

function eventOf(number: number, random: Random): WebhookEvent {
  const user_id = `00000000-0000-4000-8000-${String(random.int(1, USERS)).padStart(12, '0')}`
  const slug = random.pick(['korrin_ring', ...SOURCES])
  const common = { user_id, source: { name: slug, slug, logo: null } }
  const envelope = { team_id: user_id, user_id, client_user_id: null }
  if (random.chance(0.2)) {
    const data = { ...common, id: random.int(1, 5), updated_at: new Date(START + number).toISOString(), score: number }
    return { event_type: 'daily.data.sleep.updated', data, ...envelope }
  }
  const first = START + random.int(0, 200) * 300_000
  const data = Array.from({ length: random.int(1, 12) }, (_, index) => ({
    timestamp: new Date(first + index * 300_000).toISOString(),
    timezone_offset: -21_600,
    type: 'automatic',
    unit: 'mg/dL',
    value: random.int(60, 250),
  }))
  const event_type = `daily.data.${random.pick(['glucose', ...SERIES])}.created`
  return { event_type, data: { ...common, source_id: 1, data }, ...envelope }
}

/** Sends the stream at its rate, whether the answers keep up or not. */
export async function sendEvents(stream: readonly SentEvent[], load: EventLoad): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const path = buildPath(`${WEBHOOK_PREFIX}/{environment}`, { environment: load.environment })
  const key = Buffer.from(load.secret.replace(/^whsec_/, ''), 'base64')
  const result: LoadResult = { latencies: [], taken: new Set(), accepted: 0, refused: 0, repeated: 0 }
  const under: Promise<void>[] = []
  const start = performance.now()

  // A server closes connections that were idle: like any sender, this one sends again what has no answer.
  const post = (event: SentEvent, due: number): Promise<void> =>
    send(event, due).catch(() => {
      result.repeated += 1
      return send(event, due)
    })

  const send = ({ message_id, body }: SentEvent, due: number) =>
    new Promise<void>((resolve, reject) => {
      const timestamp = String(Math.floor(Date.now() / SECOND))
      const signature = createHmac('sha256', key).update(`${message_id}.${timestamp}.${body}`).digest('base64')
      const headers = {
        'content-length': Buffer.byteLength(body),
        'webhook-id': message_id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      }
      const sent = request({ port: load.port, host: '127.0.0.1', path, method: 'POST', headers, agent }, (answer) => {
        answer.resume().on('end', () => {
          result.latencies.push(performance.now() - due)
          if (answer.statusCode === 204) {
            result.accepted += 1
            result.taken.add(message_id)
          } else result.refused += 1
          resolve()
        })
      })
      sent.on('error', reject).end(body)
    })

  for (const [index, event] of stream.entries()) {
    const due = start + (index * SECOND) / load.rate
    const ahead = due - performance.now()
    if (ahead > 1) await sleep(ahead)
    under.push(post(event, due))
  }
  await Promise.all(under)
  agent.destroy()
  return result
}
