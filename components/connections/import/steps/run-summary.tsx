'use client'
import { Check, CircleX, Clock3, Hourglass, LoaderCircle } from 'lucide-react'
import { countRows } from '#components/connections/import/run/batch.ts'
import { isRunning, type RunState, sendingBatch } from '#components/connections/import/run/run-state.ts'
import { Icon } from '#components/ui/display/icon.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { Progress } from './progress.tsx'
import { Card } from './step-layout.tsx'

const HATCH = 'bg-[repeating-linear-gradient(120deg,var(--tone-dot)_0_4px,var(--tone-soft)_4px_8px)]'

const PARTS = [
  { outcome: 'connected', label: 'Connected', tone: 'ok', icon: Check, fill: 'bg-tone-dot' },
  { outcome: 'failed', label: 'Failed', tone: 'bad', icon: CircleX, fill: 'bg-tone-dot' },
  { outcome: 'queued', label: 'Queued', tone: 'wait', icon: Hourglass, fill: HATCH },
  { outcome: 'sending', label: 'Sending', tone: 'move', icon: LoaderCircle, fill: HATCH },
  { outcome: 'unknown', label: 'No answer', tone: 'warn', icon: Clock3, fill: HATCH },
  { outcome: 'not_sent', label: 'Not sent', tone: 'place', icon: Clock3, fill: 'bg-line' },
] as const

/** Says how long the batches still to be sent will take, at the pace of those that are done. */
function timeLeft({ phase, failure, batches }: RunState): string {
  const times = batches.flatMap(({ durationMs, state }) =>
    durationMs !== null && state === 'settled' ? [durationMs] : [],
  )
  if (phase !== 'sending' || failure || times.length < 3) return ''
  const waiting = batches.filter(({ state }) => state === 'waiting').length
  const leftMs = (times.reduce((sum, durationMs) => sum + durationMs, 0) / times.length) * waiting
  return leftMs < 60_000 ? ', less than a minute left' : `, about ${Math.ceil(leftMs / 60_000)} min left`
}

/** How far the whole import is, in one line, one bar and their counts. */
export function RunSummary({ run, startedAt }: { run: RunState; startedAt: number | null }) {
  const clock = useWallClock()
  const counts = countRows(run.batches, sendingBatch(run))
  const total = Object.values(counts).reduce((sum, count) => sum + count)
  const parts = PARTS.filter(({ outcome }) => counts[outcome] > 0 || outcome === 'connected')
  const rest = parts.slice(1).map(({ outcome, label }) => `${formatCount(counts[outcome])} ${label.toLowerCase()}`)
  return (
    <Card className="gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">
          {formatCount(counts.connected)} of {formatCount(total)} connected
          {rest.length > 0 && <span className="ml-3 text-base font-text text-ink-2">{rest.join(', ')}</span>}
        </h2>
        <p className="text-ink-3">
          {startedAt !== null && `Started ${formatInstant(new Date(startedAt).toISOString(), clock)}`}
          {timeLeft(run)}
        </p>
      </div>
      <div
        role="img"
        aria-label={parts.map(({ label, outcome }) => `${label} ${formatCount(counts[outcome])}`).join(', ')}
        className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken"
      >
        {parts
          .filter(({ outcome }) => counts[outcome] > 0)
          .map(({ outcome, tone, fill }) => (
            <span
              key={outcome}
              data-tone={tone}
              className={`h-full min-w-0.5 ${fill}`}
              style={{ flexGrow: counts[outcome] }}
            />
          ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ outcome, label, tone, icon }) => (
          <li key={outcome} data-tone={tone} className="flex items-center gap-1.5 font-control text-tone-fg">
            <Icon of={icon} size="s" />
            {label} {formatCount(counts[outcome])}
          </li>
        ))}
        <li className="ml-auto text-ink-3 print:hidden">
          {isRunning(run)
            ? 'You can work elsewhere in the console. Keep this tab open.'
            : countOf(run.batches.length, 'batch', 'batches')}
        </li>
      </ul>
      {run.progress && run.progress.total > 0 && (
        <div className="flex items-center gap-3 text-ink-2">
          <span className="whitespace-nowrap">Checking the users’ current state</span>
          <Progress label="Users checked" {...run.progress} />
        </div>
      )}
    </Card>
  )
}
