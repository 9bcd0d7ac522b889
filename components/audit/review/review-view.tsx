'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ScrollText, UserSearch } from 'lucide-react'
import Link from 'next/link'
import { groupFilter } from '#components/audit/audit-filters.ts'
import { AuditNamesProvider } from '#components/audit/audit-list.tsx'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { monthBefore } from '#lib/domains/audit/months.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/failure.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'
import { EntriesHrefContext, REVIEW_ROW, reviewColumns } from './review-columns.tsx'
import { type ReviewFilters, readReview, reviewQuery } from './review-query.ts'
import { daysOf, monthAfter, monthLabel } from './review-words.ts'

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
      <PageHeader title="Access review" summary="Who viewed the most people, against their usual number">
        <Link href={`/${environment}/activity`} prefetch={false} className={linkButton}>
          <ScrollText aria-hidden="true" className="size-4" strokeWidth={1.9} />
          View audit log
        </Link>
      </PageHeader>
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
          {environments.map(({ id, label: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
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
          <EmptyState
            mark={<UserSearch aria-hidden="true" className="size-5" strokeWidth={1.8} />}
            title={`No one viewed a person in ${label}`}
          >
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

/** How far the log is counted, and what a number means. */
function Coverage({ is_complete, counted_to, isCurrent }: CoverageProps) {
  const clock = useWallClock()
  const until = counted_to && formatInstant(counted_to, clock)
  return (
    <p className="max-w-[640px] text-sm text-ink-3" role="status">
      {!is_complete && (
        <span className="font-control text-ink-2">
          Still counting{until && `, entries up to ${until} are included`}.{' '}
        </span>
      )}
      Each person counts once a month, in lists or opened. Usual is the median of up to six earlier months. Months are
      in UTC{isCurrent && ', and this one isn’t over'}.
    </p>
  )
}
