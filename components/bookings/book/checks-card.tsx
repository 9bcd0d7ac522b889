import {
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CircleAlert,
  CircleCheck,
  Hourglass,
  type LucideIcon,
  OctagonX,
  RefreshCw,
  Send,
  Timer,
  TriangleAlert,
} from 'lucide-react'
import { type Control, useWatch } from 'react-hook-form'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { durationLabel } from '#lib/utils/time/durations.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { type BookingValues, typedTimes } from './booking-form.ts'
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

export function ChecksCard({ checks, isFetching, onAgain }: ChecksCardProps) {
  return (
    <SectionCard
      title="Before you book"
      summary={summaryOf(checks)}
      action={
        <Button look="ghost" onPress={onAgain} className="max-rail:-ml-4">
          <RefreshCw className={isFetching ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
          Check again
        </Button>
      }
    >
      <ul className="grid gap-x-6 gap-y-3 @min-[560px]/book:grid-cols-2">
        {checks.map(({ name, level, title, reason }) => {
          const { icon: Icon, tone, word } = LOOK[level]
          return (
            <li key={name} data-tone={tone} className="flex items-start gap-2.5">
              <Icon className="mt-0.5 shrink-0 text-tone-fg" />
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

interface Step {
  icon: LucideIcon
  tone: string
  title: string
  text: string
}

/** `times` in milliseconds; null where nothing is typed that could be sent. */
function stepsOf(mode: BookingValues['mode'], { sync, background }: ReturnType<typeof typedTimes>): Step[] {
  const sent = { icon: Send, tone: 'place', title: 'Booking is sent', text: 'After you review it' }
  if (mode === 'wait') {
    return [
      sent,
      {
        icon: Timer,
        tone: 'move',
        title: 'You wait on this page',
        text: 'Up to a minute',
      },
      { icon: CalendarCheck, tone: 'ok', title: 'Confirmed', text: 'With the visit time' },
      { icon: OctagonX, tone: 'bad', title: 'Or an error', text: 'Nothing is booked' },
    ]
  }
  const here = sync === null ? 'For as long as you set' : `Up to ${durationLabel(sync)}`
  const later = background === null ? '' : ` ${durationLabel(background)} later`
  return [
    sent,
    { icon: Timer, tone: 'move', title: 'You wait on this page', text: here },
    { icon: CalendarClock, tone: 'wait', title: 'Shown as pending', text: 'If there’s no answer yet' },
    { icon: CalendarX, tone: 'warn', title: 'Canceled automatically', text: `If there’s still no answer${later}` },
  ]
}

export function HappensCard({ control }: { control: Control<BookingValues, unknown, unknown> }) {
  const values = useWatch({ control, compute: (all) => all })
  const times = typedTimes(values)
  return (
    <SectionCard title="What will happen">
      <ol className="flex flex-col">
        {stepsOf(values.mode, times).map(({ icon: Icon, tone, title, text }) => (
          <li
            key={title}
            data-tone={tone}
            className="relative flex gap-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[12.5px] not-last:before:w-px not-last:before:bg-line-2"
          >
            <span className="grid size-[26px] shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-fg">
              <Icon className="size-3.5" />
            </span>
            <span className="min-w-0">
              <span className="block font-heading">{title}</span>
              <span className="block text-xs text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      {values.mode === 'background' && times.sync !== null && times.background !== null && (
        <GivesUp after={times.sync + times.background} />
      )}
      <p className="mt-3 border-t border-line pt-3 text-xs text-ink-3">
        The visit time comes back with the booking. It isn’t part of the key.
      </p>
    </SectionCard>
  )
}

function GivesUp({ after }: { after: number }) {
  const clock = useWallClock()
  const words = useAtPresent((now) => {
    const [from, to] = [instantParts(now, clock), instantParts(now + after, clock)]
    return to.day === from.day ? `${to.time} ${to.zone}` : `${to.day}, ${to.time} ${to.zone}`
  })
  return <p className="mt-3 border-t border-line pt-3">If you send it now, it stops trying at {words}.</p>
}
