'use client'
import { Check, CircleX, Clock3, Hourglass, type LucideIcon } from 'lucide-react'
import { totalOf } from '#components/connections/import/run/batch.ts'
import type { RunState } from '#components/connections/import/run/run-state.ts'
import { isAtWork } from '#components/connections/import/session/session-state.ts'
import type { Tone } from '#components/ui/display/pill.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { Progress } from './progress.tsx'
import { Card } from './step-layout.tsx'

const HATCH = 'bg-[repeating-linear-gradient(120deg,var(--tone-dot)_0_4px,var(--tone-soft)_4px_8px)]'

interface Part {
  label: string
  count: number
  tone: Tone
  icon: LucideIcon
  fill: string
}

function partsOf(run: RunState): Part[] {
  const { connected, failed, queued, unknown, not_sent } = totalOf(run.batches)
  const parts: Part[] = [
    { label: 'Connected', count: connected, tone: 'ok', icon: Check, fill: 'bg-tone-dot' },
    { label: 'Failed', count: failed, tone: 'bad', icon: CircleX, fill: 'bg-tone-dot' },
    { label: 'Queued', count: queued, tone: 'wait', icon: Hourglass, fill: HATCH },
    { label: 'No answer', count: unknown, tone: 'warn', icon: Clock3, fill: HATCH },
    { label: 'Not sent', count: not_sent, tone: 'place', icon: Clock3, fill: 'bg-line' },
  ]
  return parts.filter(({ count, label }) => count > 0 || label === 'Connected')
}

/** Milliseconds that the batches still to be sent will take, at the throttle of those that are done. */
function timeLeft({ batches }: RunState): number | null {
  const times = batches.flatMap(({ took, at }) => (took !== null && at === 'settled' ? [took] : []))
  if (times.length < 3) return null
  const waiting = batches.filter(({ at }) => at === 'waiting').length
  return (times.reduce((sum, took) => sum + took, 0) / times.length) * waiting
}

function leftWords(milliseconds: number) {
  if (milliseconds < 60_000) return 'less than a minute left'
  return `about ${Math.ceil(milliseconds / 60_000)} min left`
}

/** How far the whole import is, in one line, one bar and their counts. */
export function RunSummary({ run, started_at }: { run: RunState; started_at: number | null }) {
  const timeZone = useTimeZone()
  const parts = partsOf(run)
  const total = run.batches.reduce((sum, { count }) => sum + count, 0)
  const { connected } = totalOf(run.batches)
  const rest = parts.slice(1).map(({ count, label }) => `${formatCount(count)} ${label.toLowerCase()}`)
  const left = run.phase === 'sending' && !run.failure ? timeLeft(run) : null
  return (
    <Card className="gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">
          {formatCount(connected)} of {formatCount(total)} connected
          {rest.length > 0 && <span className="ml-3 text-base font-text text-ink-2">{rest.join(', ')}</span>}
        </h2>
        <p className="text-ink-3">
          {started_at !== null && `Started ${formatInstant(new Date(started_at).toISOString(), timeZone)}`}
          {left !== null && `, ${leftWords(left)}`}
        </p>
      </div>
      <div
        role="img"
        aria-label={parts.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ')}
        className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken"
      >
        {parts
          .filter(({ count }) => count > 0)
          .map(({ label, count, tone, fill }) => (
            <span key={label} data-tone={tone} className={`h-full min-w-0.5 ${fill}`} style={{ flexGrow: count }} />
          ))}
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(({ label, count, tone, icon: Icon }) => (
          <li key={label} data-tone={tone} className="flex items-center gap-1.5 font-control text-tone-fg">
            <Icon aria-hidden="true" className="size-3.5" strokeWidth={2} />
            {label} {formatCount(count)}
          </li>
        ))}
        <li className="ml-auto text-ink-3 print:hidden">
          {isAtWork(run)
            ? 'You can work elsewhere in the console. Keep this tab open.'
            : `${countOf(run.batches.length, 'batch', 'batches')}`}
        </li>
      </ul>
      {run.progress && run.progress.total > 0 && (
        <div className="flex items-center gap-3 text-ink-2">
          <span className="whitespace-nowrap">Asking what the users show now</span>
          <Progress label="Users asked about" done={run.progress.done} total={run.progress.total} />
        </div>
      )}
    </Card>
  )
}
