/** The page's clock beside this machine's, for what runs out by the server's while timers run by the machine's. */
import { useSyncExternalStore } from 'react'
import { clockShift, onClock } from '#lib/utils/time/clock.ts'

/** Rounds to whole seconds: while a demo's clock is paused, the difference grows by a second every second. */
const shiftInSeconds = () => Math.round(clockShift() / 1_000) * 1_000

/** Milliseconds to add to this machine's clock (`Date.now`) to have the server's. */
export const useClockOffset = (): number => useSyncExternalStore(onClock, shiftInSeconds, () => 0)
