'use client'
/** The days and the sort that are asked for; loaded when somebody opens the picker. */
import { ORDER_OF_ROWS } from '#components/orders/list/order-labels.ts'
import { type OrderFilters, sortKeys, sortNext, sortOf } from '#components/orders/list/orders-search.ts'
import { DayRange } from '#components/patterns/list/filters/day-range.tsx'
import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { SortEditor } from '#components/patterns/list/filters/sort-editor.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import type { RelativeDays } from '#lib/utils/time/relative-days.ts'

type Props = FilterEditorProps<OrderFilters>

interface Range {
  from: string | null
  to: string | null
  within: RelativeDays | null
}

interface RangeProps extends Range {
  onChange: (range: Range) => void
}

/** An end that is an exact instant stands as its day, and stays exact until its day is changed. */
function Range({ from, to, within, onChange }: RangeProps) {
  const timeZone = useTimeZone()
  const dayOf = (value: string | null) =>
    value === null || value.length === 10 ? value : dayIn(timeZone, parseInstant(value))
  const kept = (day: string | null, value: string | null) => (day === dayOf(value) ? value : day)
  return (
    <DayRange
      from={dayOf(from)}
      to={dayOf(to)}
      within={within}
      onWithin={(days) => onChange({ from: null, to: null, within: days })}
      onChange={(days) => onChange({ from: kept(days.from, from), to: kept(days.to, to), within: null })}
    />
  )
}

export function CreatedFilter({ draft, onChange }: Props) {
  return (
    <Range
      from={draft.start_date}
      to={draft.end_date}
      within={draft.created_within}
      onChange={({ from, to, within }) =>
        onChange({ ...draft, start_date: from, end_date: to, created_within: within })
      }
    />
  )
}

export function UpdatedFilter({ draft, onChange }: Props) {
  return (
    <Range
      from={draft.updated_start_date}
      to={draft.updated_end_date}
      within={draft.updated_within}
      onChange={({ from, to, within }) =>
        onChange({ ...draft, updated_start_date: from, updated_end_date: to, updated_within: within })
      }
    />
  )
}

export function SortFilter({ draft, onChange }: Props) {
  const sort = sortOf(draft)
  return (
    <SortEditor
      keys={sortKeys(draft)}
      labels={ORDER_OF_ROWS}
      {...sort}
      // A name is looked for from A on, a time from now back.
      onKey={(order_key) => onChange({ ...draft, ...sortNext(draft, order_key) })}
      onDirection={(order_direction) => onChange({ ...draft, ...sort, order_direction })}
    />
  )
}
