'use client'
import type { OrderFilters } from '#components/orders/list/orders-search.ts'
import { useChoiceCount } from '#components/patterns/list/filters/choice-count.tsx'
import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { Check } from '#components/ui/field/check.tsx'
import type { ChoiceFilter } from './order-choices.ts'

interface ChoiceEditorProps extends FilterEditorProps<OrderFilters> {
  filter: ChoiceFilter
}

/** The editor of any filter that is chosen from a few values. */
export function ChoiceEditor({ filter, ...props }: ChoiceEditorProps) {
  return (
    <div className="flex flex-col gap-3">
      {filter.remove ? <Several filter={filter} {...props} /> : <One filter={filter} {...props} />}
      {filter.note && <p className="text-xs text-ink-3">{filter.note}</p>}
    </div>
  )
}

function One({ filter: { legend, choicesOf, chosen }, draft, onChange }: ChoiceEditorProps) {
  const choices = choicesOf(draft)
  return (
    <OneOf
      legend={legend}
      value={chosen(draft)[0] ?? null}
      options={choices.map(({ id, label, note }) => ({ value: id, text: label, ...(note && { note }) }))}
      onChange={(picked) => onChange(choices.find(({ id }) => id === picked)?.choose(draft) ?? draft)}
    />
  )
}

function Several({ filter: { legend, choicesOf, chosen, remove }, draft, onChange }: ChoiceEditorProps) {
  const countOf = useChoiceCount()
  const isChosen = new Set(chosen(draft))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-2 text-ink-3">{legend}</legend>
      {choicesOf(draft).map(({ id, label, choose }) => (
        <Check
          key={id}
          checked={isChosen.has(id)}
          onChange={(on) => onChange(on ? choose(draft) : (remove?.(draft, id) ?? draft))}
          count={countOf(id)}
        >
          {label}
        </Check>
      ))}
    </fieldset>
  )
}
