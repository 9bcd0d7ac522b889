'use client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { countSubjectViews } from '#lib/domains/audit/audit.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { listStaff, type StaffMember } from '#lib/domains/staff/staff.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/failure.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { type AuditFilters, countFilters, type FilterKey, readFilters, scopeOf, writeFilters } from './audit-filters.ts'
import { AuditHead, type HistoryOf } from './audit-head.tsx'
import { AuditList, AuditNamesProvider } from './audit-list.tsx'
import { auditQuery } from './audit-query.ts'
import { FilterForm } from './filter-form.tsx'

const IdChoice = lazy(() => import('./id-choice.tsx').then((part) => ({ default: part.IdChoice })))
const ViewsTable = lazy(() => import('./views-table.tsx').then((part) => ({ default: part.ViewsTable })))

interface ActivityViewProps {
  environment: string
  environments: readonly Environment[]
  /** Whether the viewer may see the list of staff, and so ask for one of them by name. */
  knows_staff: boolean
  /** The user or order whose history this is; the whole log if unset. */
  history?: { of: NonNullable<HistoryOf>; id: string }
  failure: RequestFailure | null
}

const NO_STAFF: readonly StaffMember[] = []

export function ActivityView({ environment, environments, knows_staff, history, failure: initial }: ActivityViewProps) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const asked = readFilters(useAddressSearch())
  const isFiltered = countFilters(history ? { ...asked, subject: '' } : asked) > 0
  const filters = scopeOf(asked, history?.id)
  const of = history?.of ?? null
  const title = of ? 'History' : 'Audit log'

  // Kept as long as it can be: each reading of the list is an entry in the very log that is shown.
  const staff = useQuery({
    ...consoleQuery(listStaff, {}, {}),
    enabled: knows_staff,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const actors = staff.data?.staff ?? NO_STAFF
  const options = auditQuery(filters, timeZone)
  const query = useInfiniteQuery({ ...options, enabled: initial?.status !== 403 })
  const { entries, more, references } = useMemo(() => {
    const pages = query.data?.pages
    return {
      entries: pages?.flatMap((page) => page.entries),
      more: Object.assign({}, ...(pages?.map((page) => page.more_subjects) ?? [])),
      references: Object.assign({}, ...(pages?.map((page) => page.references) ?? [])),
    }
  }, [query.data])
  const hasSource = entries?.some(({ details }) => details?.provider !== undefined) ?? false
  const id_matches = query.data?.pages[0]?.id_matches
  const unanswered = entries ? null : initial
  const failure = query.error ? failureOf(query.error) : unanswered

  if (failure?.status === 403) {
    return (
      <>
        <PageHeader title={title} level={of ? 2 : 1} />
        <NoRight subject={`the ${title.toLowerCase()}`} detail={failure.detail} />
      </>
    )
  }

  const show = (next: AuditFilters) => navigate(writeFilters(next), {})
  const change = (key: FilterKey, value: string) => show({ ...asked, [key]: value })
  const clear = () => navigate(writeFilters({ ...readFilters(new URLSearchParams()), show: asked.show }), {})
  const refresh = () => {
    void client.resetQueries({ queryKey: options.queryKey })
    void client.invalidateQueries({ queryKey: ['console', countSubjectViews.name] })
  }
  const older = async () => {
    const { data, isError, error } = await query.fetchNextPage()
    if (isError) toast({ kind: 'failed', title: 'Older entries didn’t load.', text: error.message })
    else announce(`${data?.pages.at(-1)?.entries.length ?? 0} older entries.`)
  }
  return (
    <AuditNamesProvider
      environment={hasSource ? environment : null}
      environments={environments}
      actors={actors}
      more={more}
      references={references}
    >
      <AuditHead
        of={of}
        environment={environment}
        filters={filters}
        timeZone={timeZone}
        isFiltered={isFiltered}
        isFetching={query.isFetching}
        onClear={clear}
        onRefresh={refresh}
        onShow={(value) => show({ ...asked, show: value === 'changes' ? '' : value })}
      />
      <FilterForm filters={filters} environments={environments} actors={actors} hasSubject={!of} onChange={change} />
      <div className="@container/list relative flex-1 framed:min-h-0 framed:overflow-y-auto">
        {failure && !entries && (
          <ErrorPanel
            subject={`The ${title.toLowerCase()}`}
            failure={failure}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        <Suspense fallback={null}>
          {of && filters.show === 'all' && !failure && (
            <ViewsTable filters={filters} onShow={(group) => show({ ...asked, ...group })} />
          )}
          {id_matches && id_matches.ids.length > 1 && (
            <IdChoice part={filters.subject} matches={id_matches} onChoose={(id) => change('subject', id)} />
          )}
        </Suspense>
        {entries?.length === 0 && !id_matches?.is_cut && (
          <NoEntries
            isFiltered={isFiltered}
            isChanges={filters.show === 'changes'}
            onClear={clear}
            onShowAll={() => show({ ...asked, show: 'all' })}
          />
        )}
        {(entries ? entries.length > 0 : !failure) && <AuditList label={title} entries={entries} />}
      </div>
      {entries && entries.length > 0 && (
        <Foot
          count={entries.length}
          hasOlder={query.hasNextPage}
          isPending={query.isFetchingNextPage}
          onOlder={() => void older()}
        />
      )}
    </AuditNamesProvider>
  )
}

interface FootProps {
  count: number
  hasOlder: boolean
  isPending: boolean
  onOlder: () => void
}

function Foot({ count, hasOlder, isPending, onOlder }: FootProps) {
  const entries = countOf(count, 'entry', 'entries')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2 max-rail:py-3 rail:px-6 print:hidden">
      <p className="text-ink-2">{hasOlder ? `The newest ${entries}` : `${entries}, none older`}</p>
      {hasOlder && (
        <PendingButton onPress={onOlder} isPending={isPending}>
          Older entries
        </PendingButton>
      )}
    </div>
  )
}

interface NoEntriesProps {
  isFiltered: boolean
  isChanges: boolean
  onClear: () => void
  onShowAll: () => void
}

function NoEntries({ isFiltered, isChanges, onClear, onShowAll }: NoEntriesProps) {
  const mark = <ScrollText aria-hidden="true" className="size-5" strokeWidth={1.8} />
  if (isFiltered) {
    return (
      <EmptyState mark={mark} title="No matching entries" action={<Button onPress={onClear}>Clear filters</Button>}>
        No entries match these filters.
      </EmptyState>
    )
  }
  if (isChanges) {
    return (
      <EmptyState mark={mark} title="No changes yet" action={<Button onPress={onShowAll}>Show views</Button>}>
        Changes to this record appear here. Views are recorded too.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No entries yet">
      Every call to the service and every change in this console appears here.
    </EmptyState>
  )
}
