'use client'
import { PhoneMissed } from 'lucide-react'
import { Pill } from '#components/ui/display/pill.tsx'
import { useRelativeTime } from '#components/ui/display/viewer.tsx'
import type { CallbackState } from '#lib/domains/orders/critical/callback-state.ts'
import { useEscalated } from './use-critical-state.ts'

/** Since the result came, or since the last call that reached nobody; null while there is still time. */
export function useNotReached(state: CallbackState | undefined): string | null {
  const isEscalated = useEscalated(state)
  const since = useRelativeTime(state?.startsAt ?? 0)
  return isEscalated ? `Not reached for ${since}` : null
}

/** Nothing while there is still time. */
export function EscalationMark({ state }: { state: CallbackState }) {
  const words = useNotReached(state)
  if (words === null) return null
  return (
    <Pill tone="bad" icon={PhoneMissed}>
      {words}
    </Pill>
  )
}
