import { PhoneMissed, PhoneOff } from 'lucide-react'
import { Pill } from '#components/ui/display/pill.tsx'
import { dayAndTime, useAtPresent, usePrinting, useWallClock } from '#components/ui/display/viewer.tsx'
import { CALLED_LABELS } from '#lib/domains/orders/critical/callbacks.ts'
import { type CriticalState, isEscalated } from '#lib/domains/orders/critical/critical-state.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDuration, timeAgo } from '#lib/utils/time/durations.ts'
import { instantDay, instantParts, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'

/** `2:30 PM`, with its day where that isn't today. */
export function instantLabel(instant: number, now: number, clock: WallClock): string {
  const { day, time } = instantParts(instant, clock)
  return day === instantDay(now, clock) ? time : `${day}, ${time}`
}

/** Describes the calls about a result: `1 missed call`; once it's no longer critical, who was told the old value. */
export function callWords({ standing, callbacks, isReadBack, toldOld }: CriticalState): string[] {
  if (standing === 'no_longer_critical') {
    const told = toldOld.map((called) => (called === 'other' ? 'someone else' : CALLED_LABELS[called].toLowerCase()))
    return told.length > 0 ? [`old value told to ${told.join(', ')}`] : []
  }
  const made = (outcome: string) => callbacks.filter((call) => call.outcome === outcome).length
  const [missed, unconfirmed] = [made('not_reached'), made('no_read_back')]
  return [
    ...(missed > 0 ? [countOf(missed, 'missed call')] : []),
    ...(unconfirmed > 0 ? [`${countOf(unconfirmed, 'call')} without read-back`] : []),
    ...(isReadBack ? ['read back'] : []),
  ]
}

/** Describes a result and its calls: `9 d · 1 missed call · next attempt 2:30 PM`. */
function criticalWords(state: CriticalState, now: number, clock: WallClock, isPrinting: boolean): string[] {
  const { standing, startsAt, isReadBack, nextAttemptAt, owner } = state
  const age = isPrinting ? `since ${dayAndTime(startsAt, clock)}` : formatDuration(Math.max(0, now - startsAt))
  if (standing === 'before_start') return [`Came before the start date, ${age}`]
  if (standing === 'closed') return ['Closed']
  if (standing === 'no_longer_critical') {
    return [`No longer critical since ${instantLabel(startsAt, now, clock)}`, ...callWords(state)]
  }
  if (state.callbacks.length === 0) return [`No call recorded, ${age}`]
  return [
    age,
    ...callWords(state),
    ...(isReadBack && owner === null ? ['not acknowledged'] : []),
    ...(nextAttemptAt === null ? [] : [attemptWords(nextAttemptAt, now, clock, isPrinting)]),
  ]
}

function attemptWords(at: number, now: number, clock: WallClock, isPrinting: boolean): string {
  if (isPrinting) return `next attempt ${dayAndTime(at, clock)}`
  return now >= at ? `attempt due ${timeAgo(at, now)}` : `next attempt ${instantLabel(at, now, clock)}`
}

const BETWEEN = ' · '

/** As `criticalWords`, kept true; null while nothing is known. `since` of a value that was corrected without an event. */
export function useCriticalWords(state: CriticalState | undefined, since: string | null = null): string | null {
  const clock = useWallClock()
  const isPrinting = usePrinting()
  const words = useAtPresent((now) => {
    if (!state) return ''
    const startsAt = since === null ? state.startsAt : parseInstant(since)
    return criticalWords({ ...state, startsAt }, now, clock, isPrinting).join(BETWEEN)
  })
  return state ? words : null
}

/** A pill where nobody has called, else plain words, the time in red once escalation is due. */
export function CriticalMark({ state, since = null }: { state: CriticalState; since?: string | null }) {
  const words = useCriticalWords(state, since) ?? ''
  const isLate = useAtPresent((now) => isEscalated(state, now))
  const isMissing = state.isOpen && state.standing !== 'no_longer_critical' && state.callbacks.length === 0
  if (isMissing) {
    return <Pill tone={isLate ? 'bad' : 'warn'} icon={PhoneOff} label={words} />
  }
  const [first = '', ...rest] = words.split(BETWEEN)
  return (
    <p data-tone={isLate ? 'bad' : 'neutral'} className="text-sm text-ink-2">
      {isLate && <PhoneMissed className="mr-1 inline size-3.5 text-tone-fg" />}
      <span className={isLate ? 'font-heading text-tone-fg' : ''}>{first}</span>
      <span>{rest.map((each) => `${BETWEEN}${each}`)}</span>
    </p>
  )
}
