/** The modifiers of a demo: what goes wrong between the proxy and its service. Each switch counts from the next call on. */
import { z } from 'zod'
import type { Modifier } from '#lib/demo/scenario.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import type { Upstream } from '#lib/proxy/upstream.ts'
import { seededUnit } from '#lib/utils/ids/seeded.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { bytesOf, failing, faultOf, refusal } from './flaky.ts'
import type { Pause } from './pause.ts'
import { withUnknownValues } from './unknown-values.ts'

export interface ModifierOptions {
  modifiers: () => readonly Modifier[]
  /** Ends early when its signal aborts; `delay`, or one that does not wait, for a replay. */
  pause: Pause
}

const SLOWEST_MS = 4 * SECOND
const FASTEST_MS = 1.5 * SECOND
const CLOSED_BETA = 'This endpoint is in closed beta and not enabled for your team.'

/**
 * Wraps the demo's service with the modifiers that are on: slow, flaky, unknown values, malformed records, no closed beta. The same
 * request fails the same way.
 */
export function withModifiers(upstream: Upstream, { modifiers, pause }: ModifierOptions): Upstream {
  const find = endpointMatcher(endpointList)
  const countAttempt = attemptCounter()

  return async (request) => {
    const { method, path, headers, signal } = request
    const isOn = (modifier: Modifier) => modifiers().includes(modifier)
    const id = headers['x-request-id'] ?? path
    const attempt = countAttempt(id)
    if (isOn('slow')) {
      await pause(FASTEST_MS + seededUnit(`${id} ${attempt}`) * (SLOWEST_MS - FASTEST_MS), signal)
      signal.throwIfAborted()
    }
    const endpoint = find(method, path.split('?', 1)[0] ?? path).match?.endpoint
    if (isOn('no-beta') && endpoint?.closedBeta) return refusal(request, 403, CLOSED_BETA)
    const known = isOn('unknown') && endpoint ? withUnknownValues(upstream, endpoint) : upstream
    const service = isOn('malformed') ? withMalformed(known) : known
    const fault = isOn('flaky') ? faultOf(id, attempt) : null
    return fault ? failing(fault, service, request, pause) : service(request)
  }
}

const page = z.looseObject({
  orders: z.array(z.looseObject({})).min(2).optional(),
  users: z.array(z.looseObject({})).min(2).optional(),
})

/** The service with a time missing from the second order, or user, of each page. */
function withMalformed(upstream: Upstream): Upstream {
  return async (request) => {
    const answer = await upstream(request)
    if (answer.status !== 200 || answer.body === null) return answer
    const text = new TextDecoder().decode(await bytesOf(answer))
    const { orders, users, ...rest } = page.safeParse(JSON.parse(text)).data ?? {}
    const broken = (field: string) => (item: object, at: number) => (at === 1 ? { ...item, [field]: null } : item)
    const body =
      orders || users
        ? {
            ...rest,
            ...(orders && { orders: orders.map(broken('created_at')) }),
            ...(users && { users: users.map(broken('created_on')) }),
          }
        : JSON.parse(text)
    return inProcess(async () => Response.json(body))(request)
  }
}

/** Calls that are remembered: a call is tried again within seconds. */
const MAX_REMEMBERED = 500

/** Which try of a call this is, from 1. */
function attemptCounter(): (id: string) => number {
  const attempts = new Map<string, number>()
  return (id) => {
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.delete(id)
    attempts.set(id, attempt)
    const [oldest] = attempts.keys()
    if (attempts.size > MAX_REMEMBERED && oldest !== undefined) attempts.delete(oldest)
    return attempt
  }
}
