import { useEffect, useState } from 'react'

/** Whole seconds until an instant, renewed every second by the clock and not by counting; 0 once it is there, or for null. */
export function useSecondsLeft(until: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const [aim, setAim] = useState(until)
  // A new aim counts from now, not from the last tick.
  if (aim !== until) {
    setAim(until)
    setNow(Date.now())
  }
  useEffect(() => {
    if (until === null) return
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }
    const timer = setInterval(tick, 1_000)
    tick()
    return () => clearInterval(timer)
  }, [until])
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000))
}
