'use client'
import { PhoneMissed } from 'lucide-react'
import { Pill } from '#components/ui/display/pill.tsx'
import type { CallbackState } from '#lib/domains/orders/critical/callback-state.ts'
import { useEscalated } from './use-critical-state.ts'

/** What is said wherever a result has escalated. */
export const ESCALATED = 'Not reached for 30 min'

/** Nothing while there is still time. */
export function EscalationMark({ state }: { state: CallbackState }) {
  if (!useEscalated(state)) return null
  return (
    <Pill tone="bad" icon={PhoneMissed}>
      {ESCALATED}
    </Pill>
  )
}
