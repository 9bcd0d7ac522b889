'use client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, ScrollText, X } from 'lucide-react'
import { useMemo } from 'react'
import { DataTable } from '#components/patterns/list/data-table.tsx'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
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
import { AuditNamesContext } from './audit-cells.tsx'
import { AUDIT_ROW, auditColumns } from './audit-columns.tsx'
import { type AuditFilters, countFilters, type FilterKey, readFilters, writeFilters } from './audit-filters.ts'
import { auditQuery, exportAddress } from './audit-query.ts'
import { ExportButton } from './export-button.tsx'
import { FilterForm } from './filter-form.tsx'
import { IdChoice } from './id-choice.tsx'
import { ViewsTable } from './views-table.tsx'

interface ActivityViewProps {
  environments: readonly Environment[]
  /** Whether the viewer may see the list of staff, and so ask for one of them by name. */
  knows_staff: boolean
  /** Id of the user or order whose history this is, as a part of their page; without it everything is shown. */
  subject?: string
  failure: RequestFailure | null
}

const NO_STAFF: readonly StaffMember[] = []

const WHOLE_LOG = {
  title: 'Audit log',
  subject: 'The audit log',
  summary: 'Who did what, newest first',
  level: 1,
} as const
const HISTORY = {
  title: 'History',
  subject: 'The history',
  summary: 'Who viewed and changed this record, newest first',
  level: 2,
} as const

export function ActivityView({ environments, knows_staff, subject, failure: initial }: ActivityViewProps) {
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const asked = readFilters(useAddressSearch())
  const filtered = countFilters(subject ? { ...asked, subject: '' } : asked) > 0
  const filters = subject ? { ...asked, subject } : asked
  const head = subject ? HISTORY : WHOLE_LOG

  // Kept as long as it can be: each reading of the list is an entry in the very log that is shown.
  const staff = useQuery({
    ...consoleQuery(listStaff, {}, {}),
    enabled: knows_staff,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const actors = staff.data?.staff ?? NO_STAFF
  const options = auditQuery(filters, timeZone)
  const query = useInfiniteQuery({ ...options, enabled: initial?.status !== 403 })
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries), [query.data])
  const names = useMemo(
    () => ({
      environments: new Map(environments.map(({ id, label }) => [id, label])),
      people: new Map(actors.map(({ id, name }) => [id, name])),
      more: Object.assign({}, ...(query.data?.pages.map((page) => page.more_subjects) ?? [])),
    }),
    [environments, actors, query.data],
  )
  const id_matches = query.data?.pages[0]?.id_matches
  const unanswered = entries ? null : initial
  const failure = query.error ? failureOf(query.error) : unanswered

  if (failure?.status === 403) {
    return (
      <>
        <PageHeader title={head.title} level={head.level} />
        <NoRight subject={head.subject.toLowerCase()} detail={failure.detail} />
      </>
    )
  }

  const change = (key: FilterKey, value: string) => navigate(writeFilters({ ...asked, [key]: value }), {})
  const showEntries = (group: Partial<AuditFilters>) => navigate(writeFilters({ ...asked, ...group }), {})
  const clear = () => navigate(new URLSearchParams(), {})
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
    <>
      <PageHeader title={head.title} level={head.level} summary={head.summary}>
        {filtered && (
          <Button look="ghost" onPress={clear}>
            <X aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Clear filters
          </Button>
        )}
        <IconButton
          icon={RefreshCw}
          label="Load the newest entries"
          onPress={refresh}
          plain
          {...(query.isFetching && { iconClassName: 'motion-safe:animate-spin' })}
        />
        <ExportButton address={exportAddress(filters, timeZone)} />
      </PageHeader>
      <FilterForm
        filters={filters}
        environments={environments}
        actors={actors}
        hasSubject={!subject}
        onChange={change}
      />
      <div className="@container/list relative flex-1 framed:min-h-0 framed:overflow-y-auto">
        {failure && !entries && (
          <ErrorPanel
            subject={head.subject}
            failure={failure}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {subject && !failure && (
          <AuditNamesContext value={names}>
            <ViewsTable filters={{ ...filters, subject }} onShow={showEntries} />
          </AuditNamesContext>
        )}
        {id_matches && (
          <IdChoice part={filters.subject} matches={id_matches} onChoose={(id) => change('subject', id)} />
        )}
        {entries?.length === 0 && !id_matches?.is_cut && <NoEntries filtered={filtered} onClear={clear} />}
        {(entries ? entries.length > 0 : !failure) && (
          <AuditNamesContext value={names}>
            <DataTable
              label={head.title}
              columns={auditColumns}
              rows={entries}
              getRowId={(entry) => String(entry.id)}
              rowLayout={AUDIT_ROW}
              from={1}
              total={null}
              isStale={false}
            />
          </AuditNamesContext>
        )}
      </div>
      {entries && entries.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-4 py-2 max-rail:py-3 rail:px-6 print:hidden">
          <p className="text-ink-2">
            {query.hasNextPage
              ? `The newest ${countOf(entries.length, 'entry', 'entries')}`
              : `${countOf(entries.length, 'entry', 'entries')}, none older`}
          </p>
          {query.hasNextPage && (
            <PendingButton onPress={() => void older()} isPending={query.isFetchingNextPage}>
              Older entries
            </PendingButton>
          )}
        </div>
      )}
    </>
  )
}

function NoEntries({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const mark = <ScrollText aria-hidden="true" className="size-5" strokeWidth={1.8} />
  if (!filtered) {
    return (
      <EmptyState mark={mark} title="No entries yet">
        Every call to the service and every change in this console appears here.
      </EmptyState>
    )
  }
  return (
    <EmptyState mark={mark} title="No matching entries" action={<Button onPress={onClear}>Clear filters</Button>}>
      No entries match these filters.
    </EmptyState>
  )
}
