'use client'
/** Sources whose users hear nothing by their own rhythm: for most of them at once it is an incident. */
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Hourglass, OctagonAlert } from 'lucide-react'
import Link from 'next/link'
import { useToday } from '#components/patterns/domain/patient.tsx'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { isIncident } from '#lib/domains/connections/rhythm.ts'
import { changesOf, changeWords, getContactBook } from '#lib/domains/contacts/contact-book.ts'
import { countDirectorySources, type SourceCount } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf, formatCount, sentenceCase } from '#lib/utils/text/counts.ts'
import { formatDay, withoutYear } from '#lib/utils/time/instants.ts'

interface SilentSourcesProps {
  environment: string
  counts: readonly SourceCount[]
  /** Leaves out sources that are silent for some users only. */
  incidentsOnly?: boolean
}

const SHOWN = 6

export function SilentSources({ environment, counts, incidentsOnly = false }: SilentSourcesProps) {
  const silent = counts
    .filter((count) => count.silent > 0 && (!incidentsOnly || isIncident(count)))
    .toSorted((a, b) => Number(isIncident(b)) - Number(isIncident(a)) || b.silent - a.silent)
  if (silent.length === 0) return null
  const incidents = silent.filter(isIncident).length
  const all = silent.reduce((sum, count) => sum + count.silent, 0)
  return (
    <SectionCard
      title={incidentsOnly ? 'Silent sources' : 'Silent'}
      summary={
        incidents > 0
          ? `${countOf(incidents, 'source')} silent for most users`
          : `${countOf(all, 'connection')} without data for three of their usual gaps`
      }
      action={
        <Link href={`/${environment}/connections?last_data=silent`} prefetch={false} className="text-sm text-link">
          View silent connections
        </Link>
      }
    >
      <ul className="-my-2 divide-y divide-line">
        {silent.slice(0, SHOWN).map((count) => (
          <li key={count.source.slug}>
            <Line environment={environment} count={count} />
          </li>
        ))}
      </ul>
      {silent.length > SHOWN && (
        <p className="mt-2 text-sm text-ink-3">{countOf(silent.length - SHOWN, 'other source')}</p>
      )}
    </SectionCard>
  )
}

function Line({ environment, count: { source, silent, timed } }: { environment: string; count: SourceCount }) {
  const isBad = isIncident({ silent, timed })
  return (
    <Link
      href={`/${environment}/connections?sources=${encodeURIComponent(source.slug)}&last_data=silent`}
      prefetch={false}
      className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 py-1.5 underline-offset-3 hover:underline"
    >
      <SourceTile source={source} />
      <Verbatim className="min-w-0 font-control break-words">{source.name}</Verbatim>
      <Pill
        tone={isBad ? 'bad' : 'warn'}
        icon={isBad ? OctagonAlert : Hourglass}
        label={`${formatCount(silent)} of ${formatCount(timed)} silent`}
        bare
      />
    </Link>
  )
}

/** Milliseconds between two looks. */
const EVERY = 60_000

/** Incidents of sources, for the overview; nothing where there is none. */
export function SilenceCard({ environment }: { environment: string }) {
  const input = { params: { environment }, query: {} }
  const { data } = useQuery({ ...consoleQuery(countDirectorySources, input, {}), refetchInterval: EVERY })
  return data ? <SilentSources environment={environment} counts={data.source_counts} incidentsOnly /> : null
}

/** "Ends Dec 12", where staff have noted it; nothing for other sources. */
export function SourceChange({ environment, slug }: { environment: string; slug: string }) {
  const { data } = useQuery(consoleQuery(getContactBook, { params: { environment } }, {}))
  const clock = useWallClock()
  const [change] = changesOf(data ?? { source_changes: [] }, slug, useToday())
  if (!change) return null
  const words = changeWords(change, '', withoutYear(formatDay(change.day, clock))).trim()
  return <Pill tone="warn" icon={CalendarClock} label={sentenceCase(words)} bare />
}
