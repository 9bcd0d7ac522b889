/** The demo of one tab: answers its requests, keeps its changes, and does what its controls say. Runs in a worker. */
import type { DemoClock, DemoSnapshot } from '#lib/demo/control.ts'
import { type Base, formatScenario, parseScenario, type Scenario } from '#lib/demo/scenario.ts'
import type { DemoRequest } from '#lib/demo/wire.ts'
import type { ChoiceQuery } from '#lib/domains/orders/simulation/simulation-events.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { readDetail } from '#lib/kernel/error-body.ts'
import { timerAfter } from '#lib/sandbox/demo/faults/flaky.ts'
import { advanceRequest, changeOf, isEarly, isRefusal } from '#lib/sandbox/demo/journal/changes.ts'
import type { Change, JournalStore, Settings } from '#lib/sandbox/demo/journal/journal.ts'
import {
  baseOf,
  createRunLog,
  createStoredRuns,
  type RunLog,
  requestedSettings,
} from '#lib/sandbox/demo/journal/run-log.ts'
import { delay } from '#lib/utils/timers/delay.ts'
import { wakeClock } from './clock.ts'
import { openStage, type Stage } from './stage.ts'

/** Milliseconds between two notes of a running clock. */
const NOTE_EVERY = 20_000

/** Replays the shared journal, and keeps in step with the clock and other tabs. */
export async function openEngine(options: EngineOptions) {
  const { journal, origin, exclusively, onSnapshot, onData, broadcastToTabs, onError } = options
  const { wall = () => Date.now(), sleep = delay, after = timerAfter, keepsViews = true } = options
  const runs = createStoredRuns({ journal, exclusively, wall, past: options.asked.past })
  let settings = await requestedSettings(journal, options.asked.scenario)
  let loaded = 0
  /** How many stages have been begun: only the last one counts. */
  let begun = 0
  let canUndo = false
  /** Clock until the stage is set. */
  let clock: DemoClock = { now: wall(), read_at: wall(), running: true }
  let opened: Playing | null = null
  let callOff: () => void = () => undefined
  const catchUpOn = createCatchUp()
  let stage = begin(baseOf(settings))
  settle(stage).catch(onError)

  function scenario(): Scenario {
    return parseScenario(settings.scenario)
  }

  async function begin(base: Base): Promise<Playing> {
    begun += 1
    const mine = begun
    loaded = 0
    opened = null
    const { current: run, previous } = await runs.of(base)
    canUndo = previous !== null
    clock = wakeClock(run.clock, wall())
    const log = createRunLog(journal, run.id)
    const setting = await openStage({
      run,
      base,
      origin,
      conditions: () => ({ role: settings.role, scenario: scenario() }),
      wall,
      sleep,
      onLoaded(share) {
        if (mine !== begun) return
        loaded = share
        onSnapshot(snapshot())
      },
      onSeen: keepsViews ? (seen) => void log.note(seen, conditions(setting)).catch(onError) : null,
      onError,
    })
    const next = { ...setting, log }
    // Another base was chosen in the meantime.
    if (mine !== begun) return next
    await catchUpOn(next)
    await next.catchUp()
    loaded = 1
    opened = next
    return next
  }

  const conditions = ({ clock: at }: Stage) => ({ at: at.now(), role: settings.role, scenario: settings.scenario })

  function snapshot(): DemoSnapshot {
    return {
      scenario: scenario(),
      role: settings.role,
      clock: opened?.clock.state() ?? clock,
      next: opened?.upcoming() ?? null,
      changes: opened?.log.changes() ?? 0,
      can_undo: canUndo,
      loaded,
    }
  }

  async function tell() {
    await stage
    onSnapshot(snapshot())
    await watch()
  }

  /** Wakes up when the next thing falls due, and now and then to note how far the clock has come. */
  async function watch() {
    const on = await stage
    callOff()
    if (!on.clock.state().running) return
    const due = on.upcoming()?.at ?? Number.POSITIVE_INFINITY
    const wait = Math.max(0, Math.min(due - on.clock.now(), NOTE_EVERY))
    callOff = after(wait, () => {
      wake(on).catch(onError)
    })
  }

  async function wake(on: Stage) {
    if (on !== (await stage)) return
    const happened = await on.catchUp()
    await noteClock(on)
    if (happened) onData()
    await tell()
  }

  const noteClock = (on: Stage) => runs.noteClock(baseOf(settings), on.run, on.clock.state())

  async function make(change: Change, role: Role = settings.role): Promise<Response> {
    const on = await stage
    await on.settle()
    const request_id = crypto.randomUUID()
    const id = await exclusively(async () => {
      await catchUpOn(on)
      return on.log.append(change, request_id, { ...conditions(on), role })
    })
    broadcastToTabs()
    const response = await on.perform({ change, request_id, role })
    if (isRefusal(change, response.status)) await on.log.remove(id)
    await tell()
    return response
  }

  /** Changes the clock of this run, and lets happen what is due then. */
  async function turn(how: (on: Stage) => void) {
    const on = await stage
    await on.settle()
    how(on)
    await on.catchUp()
    await noteClock(on)
    on.invalidateCounts()
    broadcastToTabs()
    onData()
    await tell()
  }

  async function apply(next: Settings) {
    const isOther = baseOf(next) !== baseOf(settings)
    settings = next
    if (isOther) play(baseOf(next))
    const on = await stage
    on.invalidateCounts()
    // The role first: pages read again only what it may read.
    await tell()
    onData()
  }

  async function choose(change: Partial<Settings>) {
    const next = { ...settings, ...change }
    await journal.saveSettings(next)
    await apply(next)
    broadcastToTabs()
  }

  async function beginAgain() {
    play(baseOf(settings))
    await stage
    broadcastToTabs()
    onData()
    await tell()
  }

  function play(base: Base) {
    stage = begin(base)
    settle(stage).catch(onError)
  }

  /** Requests that have waited for the stage are answered first. */
  async function settle(next: Promise<Playing>) {
    const on = await next
    await sleep(0)
    await on.settle()
    // The page may show what the server made of the sample data, or what was read before this.
    onData()
    await tell()
  }

  return {
    /** A request keeps the role it was made with, however long the stage takes. */
    async answer(request: Request, role: Role = settings.role): Promise<Response> {
      const change = await changeOf(request)
      if (change) return make(change, role)
      const on = await stage
      // Earlier requests run without modifiers: a call with modifiers waits for them.
      if (!isEarly(request) || scenario().modifiers.length > 0) await on.settle()
      // Like a server, it knows at once what another tab has changed. What cannot be read is told, and stops nothing.
      await catchUpOn(on).catch(onError)
      return on.answer(request, role)
    },

    snapshot,

    /** As an administrator of the sandbox does, whatever the role is. @throws Error with words for people */
    async advanceOrder(order_id: string, choice: ChoiceQuery | null) {
      const response = await make(advanceRequest(order_id, choice), 'administrator')
      if (!response.ok) throw new Error(readDetail(await response.json(), 'The order didn’t change. Try again.'))
    },

    setScenario: (next: Scenario) => choose({ scenario: formatScenario(next) }),
    setRole: (role: Role) => choose({ role }),
    pause: () => turn(({ clock }) => clock.pause()),
    resume: () => turn(({ clock }) => clock.resume()),
    advance: (milliseconds: number) => turn(({ clock }) => clock.moveTo(clock.now() + milliseconds)),
    nextEvent: () => turn(({ clock, upcoming }) => clock.moveTo(upcoming()?.at ?? 0)),

    async reset() {
      const { run, clock: at, log } = await stage
      await runs.startOver(baseOf(settings), run, { clock: at.state(), changes: log.changes() })
      await beginAgain()
    },

    async undoReset() {
      if (await runs.bringBack(baseOf(settings))) await beginAgain()
    },

    /** Another tab has changed something. */
    async follow() {
      const next = (await journal.settings()) ?? settings
      const kept = await journal.runs(baseOf(next))
      const on = await stage
      if (kept && baseOf(next) === baseOf(settings)) {
        if (kept.current.id === on.run.id) {
          on.clock.set(kept.current.clock)
          await exclusively(() => catchUpOn(on))
          await on.catchUp()
        } else play(baseOf(next))
      }
      canUndo = kept?.previous != null
      await apply(next)
    },
  }
}

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** A run that is shown, and what was written of it. */
type Playing = Stage & { log: RunLog }

