import Link from 'next/link'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { useSpan } from '#components/ui/display/viewer.tsx'
import type { Stage } from '#lib/domains/orders/status/status-record.ts'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'
import { type Group, groupOf, ordersPath } from '#lib/domains/orders/worklist/overview-groups.ts'
import { Count } from './count.tsx'

const STAGES = [
  { place: 'placed', label: 'Placed', short: 'Placed', tone: 'place', level: 0 },
  { place: 'collecting', label: 'Collecting sample', short: 'Collecting', tone: 'move', level: 2 },
  { place: 'with_lab', label: 'With lab', short: 'With lab', tone: 'lab', level: 3 },
  { place: 'results_in', label: 'Results in', short: 'Results', tone: 'ok', level: 4 },
] as const satisfies readonly { place: Stage; label: string; short: string; tone: Tone; level: number }[]
type StageOf = (typeof STAGES)[number]

const ENDS = [
  { place: 'closed', label: 'Closed', icon: orderStatus('cancelled').icon, tone: 'closed' },
  { place: 'failed', label: 'Failed', icon: orderStatus('failure_to_deliver_to_lab').icon, tone: 'bad' },
] as const

interface StageStripProps {
  environment: string
  /** Undefined while it is on its way. */
  overview: Overview | undefined
}

/** How many orders stand at each stage, without replaced ones; every count leads to the search for just those. */
export function StageStrip({ environment, overview }: StageStripProps) {
  return (
    <ul
      aria-label="Stages"
      className="grid shrink-0 grid-cols-4 divide-x divide-line border-b border-line bg-surface print:break-inside-avoid"
    >
      {STAGES.map((stage) => (
        <li key={stage.place} data-tone={stage.tone} className="min-w-0">
          <StageLink
            environment={environment}
            stage={stage}
            group={overview && groupOf(stage.place, overview.statuses)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Orders that are at none of the stages any more. */
export function EndCounts({ environment, overview }: { environment: string; overview: Overview }) {
  return (
    <ul aria-label="Orders that ended another way" className="flex gap-3 self-center">
      {ENDS.map(({ place, label, ...look }) => {
        const group = groupOf(place, overview.statuses)
        return (
          <li key={place}>
            <Link
              href={stagePath(environment, group)}
              prefetch={false}
              className="inline-flex min-h-6 items-center hover:underline"
            >
              <Pill {...look} label={[label, ' ', <Count key="count" {...group} />]} bare />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function stagePath(environment: string, { statuses }: Group) {
  return ordersPath(environment, { status: statuses.map(({ status }) => status).sort() })
}

interface StageProps {
  environment: string
  stage: StageOf
  group: Group | undefined
}

const CELL = 'flex h-15 items-center gap-3 px-4 max-rail:h-14 max-rail:gap-2 max-rail:px-2.5 rail:px-6'

function StageLink({ environment, stage: { label, short, level }, group }: StageProps) {
  const tube = <Tube level={level} className="h-7 shrink-0 text-tone-dot max-rail:hidden" />
  const name = (
    <span className="block truncate font-heading leading-4">
      <span className="max-rail:hidden">{label}</span>
      <span className="text-xs rail:hidden">{short}</span>{' '}
    </span>
  )
  if (!group) {
    return (
      <div className={CELL}>
        {tube}
        <div className="min-w-0">
          {name}
          <Skeleton className="after-300ms mt-1 h-5 w-16" />
        </div>
      </div>
    )
  }
  return (
    <Link href={stagePath(environment, group)} prefetch={false} className={`${CELL} group hover:bg-hover`}>
      {tube}
      <span className="min-w-0">
        {name}
        <span className="flex items-baseline gap-x-2 whitespace-nowrap">
          <span translate="no" className="font-mono text-xl/6 font-heading underline-offset-4 group-hover:underline">
            <Count {...group} />
          </span>
          {group.oldest_at && group.statuses.length > 2 && <Oldest at={group.oldest_at} />}
        </span>
      </span>
    </Link>
  )
}

function Oldest({ at }: { at: string }) {
  const age = useSpan(Date.parse(at)).replace(/^for /, '')
  return <span className="truncate text-xs text-ink-3 max-rail:hidden">oldest {age}</span>
}
