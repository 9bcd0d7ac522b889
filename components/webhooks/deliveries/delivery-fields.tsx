'use client'
/** The filters of the list as its chips and its picker show them. */
import { createContext, useContext } from 'react'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { timeField } from '#components/patterns/volume/time-field.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Check } from '#components/ui/field/check.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { uuid } from '#lib/kernel/fields.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { type Choices, deliveryChoices, type ListName, toggled, withValues } from './delivery-choices.ts'
import { type DeliveryListFilters, USUAL_PERIOD } from './delivery-search.ts'

type Field = FilterField<DeliveryListFilters>
type Props = FilterEditorProps<DeliveryListFilters>

/** Few by name, more by number. */
const NAMED = 2

interface ListField {
  name: ListName
  label: string
  noun: string
  icon: Field['icon']
}

const LISTS: readonly ListField[] = [
  { name: 'states', label: 'Outcome', noun: 'outcomes', icon: 'state' },
  { name: 'codes', label: 'Response', noun: 'responses', icon: 'status' },
  { name: 'event_types', label: 'Event type', noun: 'types', icon: 'result' },
  { name: 'endpoints', label: 'Endpoint', noun: 'endpoints', icon: 'source' },
]

/** A filter of several values, of which any counts. */
function listField({ name, label, noun, icon }: ListField, choices: Choices): Field {
  const known = choices[name]
  const textOf = (value: string) => known.find((choice) => choice.value === value)?.text ?? value
  return {
    id: name,
    label,
    icon,
    chip(filters) {
      const values: readonly string[] = filters[name]
      if (values.length === 0) return null
      const operator = values.length > 1 ? 'is any of' : 'is'
      return { operator, value: values.length > NAMED ? `${values.length} ${noun}` : values.map(textOf).join(', ') }
    },
    clear: (filters) => withValues(filters, name, []),
    Editor: ListEditor,
  }
}

/** Choices for the editors. A context, because the editors stay mounted while counts change. */
const KnownChoices = createContext<Choices>(deliveryChoices(undefined, []))
export const DeliveryChoicesProvider = KnownChoices.Provider

function ListEditor({ draft, onChange, field }: Props & { field: string }) {
  const all = useContext(KnownChoices)
  const name = LISTS.find((list) => list.name === field)?.name
  if (!name) return null
  const values: readonly string[] = draft[name]
  const absent = values.filter((one) => !all[name].some(({ value }) => value === one))
  const shown = [...all[name], ...absent.map((value) => ({ value, text: value, count: null }))]
  return (
    <fieldset className="flex max-h-80 flex-col gap-2 overflow-y-auto">
      <legend className="mb-2 text-ink-3">Any of these:</legend>
      {shown.map(({ value, text, count }) => (
        <Check
          key={value}
          checked={values.includes(value)}
          count={count !== null && <Count count={count} />}
          onChange={() => onChange(toggled(draft, name, value))}
        >
          {text}
        </Check>
      ))}
      {shown.length === 0 && <p className="text-ink-3">None in this period.</p>}
    </fieldset>
  )
}

function Count({ count }: { count: number }) {
  return (
    <>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{countOf(count, 'delivery', 'deliveries')}</span>
    </>
  )
}

function SubjectEditor({ draft, onChange }: Props) {
  return (
    <label className="flex flex-col gap-1.5">
      <span className={labelStyle}>User or order ID</span>
      <input
        type="text"
        defaultValue={draft.subject ?? ''}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange({ ...draft, subject: uuid.safeParse(target.value.trim()).data ?? null })}
        className={`${boxStyle} h-8 px-2.5 font-mono text-sm max-rail:h-11 max-rail:text-lg`}
      />
      <span className="text-xs text-ink-3">
        Enter the whole ID. A user’s ID also finds the events of that user’s orders.
      </span>
    </label>
  )
}

const SUBJECT: Field = {
  id: 'subject',
  label: 'Subject',
  icon: 'user',
  chip: ({ subject }) => (subject === null ? null : { operator: 'is', value: subject }),
  clear: (filters) => ({ ...filters, subject: null }),
  Editor: SubjectEditor,
}

/** Returns the filters; endpoints and types are those that the page knows of. */
export function deliveryFields(choices: Choices, clock: WallClock): readonly Field[] {
  const lists = LISTS.map((list) => listField(list, choices))
  return [timeField<DeliveryListFilters>('Event time', USUAL_PERIOD, clock), ...lists, SUBJECT]
}
