/** One run of a base: its world, its clock and what falls due, with every change of the journal made again. */

import type { UpcomingEvent } from '#lib/demo/control.ts'
import { ROLE_HEADER } from '#lib/demo/people.ts'
import { parseScenario, type Scenario } from '#lib/demo/scenario.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import type { Pause } from '#lib/sandbox/demo/faults/flaky.ts'
import { isRefusal } from '#lib/sandbox/demo/journal/changes.ts'
import type { Change, Entry, Run, Seen } from '#lib/sandbox/demo/journal/journal.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import { createSimulatedClock, type SimulatedClock, wakeClock } from './clock.ts'
import { createWorld, type World } from './world.ts'

/** How things are for one request: who asks, and what goes wrong. */
interface Conditions {
  role: Role
  scenario: Scenario
}

export interface StageOptions {
  run: Run
  base: Scenario['base']
  origin: string
  /** As they are for a request that somebody makes now. */
  conditions: () => Conditions
  /** Milliseconds since 1970, by this machine's clock. */
  wall: () => number
  sleep: (milliseconds: number) => Promise<void>
  onLoaded: (share: number) => void
  /** See `WorldOptions`. */
  onSeen: ((entry: Seen) => void) | null
  onError: (error: unknown) => void
}

export interface Stage {
  run: Run
  clock: SimulatedClock
  /** Runs the team's earlier requests, once; lists can be read before, so the first page needn't wait. */
  settle(): Promise<void>
  /** Answers a request that is made now, by this role or the one that is chosen. */
  answer(request: Request, role?: Role): Promise<Response>
  /** Makes changes of the journal again; returns the ids of those that are refused today. */
  replay(entries: readonly Entry[]): Promise<number[]>
  /** Lets happen what is due by now. True when anything did. */
  catchUp(): Promise<boolean>
  /** Makes a change now: the same that `replay` makes of its entry. */
  perform(performed: Pick<Entry, 'request_id' | 'role'> & { change: Change }): Promise<Response>
  upcoming(): UpcomingEvent | null
  invalidateCounts(): void
}

type Performed = Pick<Entry, 'request_id' | 'role'> & { change: Change }
type Made = Omit<Entry, 'id' | 'run' | 'change'> & { change: Change }

/** Builds the demo of one run: sample data, clock and schedule, then replays the run's journal over them. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { run, origin, onError } = options
  const clock = createSimulatedClock(wakeClock(run.clock, options.wall()), options.wall)
  /** Set while a change of the journal is made again. */
  let replayed: Conditions | null = null
  const conditions = () => replayed ?? options.conditions()
  let world: World | null = null
  const agenda: Agenda = createAgenda(clock, () => world?.nextOrderEvent() ?? null)
  const sleep = async (milliseconds: number) => {
    if (replayed === null) await options.sleep(milliseconds)
    await agenda.runUntil(clock.now())
  }
  const pause: Pause = async (milliseconds, signal) => {
    if (replayed === null) await delay(milliseconds, signal)
  }
  const opened = await createWorld({
    base: options.base,
    started_at: run.started_at,
    past: run.past,
    onLoaded: options.onLoaded,
    origin,
    now: clock.now,
    agenda,
    conditions,
    sleep,
    pause,
    onSeen: options.onSeen && ((entry) => replayed === null && options.onSeen?.(entry)),
    onError,
  })

  world = opened

  const answer = (request: Request, role = options.conditions().role) => {
    const headers = new Headers(request.headers)
    headers.set(ROLE_HEADER, role)
    return opened.fetch(new Request(request, { headers }))
  }

  async function perform({ change, request_id, role }: Performed): Promise<Response> {
    const { method, path, body } = change
    const headers = { ...change.headers, 'x-request-id': request_id }
    const response = await answer(new Request(`${origin}${path}`, { method, body, headers }), role)
    await agenda.runUntil(clock.now())
    opened.invalidateCounts()
    return response
  }

  async function again({ at, scenario, ...performed }: Made): Promise<boolean> {
    await agenda.runUntil(at)
    replayed = { role: performed.role, scenario: parseScenario(scenario) }
    try {
      const response = await clock.at(at, () => perform(performed))
      return !isRefusal(performed.change, response.status)
    } catch (error) {
      onError(error)
      return false
    } finally {
      replayed = null
    }
  }

  async function livePast() {
    for (const [index, { minutes_ago, role, ...change }] of (await opened.past()).entries()) {
      const at = run.started_at - minutes_ago * MINUTE
      await again({ at, role, scenario: '', request_id: `before-${run.started_at}-${index}`, change })
    }
    // It may have been read before this, and a source was disconnected.
    opened.clearDirectory()
  }
  let past: Promise<void> | null = run.past ? null : Promise.resolve()

  return {
    run,
    clock,
    answer,
    perform,
    invalidateCounts: opened.invalidateCounts,

    settle() {
      past ??= livePast()
      return past
    },

    async replay(entries) {
      const refused: number[] = []
      for (const { change, ...entry } of entries) {
        if ('seen' in change) await opened.remember(change.seen)
        else if (!(await again({ ...entry, change }))) refused.push(entry.id)
      }
      if (entries.some(({ change }) => !('seen' in change))) opened.clearDirectory()
      return refused
    },

    async catchUp() {
      const next = agenda.next()
      if (!next || next.at > clock.now()) return false
      await agenda.runUntil(clock.now())
      opened.invalidateCounts()
      return true
    },

    upcoming() {
      const next = agenda.next()
      return next?.about ? { at: next.at, ...next.about } : null
    },
  }
}
