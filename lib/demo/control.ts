/** The contract between a page and the demo's worker: what the page can read and which commands it can send. */
import type { ChoiceQuery } from '#lib/domains/orders/simulation/simulation-events.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { Scenario } from './scenario.ts'

export interface UpcomingEvent {
  /** Milliseconds since 1970, by the demo's clock. */
  at: number
  order_id: string
  /** The low-level status that the order gets. */
  status: string
}

export interface DemoClock {
  /** Milliseconds since 1970 by the demo's clock, at the instant `read_at` of this machine's. */
  now: number
  read_at: number
  running: boolean
}

/** The demo as it is. A new object whenever anything in it changes. */
export interface DemoSnapshot {
  scenario: Scenario
  role: Role
  clock: DemoClock
  next: UpcomingEvent | null
  /** Changes made since the start, which a reset takes back. */
  changes: number
  /** Whether the last reset can be undone. */
  can_undo: boolean
  /** Share of the sample data that is loaded, 0 to 1. */
  loaded: number
}

/** Every command resolves when it has taken effect, in this tab and for every later request. */
export interface DemoControl {
  /** Null until the worker has answered for the first time. */
  snapshot(): DemoSnapshot | null
  /** Returns how to stop listening. */
  subscribe(listener: () => void): () => void
  setScenario(scenario: Scenario): Promise<void>
  setRole(role: Role): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Moves the clock forward; what falls due on the way happens, in order. */
  advance(milliseconds: number): Promise<void>
  /** Moves the clock to the next event and runs it; does nothing when there is none. */
  nextEvent(): Promise<void>
  /** Gives an order its next event, or the one named. @throws Error with words for people when the order can't have it. */
  advanceOrder(order_id: string, choice: ChoiceQuery | null): Promise<void>
  /** Takes back every change of this scenario. */
  reset(): Promise<void>
  undoReset(): Promise<void>
}
