'use client'
/** What is asked for by each filter of the list; loaded when somebody opens the picker. */
import { useParams } from 'next/navigation'
import { useId } from 'react'
import { DayRange } from '#components/shared/day-range.tsx'
import type { FilterEditorProps } from '#components/shared/filter-fields.ts'
import { SourceChoice } from '#components/shared/source-choice.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useConsole } from '#lib/client/use-console.ts'
import { countDirectorySources } from '#lib/contract/console/directory.ts'
import type { UserFilters } from './users-search.ts'

type Props = FilterEditorProps<UserFilters>

export function SourceFilter({ draft, onChange }: Props) {
  const { environment } = useParams<{ environment: string }>()
  const { data, failure } = useConsole(countDirectorySources, { params: { environment } }, null)
  if (failure && !data) return <p className="text-ink-2">The sources did not load. {failure.detail}</p>
  if (!data) return <Skeleton className="after-300ms h-8" />
  return (
    <SourceChoice
      legend="Users who have connected any of these:"
      options={data.source_counts.map(({ source: { slug, name }, connections }) => ({ slug, name, connections }))}
      chosen={draft.sources}
      onChange={(sources) => onChange({ ...draft, sources })}
    />
  )
}

export function CreatedFilter({ draft, onChange }: Props) {
  return (
    <DayRange
      from={draft.created_from}
      to={draft.created_to}
      onChange={({ from, to }) => onChange({ ...draft, created_from: from, created_to: to })}
    />
  )
}

const CHOICES = [
  { value: null, words: 'All users' },
  { value: false, words: 'No connections' },
  { value: true, words: 'At least one connection' },
] as const

export function ConnectionsFilter({ draft, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Connections</legend>
      {CHOICES.map(({ value, words }) => (
        <label key={words} className="flex min-h-8 cursor-pointer items-center gap-2.5 max-rail:min-h-10">
          <input
            type="radio"
            name={name}
            checked={draft.has_connections === value}
            onChange={() => onChange({ ...draft, has_connections: value })}
            className="size-4 accent-accent"
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
