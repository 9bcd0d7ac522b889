import { Clock, Pause, Play, SkipForward } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { type Demo, demoNow, useDemoMinute } from '#lib/demo/use-demo.ts'
import { DAY, HOUR } from '#lib/utils/time/durations.ts'
import { FailureOf, Group } from './control-group.tsx'
import { clockTime, nextEventText } from './demo-time.ts'
import { useCommand } from './use-command.ts'

const REASON_ID = 'demo-no-next-event'

/** The demo's time: stopped, started, and moved on to what is to come. */
export function ClockCard({ demo: { control, snapshot }, environment }: { demo: Demo; environment: string }) {
  const { clock, next } = snapshot
  const viewer = useWallClock()
  const minute = useDemoMinute(clock)
  const { pending, failure, start } = useCommand()
  const reached = () => `Demo clock at ${clockTime(demoNow(control.snapshot()?.clock ?? clock), viewer)}.`
  const Icon = clock.running ? Clock : Pause
  const command = (part: string, run: () => Promise<void>, done = reached) => ({
    isPending: pending === part,
    onPress: () => start({ part, run, done }),
  })
  const happen = command(
    'next',
    () => control.nextEvent(),
    () => `${next ? orderStatus(next.status).label : 'Next event'}. ${reached()}`,
  )
  return (
    <Group title="Clock" note={<span className="text-xs text-accent-ink">{clock.running ? 'Running' : 'Paused'}</span>}>
      <div className="rounded-card border border-line bg-surface p-2 shadow-1">
        <div className="flex items-center gap-2.5">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-ink"
          >
            <Icon />
          </span>
          <p className="min-w-0 flex-1">
            <span className="block font-heading">{clockTime(minute, viewer, true)}</span>
            <span id={REASON_ID} className="block text-xs text-ink-3">
              {next ? (
                <>
                  Next:{' '}
                  <Link
                    href={`/${environment}/orders/${next.order_id}`}
                    prefetch={false}
                    className="underline decoration-control underline-offset-3 hover:text-ink"
                  >
                    {nextEventText(next, demoNow(clock))}
                  </Link>
                </>
              ) : (
                'No upcoming events. Book a draw or advance an order.'
              )}
            </span>
          </p>
          {clock.running ? (
            <PendingButton
              {...command(
                'pause',
                () => control.pause(),
                () => 'Demo clock paused.',
              )}
            >
              {pending !== 'pause' && <Sign icon={Pause} />}
              <span>Pause</span>
            </PendingButton>
          ) : (
            <PendingButton
              {...command(
                'pause',
                () => control.resume(),
                () => 'Demo clock running.',
              )}
            >
              {pending !== 'pause' && <Sign icon={Play} />}
              <span>Resume</span>
            </PendingButton>
          )}
        </div>
        <div className="flex gap-2 pt-2">
          <PendingButton {...command('hour', () => control.advance(HOUR))}>
            <Amount short="+1 h" words="Move the clock 1 hour ahead" />
          </PendingButton>
          <PendingButton {...command('day', () => control.advance(DAY))}>
            <Amount short="+1 day" words="Move the clock 1 day ahead" />
          </PendingButton>
          {next ? (
            <PendingButton {...happen} className="flex-1">
              {pending !== 'next' && <Sign icon={SkipForward} />}
              <span>Skip to next event</span>
            </PendingButton>
          ) : (
            <button
              type="button"
              aria-disabled="true"
              aria-describedby={REASON_ID}
              className="inline-flex h-[30px] flex-1 cursor-not-allowed items-center justify-center gap-1.5 rounded-control border border-line bg-sunken text-sm font-control text-ink-3 max-rail:h-10 max-rail:text-base"
            >
              <Sign icon={SkipForward} />
              Skip to next event
            </button>
          )}
        </div>
      </div>
      <FailureOf failure={failure} parts={['pause', 'hour', 'day', 'next']} />
    </Group>
  )
}

function Sign({ icon: Icon }: { icon: typeof Play }): ReactNode {
  return <Icon />
}

/** The name begins with what is seen, for people who say it. */
function Amount({ short, words }: { short: string; words: string }) {
  return (
    <>
      {short}
      <span className="sr-only">. {words}</span>
    </>
  )
}
