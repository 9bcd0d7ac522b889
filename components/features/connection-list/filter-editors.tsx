'use client'
/** What is asked for by each filter of the list; loaded when somebody opens the picker. */
import { useParams } from 'next/navigation'
import { DayRange } from '#components/shared/day-range.tsx'
import type { FilterEditorProps } from '#components/shared/filter-fields.ts'
import { SourceChoice } from '#components/shared/source-choice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useConsole } from '#lib/client/use-console.ts'
import { countDirectorySources } from '#lib/contract/console/directory.ts'
import type { ConnectionFilters } from './connection-search.ts'

type Props = FilterEditorProps<ConnectionFilters>

export function SourceFilter({ draft, onChange }: Props) {
  const { environment } = useParams<{ environment: string }>()
  const { data, failure } = useConsole(countDirectorySources, { params: { environment } }, null)
  if (failure && !data) return <p className="text-ink-2">The sources did not load. {failure.detail}</p>
  if (!data) return <Skeleton className="after-300ms h-8" />
  return (
    <SourceChoice
      legend="Connections of any of these:"
      options={data.source_counts.map(({ source: { slug, name }, connections }) => ({ slug, name, connections }))}
      chosen={draft.sources}
      onChange={(sources) => onChange({ ...draft, sources })}
    />
  )
}

export function ConnectedFilter({ draft, onChange }: Props) {
  return (
    <DayRange
      from={draft.created_from}
      to={draft.created_to}
      onChange={({ from, to }) => onChange({ ...draft, created_from: from, created_to: to })}
    />
  )
}
