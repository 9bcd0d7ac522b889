/** Responses, types and endpoints of deliveries, each with its number. Loaded on demand. */
import { useState } from 'react'
import { toggled } from '#components/patterns/list/define-list.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { Choice, Choices, DeliveryListFilters, ListName } from './delivery-search.ts'

interface DeliveryFacetsProps {
  choices: Choices
  filters: DeliveryListFilters
  onApply: (filters: DeliveryListFilters) => void
}

/** One line where there is little room; on a phone the picker has them. */
export function DeliveryFacets({ choices, filters, onApply }: DeliveryFacetsProps) {
  const facet = <N extends Exclude<ListName, 'states'>>(name: N, label: string, most: number) => (
    <Facet<DeliveryListFilters[N][number]>
      label={label}
      most={most}
      choices={choices[name]}
      chosen={filters[name]}
      onToggle={(value) => onApply({ ...filters, [name]: toggled(filters[name], value) })}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b empty:hidden border-line bg-surface px-4 py-2 max-rail:hidden rail:px-6 max-[1179px]:flex-nowrap max-[1179px]:overflow-x-auto max-[1179px]:[contain:inline-size] print:hidden">
      {facet('codes', 'Response', 6)}
      {facet('event_types', 'Type', 3)}
      {facet('endpoints', 'Endpoint', 3)}
    </div>
  )
}

interface FacetProps<V extends string> {
  label: string
  most: number
  choices: readonly Choice<V>[]
  chosen: readonly V[]
  onToggle: (value: V) => void
}

const CHIP =
  'inline-flex h-[26px] items-center gap-1.5 rounded-control border border-line-2 bg-surface px-2 text-sm font-control whitespace-nowrap hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:ring-1 aria-pressed:ring-accent'

function Facet<V extends string>({ label, most, choices, chosen, onToggle }: FacetProps<V>) {
  const [isOpen, setOpen] = useState(false)
  const there = choices.filter(({ value, count }) => count !== 0 || chosen.includes(value))
  const shown = isOpen ? there : there.filter(({ value }, at) => at < most || chosen.includes(value))
  if (there.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5 max-[1179px]:shrink-0 max-[1179px]:flex-nowrap">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="mr-1 text-sm text-ink-3">
        {label}
      </span>
      {shown.map(({ value, text, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => onToggle(value)}
          title={text}
          className={CHIP}
        >
          <span className="max-w-[220px] truncate">{text}</span>
          {count !== null && <span className="text-ink-2 tabular-nums">{formatCount(count)}</span>}
        </button>
      ))}
      {there.length > shown.length && (
        <button type="button" onClick={() => setOpen(true)} className={`${CHIP} border-dashed text-ink-2`}>
          {there.length - shown.length} more
        </button>
      )}
    </fieldset>
  )
}