/** One after the other, so that nothing is made twice. */
function createCatchUp() {
  let last = Promise.resolve()
  return (on: Playing): Promise<void> => {
    const mine = last.then(() => catchUp(on))
    last = mine.catch(() => undefined)
    return mine
  }
}

async function catchUp({ log, settle, replay }: Playing): Promise<void> {
  const entries = await log.unread()
  if (entries.length === 0) return
  await settle()
  for (const id of await replay(entries)) await log.remove(id)
}

/** Environment of a demo in one tab: a worker, a test, or the server that makes the first HTML. */
interface EngineOptions {
  journal: JournalStore
  origin: string
  /** Request in the address: it wins over stored settings. */
  asked: DemoRequest
  /** Runs work alone among all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  wall?: () => number
  sleep?: (milliseconds: number) => Promise<void>
  /** Calls back after so many milliseconds. Returns how to call it off. */
  after?: (milliseconds: number, work: () => void) => () => void
  /** Whether the audit log holds what people looked at. */
  keepsViews?: boolean
  /** Called when the page's view of the demo changes. */
  onSnapshot: (snapshot: DemoSnapshot) => void
  /** Called when data on the page may be stale. */
  onData: () => void
  /** Tells the other tabs that the journal holds something new. */
  broadcastToTabs: () => void
  onError: (error: unknown) => void
}
