import { Check, CircleQuestionMark, CloudDownload, Copy, History, Layers, type LucideIcon, Undo2 } from 'lucide-react'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { OUTCOME_WORDS, type Outcome } from '#lib/domains/events/outcomes.ts'
import type { ReceivedEvent } from '#lib/domains/events/received.ts'
import { countOf } from '#lib/utils/text/counts.ts'

export function OutcomePill({ event, bare = false }: { event: ReceivedEvent; bare?: boolean }) {
  const { outcome, form, samples } = event
  if (outcome === 'applied' && form === 'workout_stream') {
    return <Pill tone="move" icon={CloudDownload} label="Stream ready" bare={bare} />
  }
  if (outcome === 'applied' && samples.replaced > 0) {
    return <Pill tone="wait" icon={Layers} label={`${countOf(samples.replaced, 'sample')} replaced`} bare={bare} />
  }
  return <Pill {...OUTCOME_LOOKS[outcome]} label={OUTCOME_WORDS[outcome].label} bare={bare} />
}

export const OUTCOME_LOOKS: Readonly<Record<Outcome, { icon: LucideIcon; tone: Tone }>> = {
  applied: { icon: Check, tone: 'ok' },
  superseded: { icon: History, tone: 'closed' },
  duplicate: { icon: Copy, tone: 'closed' },
  older: { icon: Undo2, tone: 'wait' },
  stored: { icon: CircleQuestionMark, tone: 'place' },
}
