/** When a session ends if nothing happens, and when to warn of it; told of what a person does, it asks the server in time. */
import type { Ending } from '#lib/utils/http/own-path.ts'

const MINUTE = 60_000
/** Milliseconds before the idle end at which the warning appears. */
const WARNING = MINUTE
/** Milliseconds before the fixed end, which can't be extended, at which the warning appears. */
const NOTICE = 5 * MINUTE
/** A person at work is made known to the server this often. */
const ASK_EVERY = MINUTE

export type IdlePhase = { at: 'calm' } | { at: 'idle_soon' | 'end_soon'; until: number }

interface IdleClockOptions {
  /** Milliseconds. */
  idle: number
  /** Milliseconds from now to the fixed end. */
  ends_in: number
  /** A request in the person's name, by which the server counts from now. */
  ask: () => Promise<unknown>
  /** Something the person did counts: what follows is in their name. */
  onSign: () => void
  onPhase: (phase: IdlePhase) => void
  /** The server has just been asked, at this instant. */
  onUse: (at: number) => void
  onEnd: (why: Ending) => void
}

export type IdleClock = ReturnType<typeof startIdleClock>

/** Starts the timer that warns before a session ends and calls `onEnd` when it has. All times are in milliseconds. */
export function startIdleClock({ idle, ends_in, ask, onSign, onPhase, onUse, onEnd }: IdleClockOptions) {
  const warning = Math.min(WARNING, idle / 2)
  const every = Math.min(ASK_EVERY, idle / 4)
  const ends = Date.now() + ends_in
  let used = Date.now()
  let asked = used
  let noticed = false
  let phase: IdlePhase = { at: 'calm' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false

  function phaseAt(now: number): IdlePhase {
    if (now >= used + idle - warning) return { at: 'idle_soon', until: Math.min(used + idle, ends) }
    if (now >= ends - NOTICE && !noticed) return { at: 'end_soon', until: ends }
    return { at: 'calm' }
  }

  /** Checks the time again; also called when the page becomes visible, because a sleeping machine misses its timers. */
  function poll() {
    if (over) return
    clearTimeout(timer)
    const now = Date.now()
    if (now >= ends || now >= used + idle) {
      over = true
      onEnd(now >= ends ? 'ended' : 'idle')
      return
    }
    const next = phaseAt(now)
    const changed = next.at !== phase.at || (next.at !== 'calm' && phase.at !== 'calm' && next.until !== phase.until)
    phase = next
    if (changed) onPhase(next)
    const turns = [used + idle - warning, used + idle, ends - NOTICE, ends].filter((turn) => turn > now)
    timer = setTimeout(poll, Math.min(...turns) - now)
  }

  async function use() {
    const at = Date.now()
    asked = at
    onSign()
    await ask()
    used = Math.max(used, at)
    onUse(at)
    poll()
  }

  poll()
  return {
    poll,
    /** The person did something. Once they are asked whether they are there, only an answer counts. */
    act() {
      if (over || phase.at === 'idle_soon') return
      if (Date.now() - asked < every) onSign()
      else use().catch(() => undefined)
    },
    /** The answer to the question. Rejects when the server could not be asked. */
    stay: use,
    /** The fixed end has been read and understood. */
    noticed() {
      noticed = true
      poll()
    },
    usedElsewhere(at: number) {
      used = Math.max(used, Math.min(at, Date.now()))
      poll()
    },
    stop() {
      over = true
      clearTimeout(timer)
    },
  }
}
