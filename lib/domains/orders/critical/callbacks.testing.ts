/** Attempts and queues for tests. */
import type { Callback } from './callbacks.ts'
import type { CriticalOrder, CriticalQueue } from './critical.ts'

/** Returns an attempt that reached nobody, with what a test states of it. */
export function makeCallback(changes: Partial<Callback> = {}): Callback {
  return {
    id: '0c5f1a52-6d1e-4b43-9d5a-2b1f4f7d9a01',
    order_id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    result_at: '2026-11-19T20:00:00.000Z',
    result_id: null,
    at: '2026-11-19T20:10:00.000Z',
    recorded_by_id: 'rosa',
    recorded_by_name: 'Rosa Adeyemi',
    called: 'ordering_provider',
    called_name: null,
    outcome: 'not_reached',
    next_attempt_at: '2026-11-19T20:20:00.000Z',
    note: null,
    ...changes,
  }
}

/** Returns a critical result that nobody has worked on. */
export function makeCriticalOrder(changes: Partial<CriticalOrder> = {}): CriticalOrder {
  return {
    order_id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    user_id: '00000001-0000-4000-8000-000000000000',
    test: 'Lipids',
    result_at: '2026-11-19T20:00:00.000Z',
    result_id: 1,
    is_critical: true,
    state: 'waiting',
    no_longer_critical_since: null,
    acknowledgements: [],
    callbacks: [],
    ...changes,
  }
}

/** Returns a queue of these orders, all of which were looked at. */
export function makeQueue(
  { waiting = [], acknowledged = [] }: Partial<Pick<CriticalQueue, 'waiting' | 'acknowledged'>> = {},
  changes: Partial<CriticalQueue> = {},
): CriticalQueue {
  const unreached = acknowledged.filter(({ state }) => state === 'acknowledged')
  const total = waiting.length + acknowledged.length
  return {
    waiting,
    waiting_count: waiting.length,
    acknowledged,
    open_count: waiting.length + unreached.length,
    total,
    looked_at: total,
    is_whole: true,
    starts_at: null,
    before_start_count: 0,
    earlier_count: null,
    earlier_waiting_count: null,
    ...changes,
  }
}
