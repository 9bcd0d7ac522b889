/** The filters of the list as its chips and its picker show them. */
import { daysField, SourceEditor, sourceField } from '#components/patterns/domain/directory-fields.tsx'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filter-fields.ts'
import { useSourceOptions } from '#lib/domains/users/use-directory.ts'
import type { ConnectionFilters } from './connection-search.ts'

function SourceFilter(props: FilterEditorProps<ConnectionFilters>) {
  return <SourceEditor {...props} sources={useSourceOptions()} />
}

/** `nameOf` gives the name of a source where it is known. */
export function connectionFields(nameOf: (slug: string) => string): readonly FilterField<ConnectionFilters>[] {
  return [sourceField(nameOf, SourceFilter), daysField('Connected')]
}
