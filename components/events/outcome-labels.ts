import { Check, CircleQuestionMark, Copy, History, type LucideIcon, Undo2 } from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import type { Outcome } from '#lib/domains/events/outcomes.ts'

/** How each outcome looks; its words are the domain’s. */
export const OUTCOME_LOOKS: Readonly<Record<Outcome, { icon: LucideIcon; tone: Tone }>> = {
  applied: { icon: Check, tone: 'ok' },
  superseded: { icon: History, tone: 'closed' },
  duplicate: { icon: Copy, tone: 'closed' },
  older: { icon: Undo2, tone: 'wait' },
  stored: { icon: CircleQuestionMark, tone: 'place' },
}
