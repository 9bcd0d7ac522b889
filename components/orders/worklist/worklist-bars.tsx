/** Above the rows of the worklist: which orders are shown, in which order, and what is done with those that were chosen. */
import clsx from 'clsx'
import { AlarmClock, CalendarX, Hourglass, type LucideIcon } from 'lucide-react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { type RowSelection, SelectionBar } from '#components/patterns/list/selection-bar.tsx'
import { PrintedFilters } from '#components/patterns/print/print-sheet.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import {
  WORKLIST_FILTERS,
  WORKLIST_SORTS,
  type Worklist,
  type WorklistFilter,
  type WorklistItem,
  type WorklistSort,
} from '#lib/domains/orders/worklist/worklist.ts'
import { countLabel } from '#lib/utils/text/counts.ts'
import { AssignMenu, FinishMenu } from './mark-menus.tsx'
import { assignmentTo, finishing, type Mark, type Marking } from './use-mark.ts'

const NO_ITEMS: readonly WorklistItem[] = []
export const getRowId = ({ order_id }: WorklistItem) => order_id

/** Those without an icon are tabs, and always there so that nothing moves when they are empty; kinds of problem are chips. */
const FILTERS: Readonly<Record<WorklistFilter, { label: string; icon: LucideIcon | null }>> = {
  mine: { label: 'Mine', icon: null },
  new: { label: 'New since yesterday', icon: null },
  all: { label: 'All', icon: null },
  snoozed: { label: 'Snoozed', icon: null },
  finished: { label: 'Finished', icon: null },
  visit_stands: { label: 'Visit still booked', icon: CalendarX },
  stuck: { label: 'Stuck', icon: Hourglass },
  in_transit: { label: 'Problem in transit', icon: orderStatus('problem_in_transit_lab').icon },
  sample_error: orderStatus('sample_error'),
  appointment_cancelled: orderStatus('appointment_cancelled'),
  redraw_available: orderStatus('redraw_available'),
  lab_blocked: { label: 'Lab blocked', icon: orderStatus('lab_processing_blocked').icon },
  not_delivered: { label: 'Lost or not delivered', icon: orderStatus('lost').icon },
}

export const filterLabel = (filter: WorklistFilter) => FILTERS[filter].label

interface WorklistFiltersProps {
  filter: WorklistFilter
  /** Undefined while they are on their way. */
  counts: Worklist['counts'] | undefined
  isLeast: boolean
  /** The numbers are those of an earlier read. */
  hasFailed: boolean
  onFilter: (filter: WorklistFilter) => void
}

export function WorklistFilters({ filter, counts, isLeast, hasFailed, onFilter }: WorklistFiltersProps) {
  const shown = WORKLIST_FILTERS.filter((each) => !FILTERS[each].icon || each === filter || counts?.[each])
  return (
    <>
      <PrintedFilters of={[['Kind', filter === 'all' ? null : FILTERS[filter].label]]} />
      <fieldset className="flex flex-col gap-1.5 border-b max-rail:flex-row max-rail:overflow-x-auto border-line px-4 pb-2.5 print:hidden">
        <legend className="sr-only">Kinds of problem</legend>
        {[shown.filter((each) => !FILTERS[each].icon), shown.filter((each) => FILTERS[each].icon)].map((group, at) => (
          <div key={at === 0 ? 'tabs' : 'kinds'} className="flex flex-wrap gap-1.5 max-rail:contents">
            {group.map((each) => {
              const { label, icon: Icon } = FILTERS[each]
              return (
                <button
                  key={each}
                  type="button"
                  aria-pressed={each === filter}
                  onClick={() => onFilter(each)}
                  className={clsx(
                    'inline-flex shrink-0 items-center gap-1.5 px-2 text-sm font-control whitespace-nowrap hover:bg-hover aria-pressed:border-accent aria-pressed:text-accent-ink max-rail:h-10',
                    Icon
                      ? 'h-[28px] rounded-control border border-line-2 bg-surface aria-pressed:bg-accent-soft'
                      : 'h-9 border-b-2 border-transparent first:-ml-2',
                  )}
                >
                  {Icon && <Icon className="size-3.5 shrink-0" />}
                  {label}{' '}
                  <span className={counts?.[each] ? 'font-heading' : 'text-ink-3'}>
                    {counts &&
                      (hasFailed || (isLeast && !counts[each]) ? (
                        <>
                          <span aria-hidden="true">–</span>
                          <span className="sr-only">not all counted</span>
                        </>
                      ) : (
                        countLabel(counts[each] ?? 0, isLeast)
                      ))}
                  </span>
                </button>
              )
            })}
          </div>
        ))}
      </fieldset>
    </>
  )
}

interface BatchBarProps {
  environment: string
  viewer_id: string
  selection: RowSelection<WorklistItem>
  items: readonly WorklistItem[] | undefined
  mark: Mark
  onSnooze: () => void
}

/** Stands above the rows while some are chosen. */
export function BatchBar({ environment, viewer_id, selection, items, mark, onSnooze }: BatchBarProps) {
  const onChosen = (next: Marking) => {
    mark([...selection.rows.values()], next)
    selection.clear()
  }
  return (
    // In sight however far down the rows are; app/globals.css keeps what has the focus below it.
    <div data-batch-bar="" className="sticky top-14 z-10 rail:top-[50px] framed:top-0">
      <SelectionBar selection={selection} page={items ?? NO_ITEMS} getRowId={getRowId}>
        <AssignMenu
          environment={environment}
          viewer_id={viewer_id}
          onAssign={(owner, name) => onChosen(assignmentTo(owner, name))}
        />
        <Button icon={AlarmClock} onPress={onSnooze}>
          Snooze
        </Button>
        <FinishMenu onFinish={(reason) => onChosen(finishing(reason))} />
      </SelectionBar>
    </div>
  )
}

const SORT_LABELS: Readonly<Record<WorklistSort, string>> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  priority: 'By priority',
  method: 'By method',
  stage: 'By stage',
}

export function SortChoice({ sort, onSort }: { sort: WorklistSort; onSort: (sort: WorklistSort) => void }) {
  return (
    <select
      aria-label="Order of the worklist"
      value={sort}
      onChange={({ target }) => onSort(WORKLIST_SORTS.find((each) => each === target.value) ?? 'oldest')}
      className="h-[30px] rounded-control border border-line-2 bg-surface px-2 text-sm font-control max-rail:h-10 print:hidden"
    >
      {WORKLIST_SORTS.map((each) => (
        <option key={each} value={each}>
          {SORT_LABELS[each]}
        </option>
      ))}
    </select>
  )
}

export function Keys({ mayTriage }: { mayTriage: boolean }) {
  const keys = [
    ['J', 'K', 'move'],
    ['Enter', 'open'],
    ['Space', 'preview'],
    ...(mayTriage
      ? [
          ['A', 'assign'],
          ['S', 'snooze'],
        ]
      : []),
  ]
  return (
    <p
      aria-hidden="true"
      className="hidden flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3 @min-[1000px]/list:flex print:hidden"
    >
      {keys.map((parts) => (
        <span key={parts.at(-1)} className="inline-flex items-center gap-1">
          {parts.slice(0, -1).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {parts.at(-1)}
        </span>
      ))}
    </p>
  )
}
