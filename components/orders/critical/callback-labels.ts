/** Appearance of what calls came to. */
import { CheckCheck, type LucideIcon, MessageCircleQuestion, PhoneMissed } from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import type { CallOutcome } from '#lib/domains/orders/critical/callbacks.ts'

interface OutcomeAppearance {
  label: string
  tone: Tone
  icon: LucideIcon
}

export const OUTCOMES: Readonly<Record<CallOutcome, OutcomeAppearance>> = {
  read_back: { label: 'Reached and read back', tone: 'ok', icon: CheckCheck },
  no_read_back: { label: 'Reached, no read-back', tone: 'warn', icon: MessageCircleQuestion },
  not_reached: { label: 'Not reached', tone: 'bad', icon: PhoneMissed },
}
