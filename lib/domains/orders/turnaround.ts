/** How long orders of a test take to their results, from the stage they are in: the console's own count of finished orders. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { openEnum } from '#lib/kernel/fields.ts'
import { ORDER_METHODS } from '#lib/kernel/values.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { formatDuration } from '#lib/utils/time/durations.ts'
import { instantDay, type WallClock } from '#lib/utils/time/instants.ts'
import type { Order } from './order.ts'
import { type OrderTimeline, orderTimeline } from './status/timeline.ts'

/** Stages from which results are still to come. */
export const WAITING_STAGES = ['placed', 'collecting', 'with_lab'] as const
export type WaitingStage = (typeof WAITING_STAGES)[number]

/** Finished orders below which nothing is said. */
export const LEAST_FINISHED = 20

const milliseconds = z.int().min(0)

const stageTurnaround = z.object({
  stage: z.enum(WAITING_STAGES),
  /** Finished orders that were seen to enter the stage. */
  finished: z.int().min(0),
  /** Milliseconds from entering the stage to the results, of half and of 95 of 100; null for too few orders. */
  p50_ms: milliseconds.nullable(),
  p95_ms: milliseconds.nullable(),
})
export type StageTurnaround = z.infer<typeof stageTurnaround>

export const getTurnaround = endpoint({
  name: 'get_turnaround',
  path: '/turnaround/{environment}',
  permission: 'orders:read',
  params: inEnvironment,
  /** As orders name them. */
  query: z.object({ lab_test_name: z.string().min(1).max(1000), method: openEnum(ORDER_METHODS) }),
  response: z.object({ stages: z.array(stageTurnaround) }),
})

export interface FinishedOrder {
  /** When the results came in, in milliseconds since 1970. */
  at: number
  /** Milliseconds from entering each stage to the results; null for a stage that no event tells of. */
  took: Readonly<Record<WaitingStage, number | null>>
}

/** Returns how long an order took that has all of its results; null for any other. */
export function finishedOrder(order: Pick<Order, 'events' | 'status'>): FinishedOrder | null {
  const { is_final, halt, stage, steps } = orderTimeline(order)
  const at = steps.find((step) => step.stage === 'results_in')?.from ?? null
  if (!(is_final && halt === null && stage === 'results_in') || at === null) return null
  const tookFrom = (wanted: WaitingStage) => {
    const from = steps.find((step) => step.stage === wanted)?.from ?? null
    return from === null || from > at ? null : at - from
  }
  return {
    at,
    took: { placed: tookFrom('placed'), collecting: tookFrom('collecting'), with_lab: tookFrom('with_lab') },
  }
}

/** Returns the smallest value that a share of all doesn't exceed; null without any. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null
}

export function turnaroundOf(orders: readonly FinishedOrder[]): StageTurnaround[] {
  return WAITING_STAGES.map((stage) => {
    const sorted = orders.flatMap(({ took }) => took[stage] ?? []).sort((a, b) => a - b)
    const isEnough = sorted.length >= LEAST_FINISHED
    const of = (share: number) => (isEnough ? percentile(sorted, share) : null)
    return { stage, finished: sorted.length, p50_ms: of(0.5), p95_ms: of(0.95) }
  })
}

export type Expectation =
  | { kind: 'unknown' }
  /** Instants; `half` is null once it has passed. */
  | { kind: 'expected'; by: number; half: number | null; finished: number }
  /** Lengths of time. */
  | { kind: 'longer'; usual_ms: number; waited_ms: number; finished: number }

/** Returns what to expect of an order's results; null where none are to come, or not before somebody does something. */
export function expectationOf(
  { is_final, halt, stage, steps }: Pick<OrderTimeline, 'is_final' | 'halt' | 'stage' | 'steps'>,
  stages: readonly StageTurnaround[],
  now: number,
): Expectation | null {
  if (is_final || halt !== null || stage === 'results_in') return null
  const from = steps.find((step) => step.stage === stage)?.from ?? null
  const found = stages.find((one) => one.stage === stage)
  if (from === null || !found || found.p50_ms === null || found.p95_ms === null) return { kind: 'unknown' }
  const { p50_ms, p95_ms, finished } = found
  const by = from + p95_ms
  if (now > by) return { kind: 'longer', usual_ms: p95_ms, waited_ms: now - from, finished }
  return { kind: 'expected', by, half: from + p50_ms > now ? from + p50_ms : null, finished }
}

/** Returns a sentence that a caller can be told, its days as `clock` has them. */
export function expectationWords(expectation: Expectation, clock: WallClock): string {
  if (expectation.kind === 'unknown') return 'Results expected: Not enough history to say.'
  const known = `95% of the last ${formatCount(expectation.finished)} finished orders of this test`
  if (expectation.kind === 'longer') {
    const { usual_ms, waited_ms } = expectation
    return `Longer than usual: ${known} had results within ${formatDuration(usual_ms)} of this stage. This one has waited ${formatDuration(waited_ms)}.`
  }
  const by = instantDay(expectation.by, clock)
  const half = expectation.half === null ? by : instantDay(expectation.half, clock)
  const sooner = half === by ? '' : ` Half have results by ${half}.`
  return `Results expected by ${by}. ${known} took no longer.${sooner}`
}
