import clsx from 'clsx'
import Link from 'next/link'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { useSpan } from '#components/ui/display/viewer.tsx'
import type { StatusPlace } from '#lib/domains/orders/status/status.ts'
import type { Stage } from '#lib/domains/orders/status/status-record.ts'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'
import { type Group, groupOf, ordersPath, splitStatuses } from '#lib/domains/orders/worklist/overview-groups.ts'
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

/** Lines of a stage: the most common statuses, and one for all others. */
const LINES = 4
/** From strong to faint, as the lines below are in order. */
const SHADES = ['opacity-100', 'opacity-70', 'opacity-45', 'opacity-25'] as const

interface FunnelCardProps {
  environment: string
  /** Undefined while it is on its way. */
  overview: Overview | undefined
}

/** How many orders stand at each stage; every count leads to the search for just those. */
export function FunnelCard({ environment, overview }: FunnelCardProps) {
  const groups = (place: StatusPlace) => overview && groupOf(place, overview.statuses)
  return (
    <SectionCard
      title="Orders by stage"
      summary="By current status, without replaced orders"
      action={
        overview && (
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
    >
      <ul
        aria-label="Stages"
        className="-m-4 grid grid-cols-4 divide-line max-rail:divide-x rail:grid-cols-2 rail:gap-px rail:bg-line @min-[680px]:grid-cols-4"
      >
        {STAGES.map((stage) => (
          <li key={stage.place} className="min-w-0 bg-surface p-4 max-rail:px-3" data-tone={stage.tone}>
            <StageHead environment={environment} stage={stage} group={groups(stage.place)} />
          </li>
        ))}
      </ul>
    </SectionCard>
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

function StageHead({ environment, stage: { label, short, level }, group }: StageProps) {
  const name = (
    <span className="flex items-center gap-2 font-heading max-rail:flex-col max-rail:items-start max-rail:gap-1">
      <Tube level={level} className="h-[18px] shrink-0 text-tone-dot" />
      <span className="truncate max-rail:hidden">{label}</span>
      <span className="truncate text-xs rail:hidden">{short}</span>{' '}
    </span>
  )
  if (!group) {
    return (
      <>
        {name}
        <Skeleton className="after-300ms mt-2 h-7 w-16" />
        <Skeleton className="after-300ms mt-3 h-20 max-rail:hidden" />
      </>
    )
  }
  return (
    <>
      <Link href={stagePath(environment, group)} prefetch={false} className="group block rounded-pill">
        {name}
        <span className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span
            translate="no"
            className="font-mono text-[26px]/8 font-heading underline-offset-4 group-hover:underline max-rail:text-xl"
          >
            <Count {...group} />
          </span>
          {group.oldest_at && group.statuses.length > 2 && <Oldest at={group.oldest_at} />}
        </span>
      </Link>
      <StageLines environment={environment} group={group} />
    </>
  )
}

function Oldest({ at }: { at: string }) {
  const age = useSpan(Date.parse(at)).replace(/^for /, '')
  return <span className="text-xs text-ink-3 max-rail:hidden">oldest {age}</span>
}

function StageLines({ environment, group }: { environment: string; group: Group }) {
  const { shown, others } = splitStatuses(group.statuses, LINES)
  const lines = shown.map(({ status, count, unchecked }) => {
    return { label: orderStatus(status).label, statuses: [status], count, unchecked, partial: false }
  })
  if (others) lines.push({ label: `${others.statuses.length} more`, ...others })
  return (
    <div className="max-rail:hidden">
      <div aria-hidden="true" className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-sunken">
        {lines.map(({ label, count }, index) => (
          <span key={label} style={{ flexGrow: count ?? 0 }} className={clsx('bg-tone-dot', SHADES[index])} />
        ))}
      </div>
      <ul className="mt-2">
        {lines.map(({ label, statuses, ...counted }, index) => (
          <li key={label}>
            <Link
              href={ordersPath(environment, { status: statuses })}
              prefetch={false}
              className="flex min-h-6 items-baseline gap-2 rounded-tag py-0.5 hover:bg-hover hover:underline"
            >
              <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-[2px] bg-tone-dot', SHADES[index])} />
              <span className="min-w-0 flex-1 leading-5 break-words">{label}</span>{' '}
              <span className="font-control">
                <Count {...counted} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
