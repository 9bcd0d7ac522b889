/** The filters of the list as its chips and its picker show them. */

import { STATE_LABELS } from '#components/connections/state-labels.ts'
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf } from '#components/patterns/list/filters/one-of.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'
import { useSourceOptions } from '#lib/domains/users/use-directory.ts'
import { type ConnectionFilters, LAST_DATA, LAST_DATA_IDS } from './connection-search.ts'

function SourceFilter(props: FilterEditorProps<ConnectionFilters>) {
  return <SourceEditor {...props} sources={useSourceOptions()} />
}

const CHOICES = [
  { value: null, text: 'Any time, or never' },
  ...LAST_DATA_IDS.map((id) => ({ value: id, text: LAST_DATA[id].text })),
]

function LastDataFilter({ draft, onChange }: FilterEditorProps<ConnectionFilters>) {
  return (
    <>
      <OneOf
        legend="Last data"
        value={draft.last_data}
        options={CHOICES}
        onChange={(last_data) => onChange({ ...draft, last_data })}
      />
      <p className="mt-2 text-xs text-ink-3">
        Known from the service’s webhook events since this console takes them. “None for” includes sources that have
        sent none yet.
      </p>
    </>
  )
}

function StateFilter({ draft, onChange }: FilterEditorProps<ConnectionFilters>) {
  const set = (state: KeptState, isOn: boolean) => {
    const others = draft.states.filter((one) => one !== state)
    onChange({ ...draft, states: isOn ? [...others, state] : others })
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-2 text-ink-3">In any of these states:</legend>
      {KEPT_STATES.map((state) => (
        <Check key={state} checked={draft.states.includes(state)} onChange={(isOn) => set(state, isOn)}>
          {STATE_LABELS[state].label}
        </Check>
      ))}
    </fieldset>
  )
}

const STATE_FIELD: FilterField<ConnectionFilters> = {
  id: 'state',
  label: 'State',
  icon: 'state',
  chip: ({ states }) => {
    if (states.length === 0) return null
    return { operator: 'is', value: states.map((state) => STATE_LABELS[state].label).join(' or ') }
  },
  clear: (filters) => ({ ...filters, states: [] }),
  Editor: StateFilter,
}

const LAST_DATA_FIELD: FilterField<ConnectionFilters> = {
  id: 'last_data',
  label: 'Last data',
  icon: 'updated',
  chip: ({ last_data }) => last_data && { operator: 'was', value: LAST_DATA[last_data].was },
  clear: (filters) => ({ ...filters, last_data: null }),
  Editor: LastDataFilter,
}

/** `nameOf` gives the name of a source where it is known. */
export function connectionFields(nameOf: (slug: string) => string): readonly FilterField<ConnectionFilters>[] {
  return [sourceField(nameOf, SourceFilter), STATE_FIELD, LAST_DATA_FIELD, daysField('Connected')]
}
