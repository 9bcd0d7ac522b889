/** The server's clock in a page, for what runs out by it; asked for once. In a demo, the demo's. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { clockShift, isMachineClock, onClock } from '#lib/utils/time/clock.ts'
import { serverClockOffset } from './server-clock.ts'

/** Rounds to whole seconds: while a demo's clock is paused, the difference grows by a second every second. */
const shiftInSeconds = () => Math.round(clockShift() / 1_000) * 1_000

function useServerClock() {
  const isOwn = useSyncExternalStore(onClock, isMachineClock, () => true)
  const { data = 0 } = useQuery({
    queryKey: ['server-clock'],
    queryFn: ({ signal }) => serverClockOffset(signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOwn,
  })
  return { isOwn, offset: data }
}

/** Milliseconds to add to this machine's clock (`Date.now`) to have the server's; 0 until it is known. */
export function useClockOffset(): number {
  const { isOwn, offset } = useServerClock()
  const shift = useSyncExternalStore(onClock, shiftInSeconds, () => 0)
  return isOwn ? offset : shift
}

/** Milliseconds to add to the page's clock (`useAtPresent`) to have the server's: in a demo both are one. */
export function useViewerOffset(): number {
  const { isOwn, offset } = useServerClock()
  return isOwn ? offset : 0
}
