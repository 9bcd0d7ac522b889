'use client'
import { AlarmClock, CalendarX, Hourglass, ListTodo, type LucideIcon, UserRound } from 'lucide-react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { WORKLIST_FILTERS, type Worklist, type WorklistFilter } from '#lib/domains/orders/worklist/worklist.ts'
import { formatCount } from '#lib/utils/text/counts.ts'

const FILTERS: Readonly<Record<WorklistFilter, { label: string; icon: LucideIcon }>> = {
  all: { label: 'All', icon: ListTodo },
  mine: { label: 'Mine', icon: UserRound },
  snoozed: { label: 'Snoozed', icon: AlarmClock },
  visit_stands: { label: 'Order canceled, visit booked', icon: CalendarX },
  stuck: { label: 'Stuck', icon: Hourglass },
  in_transit: { label: 'Problem in transit', icon: orderStatus('problem_in_transit_lab').icon },
  sample_error: orderStatus('sample_error'),
  appointment_cancelled: orderStatus('appointment_cancelled'),
  redraw_available: orderStatus('redraw_available'),
  lab_blocked: { label: 'Lab blocked', icon: orderStatus('lab_processing_blocked').icon },
  not_delivered: { label: 'Lost or not delivered', icon: orderStatus('lost').icon },
}

export const filterLabel = (filter: WorklistFilter) => FILTERS[filter].label

/** Always there, so that nothing moves when they are empty. */
const ALWAYS: readonly WorklistFilter[] = ['all', 'mine', 'snoozed']

interface WorklistFiltersProps {
  filter: WorklistFilter
  /** Undefined while they are on their way. */
  counts: Worklist['counts'] | undefined
  onFilter: (filter: WorklistFilter) => void
}

/** Filters the worklist by kind, with counts. */
export function WorklistFilters({ filter, counts, onFilter }: WorklistFiltersProps) {
  const shown = WORKLIST_FILTERS.filter((each) => ALWAYS.includes(each) || each === filter || counts?.[each])
  return (
    <fieldset className="flex flex-wrap gap-1.5 border-b max-rail:flex-nowrap max-rail:overflow-x-auto border-line px-4 py-2.5 print:hidden">
      <legend className="sr-only">Kinds of problem</legend>
      {shown.map((each) => {
        const { label, icon: Icon } = FILTERS[each]
        return (
          <button
            key={each}
            type="button"
            aria-pressed={each === filter}
            onClick={() => onFilter(each)}
            className="inline-flex h-[28px] shrink-0 items-center gap-1.5 rounded-control border border-line-2 bg-surface px-2 text-sm font-control whitespace-nowrap hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-rail:h-10"
          >
            <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.9} />
            {label} <span className="font-heading">{counts ? formatCount(counts[each] ?? 0) : ''}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
