/** Calls to the embedded service by key: who may try another key, and what the holder of the right one did, on record. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Audit, AuditedCall } from '#lib/console/audit-port.ts'
import { disclosed } from '#lib/console/disclosed.ts'
import { SERVICE_KEY_ACTOR } from '#lib/domains/audit/audit.ts'
import { detailsOf } from '#lib/domains/audit/details.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import { auditSubjects, userSubjects } from '#lib/kernel/input-subjects.ts'
import type { About } from '#lib/kernel/route.ts'
import { networkOf } from '#lib/platform/http/client-address.ts'
import type { KeyCalls } from '#lib/sandbox/service/app.ts'

/** Counts reads that are too many for an entry of the audit log each: one entry a minute and action has all of them. */
interface Read {
  actor_id: string
  action: string
  request_id: string
  subjects: readonly string[]
}

interface Count {
  actor_id: string
  action: string
  request_id: string
  /** Subjects of all of them, without duplicates. */
  subjects: string[]
  calls: number
}

interface ReadCountsOptions {
  entriesPerMinute: number
  write: (count: Count) => Promise<void>
}

const MINUTE_MS = 60_000
/** An entry that would have more subjects is written early. */
const MAX_SUBJECTS = 5_000

interface Minute {
  entries: number
  counted: { actor_id: string; request_id: string; subjects: Set<string>; calls: number } | null
  timer: NodeJS.Timeout
}

/** Returns a counter for this process; `close` writes what is still counted. */
function createReadCounts({ entriesPerMinute, write }: ReadCountsOptions) {
  const minutes = new Map<string, Minute>()

  function minuteOf(action: string): Minute {
    const known = minutes.get(action)
    if (known) return known
    const minute = { entries: 0, counted: null, timer: setTimeout(() => void end(action), MINUTE_MS).unref() }
    minutes.set(action, minute)
    return minute
  }

  async function end(action: string): Promise<void> {
    const minute = minutes.get(action)
    minutes.delete(action)
    if (!minute) return
    clearTimeout(minute.timer)
    await flush(action, minute)
  }

  async function flush(action: string, minute: Minute): Promise<void> {
    if (!minute.counted) return
    const { subjects, ...counted } = minute.counted
    minute.counted = null
    await write({ action, ...counted, subjects: [...subjects] })
  }

  return {
    /** Whether a read may still have an entry of its own; uses it up. */
    hasEntryLeft(action: string): boolean {
      const minute = minuteOf(action)
      minute.entries += 1
      return minute.entries <= entriesPerMinute
    },

    /** Does a read and counts it, whatever becomes of it. */
    async counted(
      { actor_id, action, request_id, subjects }: Read,
      work: (about: About) => Promise<Response>,
    ): Promise<Response> {
      const minute = minuteOf(action)
      minute.counted ??= { actor_id, request_id, subjects: new Set(), calls: 0 }
      const count = minute.counted
      count.calls += 1
      const note = (ids: readonly string[]) => {
        for (const id of ids) count.subjects.add(id)
      }
      note(subjects)
      const response = await work(note)
      if (count.subjects.size >= MAX_SUBJECTS && minute.counted === count) await flush(action, minute)
      return response
    },

    async close(): Promise<void> {
      await Promise.all([...minutes.keys()].map(end))
    },
  }
}

const WRONG_KEYS_PER_MINUTE = 60
/** Reads of one endpoint in a minute that have an entry each; further ones share one. */
const ENTRIES_PER_MINUTE = 60

interface KeyCallsOptions {
  audit: Audit
  /** The environment that the embedded service is. */
  environment: string
  /** Told of an entry about many reads that couldn't be written. */
  onError: (error: unknown) => void
}

const noop = () => undefined
const actorOf = (id: string) => ({ id, email: null, role: null })

/** Returns what the service asks about its callers, and how to write what is still counted. */
export function createKeyCalls({ audit, environment, onError }: KeyCallsOptions) {
  const wrongKeys = new RateLimiterMemory({ points: WRONG_KEYS_PER_MINUTE, duration: 60 })
  const counts = createReadCounts({ entriesPerMinute: ENTRIES_PER_MINUTE, write: writeCount })

  async function writeCount({ actor_id, ...count }: Count) {
    const call: AuditedCall = { actor: actorOf(actor_id), environment, ...count, listed: true }
    await audit.record(call, { outcome: 'done', status: 200 }).catch(onError)
  }

  const calls: KeyCalls = {
    async admit(address) {
      const spent = await wrongKeys.get(networkOf(address))
      if (spent && spent.consumedPoints >= WRONG_KEYS_PER_MINUTE) throw tooManyKeys(spent.msBeforeNext)
    },

    async refuse(address, request_id) {
      const spent = await wrongKeys.consume(networkOf(address)).catch((reason: unknown) => {
        if (reason instanceof RateLimiterRes) return null
        throw reason
      })
      if (spent?.remainingPoints !== 0) return
      // The last one that is answered as a wrong key: one entry a minute and network.
      const call = { actor: null, environment, action: 'wrong_service_keys', subjects: [], request_id }
      await audit.record(call, { outcome: 'refused', status: 429 })
    },

    record({ endpoint, params, request_id }, { input, refused }, work, actor_id = SERVICE_KEY_ACTOR) {
      const entry = { actor: actorOf(actor_id), environment, action: endpoint.name, request_id }
      const subjects = auditSubjects(input ?? { params })
      if (!refused && endpoint.safe && !counts.hasEntryLeft(endpoint.name)) {
        return counts.counted({ actor_id, action: endpoint.name, request_id, subjects }, async (about) =>
          disclosed(await work(about, noop), { endpoint, isHidden: false, about, request_id }),
        )
      }
      const users = userSubjects(input ?? { params })
      const call = { ...entry, subjects, users, details: input ? detailsOf(endpoint, input) : undefined }
      if (refused || endpoint.safe) {
        return audit.read(call, async (about, note) =>
          disclosed(await work(about, note), { endpoint, isHidden: false, about, request_id }),
        )
      }
      return audit.change(call, work)
    },
  }
  return { calls, close: counts.close }
}

function tooManyKeys(retry_after_ms: number): ApiError {
  return new ApiError('too_many_requests', 'Too many wrong API keys from this address. Try again in a minute.', {
    retry_after_ms,
  })
}
