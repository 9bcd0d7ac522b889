'use client'
import { createColumnHelper } from '@tanstack/react-table'
import { TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { createContext, useContext } from 'react'
import { Who } from '#components/audit/audit-cells.tsx'
import { AuditNamesContext } from '#components/audit/audit-names.ts'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import type { ReviewedPerson } from '#lib/domains/audit/review-schema.ts'
import { actorName } from '#lib/domains/audit/sentences.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { notableWords, usualWords } from './review-words.ts'

export const REVIEW_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'who_link''viewed_viewed''usual_usual''opened_changed''exported_exported'] @min-[560px]/list:[--row-columns:minmax(0,1.2fr)_minmax(0,1fr)_auto] @min-[560px]/list:[--row-areas:'who_viewed_link''usual_opened_changed''exported_exported_exported'] @min-[1000px]/list:[--row-columns:minmax(150px,1.2fr)_100px_minmax(230px,1.7fr)_70px_70px_96px_96px] @min-[1000px]/list:[--row-areas:'who_viewed_usual_opened_changed_exported_link']"

/** The address of the entries of one person that were counted. */
export const EntriesHrefContext = createContext<(actor_id: string) => string>(() => '')

const helper = createColumnHelper<ListFeatures, ReviewedPerson>()

export const reviewColumns = helper.columns([
  helper.accessor('actor_email', {
    header: 'Staff',
    cell: ({ row }) => <Who {...asActor(row.original)} />,
    meta: { place: '[grid-area:who]' },
  }),
  helper.accessor('viewed', {
    header: 'People viewed',
    cell: ({ getValue }) => <span className="text-base font-control tabular-nums">{formatCount(getValue())}</span>,
    meta: { place: '[grid-area:viewed]', caption: 'People viewed' },
  }),
  helper.accessor('usual', {
    header: 'Compared with usual',
    cell: ({ row }) => <Usual person={row.original} />,
    meta: { place: '[grid-area:usual]' },
  }),
  helper.accessor('opened', {
    header: 'Opened',
    cell: ({ getValue }) => <span className="tabular-nums">{formatCount(getValue())}</span>,
    meta: { place: '[grid-area:opened]', caption: 'Opened' },
  }),
  helper.accessor('changed', {
    header: 'Changed',
    cell: ({ getValue }) => <span className="tabular-nums">{formatCount(getValue())}</span>,
    meta: { place: '[grid-area:changed]', caption: 'Changed' },
  }),
  helper.accessor('exported_rows', {
    header: 'Rows exported',
    cell: ({ getValue }) => <span className="tabular-nums">{formatCount(getValue())}</span>,
    meta: { place: '[grid-area:exported]', caption: 'Rows exported' },
  }),
  helper.display({
    id: 'entries',
    header: () => <span className="sr-only">Entries</span>,
    cell: ({ row }) => <Entries person={row.original} />,
    meta: { place: '[grid-area:link] justify-self-end' },
  }),
])

function asActor({ actor_name, ...person }: ReviewedPerson) {
  return { ...person, ...(actor_name !== null && { actor_name }) }
}

function Usual({ person }: { person: ReviewedPerson }) {
  const notable = notableWords(person)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {notable && (
        <Pill tone="warn" icon={TriangleAlert}>
          {notable}
        </Pill>
      )}
      <span className="text-sm text-ink-3">{usualWords(person)}</span>
    </span>
  )
}

function Entries({ person }: { person: ReviewedPerson }) {
  const hrefOf = useContext(EntriesHrefContext)
  const { people } = useContext(AuditNamesContext)
  const tabIndex = useTabIndex()
  return (
    <Link
      href={hrefOf(person.actor_id)}
      prefetch={false}
      tabIndex={tabIndex}
      aria-label={`View entries of ${actorName(asActor(person), people)}`}
      className="row-link inline-flex min-h-6 items-center text-sm whitespace-nowrap text-accent-ink underline underline-offset-3"
    >
      View entries
    </Link>
  )
}
