/** The filters of the list as its chips and its picker show them. */
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filter-fields.ts'
import { OneOf } from '#components/patterns/list/one-of.tsx'
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
        Known from the service’s webhook events: when the newest data of a source arrived here.
      </p>
    </>
  )
}

const LAST_DATA_FIELD: FilterField<ConnectionFilters> = {
  id: 'last_data',
  label: 'Last data',
  icon: 'updated',
  chip: ({ last_data }) => last_data && { operator: 'was', value: LAST_DATA[last_data].text.toLowerCase() },
  clear: (filters) => ({ ...filters, last_data: null }),
  Editor: LastDataFilter,
}

/** `nameOf` gives the name of a source where it is known. */
export function connectionFields(nameOf: (slug: string) => string): readonly FilterField<ConnectionFilters>[] {
  return [sourceField(nameOf, SourceFilter), LAST_DATA_FIELD, daysField('Connected')]
}
