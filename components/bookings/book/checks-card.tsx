'use client'
import { CircleAlert, CircleCheck, Hourglass, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import type { Check, CheckLevel } from './preflight.ts'

const LOOK: Readonly<Record<CheckLevel, { icon: LucideIcon; tone: string; word: string }>> = {
  ok: { icon: CircleCheck, tone: 'ok', word: 'Ready' },
  wait: { icon: Hourglass, tone: 'wait', word: 'Loading' },
  look: { icon: TriangleAlert, tone: 'warn', word: 'To review' },
  block: { icon: CircleAlert, tone: 'bad', word: 'Stops the booking' },
}

/** "4 ready, 1 to look at" */
function summaryOf(checks: readonly Check[]): string {
  const count = (level: CheckLevel) => checks.filter((check) => check.level === level).length
  const [ok, wait, look, block] = [count('ok'), count('wait'), count('look'), count('block')]
  const stops = block === 1 ? '1 stops the booking' : `${block} stop the booking`
  return [`${ok} ready`, wait > 0 && `${wait} loading`, look > 0 && `${look} to review`, block > 0 && stops]
    .filter(Boolean)
    .join(', ')
}

interface ChecksCardProps {
  checks: readonly Check[]
  isFetching: boolean
  onAgain: () => void
}

/** Lists advice to review before booking, with reasons. */
export function ChecksCard({ checks, isFetching, onAgain }: ChecksCardProps) {
  return (
    <SectionCard
      title="Before you book"
      summary={summaryOf(checks)}
      action={
        <Button look="ghost" onPress={onAgain} className="max-rail:-ml-4">
          <RefreshCw
            aria-hidden="true"
            className={isFetching ? 'size-4 motion-safe:animate-spin' : 'size-4'}
            strokeWidth={1.9}
          />
          Check again
        </Button>
      }
    >
      <ul className="grid gap-x-6 gap-y-3 @min-[560px]/book:grid-cols-2">
        {checks.map(({ name, level, title, reason }) => {
          const { icon: Icon, tone, word } = LOOK[level]
          return (
            <li key={name} data-tone={tone} className="flex items-start gap-2.5">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-tone-fg" strokeWidth={1.9} />
              <span className="min-w-0">
                <span className="sr-only">{word}: </span>
                <span className="block font-heading">{title}</span>
                <span className="block text-xs text-ink-2">{reason}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
