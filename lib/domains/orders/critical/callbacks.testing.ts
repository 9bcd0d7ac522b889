/** Attempts for tests. */
import type { Callback } from './callbacks.ts'

/** Returns an attempt that reached nobody, with what a test states of it. */
export function makeCallback(changes: Partial<Callback> = {}): Callback {
  return {
    id: '0c5f1a52-6d1e-4b43-9d5a-2b1f4f7d9a01',
    order_id: '3cb73ce0-1dc1-47c1-8ace-5589bb58a797',
    result_at: '2026-11-19T20:00:00.000Z',
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
