import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { writeCookie } from '#lib/utils/browser/browser.ts'
import { clockNow, onClock, syncClock } from '#lib/utils/time/clock.ts'
import { relativeTime, timeAgo } from '#lib/utils/time/durations.ts'
import { instantParts, type WallClock } from '#lib/utils/time/instants.ts'

const TICK = 30_000

/** Starts at the server's instant, so that the first render equals the HTML, and moves on every half minute. */
function createClock(start: number) {
  let now = start
  let timer: ReturnType<typeof setInterval> | undefined
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    if (document.visibilityState === 'hidden') return
    now = clockNow()
    for (const listener of listeners) listener()
  }
  return {
    start,
    read: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (listeners.size === 1) {
        // Time went on while nothing on the page told it; less than a tick waits for the next.
        if (Math.abs(clockNow() - now) >= TICK) now = clockNow()
        timer = setInterval(tick, TICK)
        stop = onClock(tick)
        document.addEventListener('visibilitychange', tick)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        stop?.()
        document.removeEventListener('visibilitychange', tick)
      }
    },
  }
}

type Clock = ReturnType<typeof createClock>

const ViewerContext = createContext<{ wall: WallClock; clock: Clock } | null>(null)

/** Heeds the server's instant in the HTML, where the time since this document began can't explain the difference. */
function syncClockFromHtml(now: number) {
  if (typeof window === 'undefined') return
  const isPlausible = now <= Date.now() && now >= performance.timeOrigin
  if (!isPlausible) syncClock(now)
}

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A traveller's machine changes its zone while the page sleeps. */
function onReturn(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

interface ViewerProviderProps {
  /** Time zone known to the server when it rendered. */
  timeZone: string
  clockHours: WallClock['hours']
  dayOrder?: WallClock['days']
  now: number
  children: ReactNode
}

/** The viewer's zone and clock. A zone the server did not know is kept in a cookie, so that the next HTML is right. */
export function ViewerProvider({ timeZone: initialZone, clockHours, dayOrder, now, children }: ViewerProviderProps) {
  const timeZone = useSyncExternalStore(onReturn, browserZone, () => initialZone)
  const [clock] = useState(() => {
    syncClockFromHtml(now)
    return createClock(now)
  })
  const wall = useMemo(
    () => ({ zone: timeZone, hours: clockHours, ...(dayOrder && { days: dayOrder }) }),
    [timeZone, clockHours, dayOrder],
  )
  useEffect(() => {
    if (timeZone !== initialZone) writeCookie('time_zone', timeZone)
  }, [timeZone, initialZone])
  return <ViewerContext value={{ wall, clock }}>{children}</ViewerContext>
}

function useViewer() {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('Times need a ViewerProvider above them.')
  return viewer
}

export function useTimeZone(): string {
  return useViewer().wall.zone
}

/** The viewer's zone and whether their language counts 12 or 24 hours. */
export function useWallClock(): WallClock {
  return useViewer().wall
}

/** Returns a value derived from the current time, kept up to date; renders only when it changes. */
export function useAtPresent<T extends string | number | boolean>(of: (now: number) => T): T {
  const { clock } = useViewer()
  // A part of the page that comes alive late still equals the HTML, whatever the time is by then.
  return useSyncExternalStore(
    clock.subscribe,
    () => of(clock.read()),
    () => of(clock.start),
  )
}

const never = () => () => undefined

/** Whether a part of the page has taken over its HTML; what is first drawn in the browser always has. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** `2 d 4 h`, kept true. */
export function useRelativeTime(instant: number): string {
  return useAtPresent((now) => relativeTime(instant, now))
}

/** `for 2 d 4 h`, kept true; on paper since when. */
export function useSpan(instant: number): string {
  const { wall } = useViewer()
  const age = useRelativeTime(instant)
  return usePrinting() ? `since ${dayAndTime(instant, wall)}` : `for ${age}`
}

/** `3 min ago`, kept true; on paper, where an age says nothing, day and time. */
export function useTimeAgo(instant: number): string {
  const { wall } = useViewer()
  const isPrinting = usePrinting()
  const age = useAtPresent((now) => timeAgo(instant, now))
  return isPrinting ? dayAndTime(instant, wall) : age
}

/** `12 Nov 2026, 9:13 PM`; empty for no instant. */
export function dayAndTime(instant: number, clock: WallClock): string {
  if (!Number.isFinite(instant)) return ''
  const { day, time } = instantParts(instant, clock)
  return `${day}, ${time}`
}

/** Chrome and Safari say it by the medium, Firefox by events. */
const paper: { query?: MediaQueryList; isOpen: boolean } = { isOpen: false }

function onPrint(listener: () => void) {
  paper.query ??= window.matchMedia?.('print')
  const begin = () => {
    paper.isOpen = true
    listener()
  }
  const end = () => {
    paper.isOpen = false
    listener()
  }
  paper.query?.addEventListener('change', listener)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    paper.query?.removeEventListener('change', listener)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

/** True while the page is made for paper, which nobody can point at: what is short or relative on screen is whole there. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    onPrint,
    () => paper.isOpen || paper.query?.matches === true,
    () => false,
  )
}
