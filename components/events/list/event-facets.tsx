import { ShieldAlert } from 'lucide-react'
import { EventName } from '#components/patterns/domain/event-type.tsx'
import { toggled } from '#components/patterns/list/define-list.ts'
import { REJECTION_WORDS } from '#lib/domains/events/outcomes.ts'
import type { EventCounts } from '#lib/domains/events/received.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { EventListFilters } from './event-search.ts'

interface EventFacetsProps {
  counts: EventCounts
  filters: EventListFilters
  onApply: (filters: EventListFilters) => void
}

export function EventFacets({ counts, filters, onApply }: EventFacetsProps) {
  const { event_types, sources } = filters
  return (
    <div className="flex flex-col gap-5">
      <Facet
        title="Types"
        rows={counts.event_types.map(({ event_type, count }) => ({
          id: event_type,
          count,
          label: <EventName type={event_type} />,
        }))}
        chosen={event_types}
        onToggle={(id) => onApply({ ...filters, event_types: toggled(event_types, id) })}
      />
      <Facet
        title="Sources"
        rows={counts.sources.map(({ source, count }) => ({
          id: source.slug,
          count,
          label: source.slug === '' ? 'No source' : source.name,
        }))}
        chosen={sources}
        onToggle={(id) => onApply({ ...filters, sources: toggled(sources, id) })}
      />
      <Rejections rejections={counts.rejections} />
    </div>
  )
}

interface FacetProps {
  title: string
  rows: readonly { id: string; label: React.ReactNode; count: number }[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

function Facet({ title, rows, chosen, onToggle }: FacetProps) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="text-sm">{title}</h2>
      <ul className="mt-1">
        {rows.map(({ id, label, count }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={chosen.includes(id)}
              onClick={() => onToggle(id)}
              className="flex min-h-7 w-full items-center gap-2 rounded-tag px-2 py-0.5 text-left hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:ring-1 aria-pressed:ring-accent max-rail:min-h-10"
            >
              <span className="min-w-0 flex-1 break-words">{label}</span>
              <span className="text-ink-2 tabular-nums">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Rejections({ rejections }: Pick<EventCounts, 'rejections'>) {
  if (rejections.length === 0) return null
  const all = rejections.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label="Rejected messages">
      <h2 data-tone="warn" className="flex items-center gap-1.5 text-sm text-tone-fg">
        <ShieldAlert />
        {formatCount(all)} rejected
      </h2>
      <p className="text-xs text-ink-3">Only their number is kept.</p>
      <dl className="mt-1">
        {rejections.map(({ reason, count }) => (
          <div key={reason} className="flex min-h-7 items-baseline gap-2 px-2 py-0.5">
            <dt className="min-w-0 flex-1">
              {REJECTION_WORDS[reason].label}
              <span className="block text-xs text-ink-3">{REJECTION_WORDS[reason].sentence}</span>
            </dt>
            <dd className="tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
