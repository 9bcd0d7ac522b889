'use client'
import { CalendarCheck, CalendarClock, CalendarX, type LucideIcon, OctagonX, Send, Timer } from 'lucide-react'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import { durationLabel } from '#lib/utils/time/duration-input.ts'
import { instantParts } from '#lib/utils/time/instants.ts'
import { type BookingValues, typedTimes } from './booking-form.ts'

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

/** Explains what happens after booking, and until when. */
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
              <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
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
