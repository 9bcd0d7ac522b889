'use client'
/** What is asked for by each filter of the list; loaded when somebody opens the picker. */
import type { ReactNode } from 'react'
import { ACTIVATIONS, ORDER_OF_ROWS } from '#components/orders/list/order-labels.ts'
import { type OrderFilters, sortNext, sortOf } from '#components/orders/list/orders-search.ts'
import { METHODS, RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { useChoiceCount } from '#components/patterns/list/filters/choice-count.tsx'
import { DayRange } from '#components/patterns/list/filters/day-range.tsx'
import { choiceId, type FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { SortEditor } from '#components/patterns/list/filters/sort-editor.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { MAX_READ } from '#lib/domains/orders/stuck/stuck-search.ts'
import { ACTIVATION_TYPES, INTERPRETATION_FILTERS, ORDER_KEYS, ORDER_METHODS } from '#lib/kernel/values.ts'
import { dayIn } from '#lib/utils/time/day-ranges.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import type { RelativeDays } from '#lib/utils/time/relative-days.ts'
import { CRITICAL_CHOICES, STUCK_CHOICES } from './choice-labels.ts'

type Props = FilterEditorProps<OrderFilters>

interface SomeOfProps<T> {
  legend: string
  values: readonly T[]
  options: readonly { value: T; text: string }[]
  onChange: (values: T[]) => void
  children?: ReactNode
}

/** Any of a few. */
function SomeOf<T extends string>({ legend, values, options, onChange, children }: SomeOfProps<T>) {
  const countOf = useChoiceCount()
  const set = (value: T, on: boolean) => {
    const rest = values.filter((one) => one !== value)
    onChange(on ? [...rest, value] : rest)
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-2 text-ink-3">{legend}</legend>
      {options.map(({ value, text }) => (
        <Check
          key={text}
          checked={values.includes(value)}
          onChange={(on) => set(value, on)}
          count={countOf(choiceId(value))}
        >
          {text}
        </Check>
      ))}
      {children}
    </fieldset>
  )
}

export function ResultFilter({ draft, onChange }: Props) {
  return (
    <OneOf
      legend="Result"
      value={draft.interpretation}
      options={[
        { value: null, text: 'Any' },
        ...INTERPRETATION_FILTERS.map((value) => ({
          value,
          text: RESULTS.get(value)?.label ?? value,
          ...(value === 'unknown' && { note: 'orders without an interpretation' }),
        })),
      ]}
      onChange={(interpretation) => onChange({ ...draft, interpretation })}
    />
  )
}

export function CriticalFilter({ draft, onChange }: Props) {
  return (
    <OneOf
      legend="Critical"
      value={draft.is_critical}
      options={CRITICAL_CHOICES}
      onChange={(is_critical) => onChange({ ...draft, is_critical })}
    />
  )
}

/** Says what is counted: the service has no such filter. */
export function StuckFilter({ draft, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <OneOf
        legend="Stuck"
        value={draft.stuck}
        options={STUCK_CHOICES}
        onChange={(stuck) => onChange({ ...draft, stuck })}
      />
      <p className="text-xs text-ink-3">
        The limits are in Settings, Stuck orders. Replaced orders and exceptions don’t count. Up to {MAX_READ} orders
        are checked for each limit, oldest first.
      </p>
    </div>
  )
}

export function MethodFilter({ draft, onChange }: Props) {
  const known: readonly string[] = ORDER_METHODS
  const others = draft.order_type.filter((one) => !known.includes(one))
  return (
    <SomeOf
      legend="Orders collected by any of these methods:"
      values={draft.order_type}
      options={[...known, ...others].map((value) => ({ value, text: METHODS.get(value)?.label ?? value }))}
      onChange={(order_type) => onChange({ ...draft, order_type })}
    />
  )
}

export function ActivationFilter({ draft, onChange }: Props) {
  return (
    <SomeOf
      legend="Orders that are active now, or scheduled:"
      values={draft.order_activation_types}
      options={ACTIVATION_TYPES.map((value) => ({ value, text: ACTIVATIONS[value] }))}
      onChange={(order_activation_types) => onChange({ ...draft, order_activation_types })}
    />
  )
}

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
      keys={ORDER_KEYS}
      labels={ORDER_OF_ROWS}
      {...sort}
      // A name is looked for from A on, a time from now back.
      onKey={(order_key) => onChange({ ...draft, ...sortNext(draft, order_key) })}
      onDirection={(order_direction) => onChange({ ...draft, ...sort, order_direction })}
    />
  )
}
