'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ScrollText, TriangleAlert, UserSearch } from 'lucide-react'
import Link from 'next/link'
import { createContext, useContext } from 'react'
import { AuditNamesContext, Who } from '#components/audit/audit-cells.tsx'
import { groupFilter } from '#components/audit/audit-filters.ts'
import { AuditNamesProvider } from '#components/audit/audit-list.tsx'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { PrintedFilters } from '#components/patterns/print/print-sheet.tsx'
import { EmptyState, NoRight } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { Options, SelectField } from '#components/ui/field/select-field.tsx'
import { monthBefore, type ReviewedPerson } from '#lib/domains/audit/review-schema.ts'
import { actorName } from '#lib/domains/audit/sentences.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { MONTH_NAMES } from '#lib/utils/time/typed-dates.ts'
import { type ReviewFilters, readReview, reviewQuery } from './review-query.ts'

/** So many times the usual number, and so many people more, are worth a look. */
const NOTABLE_RATIO = 2
const NOTABLE_MORE = 20

type Counts = Pick<ReviewedPerson, 'viewed' | 'usual' | 'usual_months'>

function isNotable({ viewed, usual }: Counts): boolean {
  return usual !== null && viewed >= usual * NOTABLE_RATIO && viewed - usual >= NOTABLE_MORE
}

/** `Usually 120 a month`, `No earlier month to compare with`. */
export function usualWords({ usual, usual_months }: Counts): string {
  if (usual === null) return 'No earlier month to compare with'
  return `Usually ${formatCount(Math.round(usual))} a month (${countOf(usual_months, 'month')})`
}

/** `3.4 times the usual number`; null where it is nothing to look at. */
export function notableWords(counts: Counts): string | null {
  if (!isNotable(counts) || counts.usual === null) return null
  if (counts.usual < 1) return 'Usually no one'
  const ratio = counts.viewed / counts.usual
  return `${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)} times the usual number`
}

/** `2026-11` → `November 2026` */
export function monthLabel(month: string): string {
  const [year, number] = month.split('-')
  return `${MONTH_NAMES[Number(number) - 1] ?? ''} ${year}`
}

/** First and last day of a month, as an address has them. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Returns the month after: `2026-12` → `2027-01`. */
export function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

const REVIEW_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'who_link''viewed_viewed''usual_usual''opened_changed''exported_exported'] @min-[560px]/list:[--row-columns:minmax(0,1.2fr)_minmax(0,1fr)_auto] @min-[560px]/list:[--row-areas:'who_viewed_link''usual_opened_changed''exported_exported_exported'] @min-[1000px]/list:[--row-columns:minmax(150px,1.2fr)_100px_minmax(230px,1.7fr)_70px_70px_96px_96px] @min-[1000px]/list:[--row-areas:'who_viewed_usual_opened_changed_exported_link']"

/** The address of the entries of one person that were counted. */
const EntriesHrefContext = createContext<(actor_id: string) => string>(() => '')

const column = columnsOf<ReviewedPerson>()

const reviewColumns = [
  column('actor_email', 'Staff', '[grid-area:who]', (person) => <Who {...asActor(person)} />),
  column('viewed', 'People viewed', { place: '[grid-area:viewed]', caption: 'People viewed' }, (person) => (
    <span className="text-base font-control tabular-nums">{formatCount(person.viewed)}</span>
  )),
  column('usual', 'Compared with usual', '[grid-area:usual]', (person) => <Usual person={person} />),
  column('opened', 'Opened', { place: '[grid-area:opened]', caption: 'Opened' }, (person) => (
    <span className="tabular-nums">{formatCount(person.opened)}</span>
  )),
  column('changed', 'Changed', { place: '[grid-area:changed]', caption: 'Changed' }, (person) => (
    <span className="tabular-nums">{formatCount(person.changed)}</span>
  )),
  column('exported_rows', 'Rows exported', { place: '[grid-area:exported]', caption: 'Rows exported' }, (person) => (
    <span className="tabular-nums">{formatCount(person.exported_rows)}</span>
  )),
  column(
    'entries',
    () => <span className="sr-only">Entries</span>,
    '[grid-area:link] justify-self-end',
    (person) => <Entries person={person} />,
  ),
]

function asActor({ actor_name, ...person }: ReviewedPerson) {
  return { ...person, ...(actor_name !== null && { actor_name }) }
}

function Usual({ person }: { person: ReviewedPerson }) {
  const notable = notableWords(person)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {notable && <Pill tone="warn" icon={TriangleAlert} label={notable} />}
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
      className="row-link inline-flex min-h-6 items-center text-sm whitespace-nowrap text-link"
    >
      View entries
    </Link>
  )
}

