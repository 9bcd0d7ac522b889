'use client'
/** What is asked for by each filter of the list; loaded when somebody opens the picker. */
import { useParams } from 'next/navigation'
import { useId } from 'react'
import type { FilterEditorProps } from '#components/shared/filter-fields.ts'
import { Check } from '#components/ui/check.tsx'
import { boxStyle, labelStyle } from '#components/ui/field.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useTimeZone } from '#components/ui/viewer.tsx'
import { useConsole } from '#lib/client/use-console.ts'
import { countDirectorySources } from '#lib/contract/console/directory.ts'
import { formatCount } from '#lib/utils/counts.ts'
import type { UserFilters } from './users-search.ts'

type Props = FilterEditorProps<UserFilters>

/** Sources by how many connections they have; one that is asked for and has none stands among them all the same. */
export function SourceFilter({ draft, onChange }: Props) {
  const { environment } = useParams<{ environment: string }>()
  const { data, failure } = useConsole(countDirectorySources, { params: { environment } }, null)
  if (failure && !data) return <p className="text-ink-2">The sources did not load. {failure.detail}</p>
  if (!data) return <Skeleton className="after-300ms h-8" />
  const known = data.source_counts.map(({ source: { slug, name }, connections }) => ({ slug, name, connections }))
  const others = draft.sources.filter((slug) => !known.some((one) => one.slug === slug))
  const all = [...known, ...others.map((slug) => ({ slug, name: slug, connections: 0 }))]
  if (all.length === 0) return <p className="text-ink-2">Nobody has connected a source yet.</p>
  const set = (slug: string, on: boolean) => {
    const rest = draft.sources.filter((one) => one !== slug)
    onChange({ ...draft, sources: on ? [...rest, slug] : rest })
  }
  return (
    <fieldset>
      <legend className="mb-2 text-ink-3">Users who have connected any of these:</legend>
      <div className="flex max-h-[240px] flex-col gap-1 overflow-y-auto">
        {all.map(({ slug, name, connections }) => (
          <Check key={slug} checked={draft.sources.includes(slug)} onChange={(on) => set(slug, on)}>
            {name} <span className="text-xs text-ink-3">{formatCount(connections)}</span>
          </Check>
        ))}
      </div>
    </fieldset>
  )
}

/** Days of the viewer, both among them. */
export function CreatedFilter({ draft, onChange }: Props) {
  const zone = useTimeZone().replaceAll('_', ' ')
  const set = (key: 'created_from' | 'created_to') => (day: string) => onChange({ ...draft, [key]: day || null })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Day label="First day" value={draft.created_from} onChange={set('created_from')} />
        <Day label="Last day" value={draft.created_to} onChange={set('created_to')} />
      </div>
      <p className="text-xs text-ink-3">
        Both days count from midnight to midnight in {zone}. Leave one empty for no end.
      </p>
    </div>
  )
}

function Day({ label, value, onChange }: { label: string; value: string | null; onChange: (day: string) => void }) {
  const id = useId()
  return (
    <span className="flex flex-col gap-1.5 max-rail:w-full">
      <label htmlFor={id} className={labelStyle}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="1000-01-01"
        max="9999-12-31"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
        className={`${boxStyle} h-8 px-2.5 text-sm max-rail:h-11 max-rail:text-lg`}
      />
    </span>
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
