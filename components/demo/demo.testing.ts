/** A demo's control without a demo behind it: keeps what it was told, and takes effect when the test lets it. */
import type { DemoControl, DemoSnapshot } from '#lib/demo/control.ts'
import { DEFAULT_SCENARIO } from '#lib/demo/scenario.ts'
import { provideDemo } from '#lib/demo/use-demo.ts'

export const DEMO_NOW = Date.parse('2026-11-22T15:42:20Z')
export const ORDER_ID = '07ad9e52-1111-4222-8333-9a6f2c8165fe'

const START: DemoSnapshot = {
  scenario: DEFAULT_SCENARIO,
  role: 'lab_coordinator',
  clock: { now: DEMO_NOW, read_at: 0, running: false },
  next: { at: DEMO_NOW + 38 * 60_000, order_id: ORDER_ID, status: 'draw_completed' },
  changes: 12,
  can_undo: false,
  loaded: 1,
}

export interface TestDemo {
  calls: string[]
  /** As if something else had changed it. */
  change: (changes: Partial<DemoSnapshot>) => void
  /** Holds back every command until it is called. */
  hold: () => () => void
  /** The next command fails so. */
  fail: (error: Error) => void
}

export function createTestDemo(start: Partial<DemoSnapshot> = {}): TestDemo {
  let snapshot: DemoSnapshot = { ...START, ...start }
  let gate = Promise.resolve()
  let failure: Error | null = null
  const calls: string[] = []
  const listeners = new Set<() => void>()
  const change = (changes: Partial<DemoSnapshot>) => {
    snapshot = { ...snapshot, ...changes }
    for (const listener of listeners) listener()
  }
  const command = async (call: string, changes: () => Partial<DemoSnapshot>) => {
    calls.push(call)
    await gate
    const error = failure
    failure = null
    if (error) throw error
    change(changes())
  }
  const clockAt = (now: number, running: boolean) => ({ clock: { now, read_at: 0, running } })
  const control: DemoControl = {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setScenario: (scenario) => command(`scenario ${JSON.stringify(scenario)}`, () => ({ scenario })),
    setRole: (role) => command(`role ${role}`, () => ({ role })),
    pause: () => command('pause', () => clockAt(snapshot.clock.now, false)),
    resume: () => command('resume', () => ({ clock: { now: DEMO_NOW, read_at: Date.now(), running: true } })),
    advance: (ms) => command(`advance ${ms}`, () => clockAt(snapshot.clock.now + ms, false)),
    nextEvent: () => command('next', () => ({ ...clockAt(snapshot.next?.at ?? 0, false), next: null })),
    advanceOrder: (id) => command(`order ${id}`, () => ({})),
    reset: () => command('reset', () => ({ changes: 0, can_undo: true })),
    undoReset: () => command('undo', () => ({ changes: 12, can_undo: false })),
  }
  provideDemo(control)
  return {
    calls,
    change,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    fail: (error) => {
      failure = error
    },
  }
}