interface ReviewViewProps {
  environment: string
  environments: readonly Environment[]
  knows_staff: boolean
  failure: RequestFailure | null
}

const NOTHING = {}

/** Shows who viewed the most people in a month, next to each person's normal. */
export function ReviewView({ environment, environments, knows_staff, failure: initial }: ReviewViewProps) {
  const current = readReview(new URLSearchParams(), clockNow()).month
  const filters = readReview(useAddressSearch(), clockNow())
  const query = useQuery({ ...reviewQuery(filters), enabled: initial?.status !== 403 })
  const staff = useQuery({
    ...consoleQuery(listStaff, {}, {}),
    enabled: knows_staff,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const unanswered = query.data ? null : initial
  const failure = query.error ? failureOf(query.error) : unanswered
  const people = query.data?.people
  const label = monthLabel(filters.month)

  if (failure?.status === 403) {
    return (
      <>
        <PageHeader title="Access review" />
        <NoRight subject="the access review" detail={failure.detail} />
      </>
    )
  }
  const show = ({ month, environment: of }: ReviewFilters) => {
    const search = { ...(month !== current && { month }), ...(of && { environment: of }) }
    navigate(new URLSearchParams(search), {})
  }
  const entriesOf = (actor_id: string) => {
    const { from, to } = daysOf(filters.month)
    const of = filters.environment ? { environment: filters.environment } : {}
    return `/${environment}/activity?${new URLSearchParams({ who: actor_id, ...of, action: groupFilter('viewing'), from, to })}`
  }
  return (
    <AuditNamesProvider
      environment={null}
      environments={environments}
      actors={staff.data?.staff ?? []}
      more={NOTHING}
      references={NOTHING}
    >
      <PageHeader title="Access review" summary="People viewed by each staff member, compared with usual">
        <Link href={`/${environment}/activity`} prefetch={false} className={linkButton}>
          <ScrollText />
          View audit log
        </Link>
      </PageHeader>
      <PrintedFilters
        of={[
          ['Month', label],
          ['Environment', environments.find(({ id }) => id === filters.environment)?.label ?? filters.environment],
        ]}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3 rail:px-6 print:hidden">
        <div className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            label={`Show ${monthLabel(monthBefore(filters.month))}`}
            onPress={() => show({ ...filters, month: monthBefore(filters.month) })}
          />
          <h2 className="min-w-36 text-center text-base" aria-live="polite">
            {label}
          </h2>
          <IconButton
            icon={ChevronRight}
            label={`Show ${monthLabel(monthAfter(filters.month))}`}
            unavailable={filters.month === current}
            onPress={() => show({ ...filters, month: monthAfter(filters.month) })}
          />
        </div>
        <SelectField
          label="Environment"
          value={filters.environment}
          onChange={(of) => show({ ...filters, environment: of })}
          className="max-rail:w-full rail:w-[160px]"
        >
          <option value="">All</option>
          <Options of={environments.map(({ id, label: name }) => [id, name])} />
        </SelectField>
        {query.data && <Coverage {...query.data} isCurrent={filters.month === current} />}
      </div>
      <div className="@container/list relative flex-1 framed:min-h-0 framed:overflow-y-auto">
        {failure && !people && (
          <ErrorPanel
            subject="The access review"
            failure={failure}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {people?.length === 0 && (
          <EmptyState mark={<UserSearch className="size-5" />} title={`No one viewed a person in ${label}`}>
            Staff who were shown or changed people’s data appear here.
          </EmptyState>
        )}
        {(people ? people.length > 0 : !failure) && (
          <EntriesHrefContext value={entriesOf}>
            <DataTable
              label={`Staff, ${label}`}
              columns={reviewColumns}
              rows={people}
              getRowId={({ actor_id }) => actor_id}
              rowLayout={REVIEW_ROW}
              from={1}
              total={people?.length ?? null}
              isStale={query.isPlaceholderData}
            />
          </EntriesHrefContext>
        )}
      </div>
    </AuditNamesProvider>
  )
}

interface CoverageProps {
  is_complete: boolean
  counted_to: string | null
  isCurrent: boolean
}

function Coverage({ is_complete, counted_to, isCurrent }: CoverageProps) {
  const clock = useWallClock()
  const until = counted_to && formatInstant(counted_to, clock)
  return (
    <p className="max-w-[640px] text-sm text-ink-3" role="status">
      {!is_complete && (
        <span className="font-control text-ink-2">
          <span>Still counting</span>
          {until && `, entries up to ${until} are included`}
          <span>. </span>
        </span>
      )}
      <span>
        Each person counts once a month, in lists or opened. Usual is the median of up to six earlier months. Months are
        in UTC
      </span>
      {isCurrent && ', and this one isn’t over'}
      <span>.</span>
    </p>
  )
}
