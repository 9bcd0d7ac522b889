/** The filters that lists of the user directory have in common: connected sources, and a range of days. */
import { lazy } from 'react'
import { type FilterEditorProps, type FilterField, someLabel } from '#components/patterns/list/filters/filter-fields.ts'
import { type RelativeDays, rangeLabel, relativeLabel } from '#lib/utils/time/day-ranges.ts'
import type { SourcesRequest } from './source-choice.tsx'

const DayRange = lazy(() =>
  import('#components/patterns/list/filters/day-range.tsx').then((part) => ({ default: part.DayRange })),
)
const SourceChoice = lazy(() => import('./source-choice.tsx').then((part) => ({ default: part.SourceChoice })))

/** Null and no sources where nothing is asked for. */
export interface DirectoryFilters {
  sources: readonly string[]
  created_from: string | null
  created_to: string | null
  /** Stands in place of both days; left out where a list keeps no relative ranges. */
  created_within?: RelativeDays | null
}

interface SourceEditorProps<F> extends FilterEditorProps<F> {
  sources: SourcesRequest
}

/** A list gives it the sources: `<SourceEditor {...props} sources={useSourceOptions()} />`. */
export function SourceEditor<F extends DirectoryFilters>({ draft, onChange, sources }: SourceEditorProps<F>) {
  return (
    <SourceChoice {...sources} chosen={draft.sources} onChange={(chosen) => onChange({ ...draft, sources: chosen })} />
  )
}

function DaysEditor<F extends DirectoryFilters>({ draft, onChange }: FilterEditorProps<F>) {
  const { created_from, created_to, created_within } = draft
  if (created_within === undefined) {
    return (
      <DayRange
        from={created_from}
        to={created_to}
        onChange={({ from, to }) => onChange({ ...draft, created_from: from, created_to: to })}
      />
    )
  }
  const set = (from: string | null, to: string | null, within: RelativeDays | null) =>
    onChange({ ...draft, created_from: from, created_to: to, created_within: within })
  return (
    <DayRange
      from={created_from}
      to={created_to}
      within={created_within}
      onWithin={(within) => set(null, null, within)}
      onChange={({ from, to }) => set(from, to, null)}
    />
  )
}

/** `nameOf` gives the name of a source where it is known. */
export function sourceField<F extends DirectoryFilters>(
  nameOf: (slug: string) => string,
  Editor: FilterField<F>['Editor'],
): FilterField<F> {
  return {
    id: 'source',
    label: 'Source',
    icon: 'source',
    chip: ({ sources }) => someLabel(sources.map(nameOf), 'sources'),
    clear: (filters) => ({ ...filters, sources: [] }),
    Editor,
  }
}

/** `label` says what happened on those days: "Created", "Connected". */
export function daysField<F extends DirectoryFilters>(label: string): FilterField<F> {
  return {
    id: 'days',
    label,
    icon: 'days',
    chip: ({ created_from, created_to, created_within }, clock) =>
      created_within ? relativeLabel(created_within) : rangeLabel(created_from, created_to, clock),
    clear: (filters) => ({
      ...filters,
      created_from: null,
      created_to: null,
      ...(filters.created_within !== undefined && { created_within: null }),
    }),
    Editor: DaysEditor,
  }
}
