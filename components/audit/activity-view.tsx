'use client'

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, Pencil, RefreshCw, ScrollText, UserSearch, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useMemo, useRef, useState } from 'react'
import { RunButton } from '#components/patterns/export/export-button.tsx'
import { PageHeader } from '#components/patterns/page/section-card.tsx'
import { EmptyState, NoRight } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { countSubjectViews } from '#lib/domains/audit/audit.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { listStaff, type StaffMember } from '#lib/domains/staff/staff.ts'
import { navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { downloadLines } from '#lib/kernel/list/download.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { AUDIT, type AuditPlace, auditQuery, exportAddress, personExportAddress, scopeOf } from './audit-filters.ts'
import { AuditList, AuditNamesProvider } from './audit-list.tsx'
import { FilterForm } from './filter-form.tsx'

const IdChoice = lazyPart(() => import('./id-choice.tsx'), 'IdChoice')
const ViewsTable = lazyPart(() => import('./views-table.tsx'), 'ViewsTable')

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
  const search = useAddressSearch()
  const { place: asked } = AUDIT.read(search)
  const isFiltered = AUDIT.isFiltered(history ? { ...asked.filters, subject: null } : asked.filters)
  const place = scopeOf(asked, history?.id)
  const { filters } = place
  const of = history?.of ?? null
  const title = of ? 'History' : 'Audit log'

  // Kept as long as it can be: each reading of the list is an entry in the very log that is shown.
  const staff = useQuery({
    ...consoleQuery(listStaff, {}, {}),
    enabled: knows_staff,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const actors = staff.data?.staff ?? NO_STAFF
  const options = auditQuery(place, timeZone)
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

  const go = (next: Partial<AuditPlace>) => navigate(AUDIT.write({ ...asked, ...next }), {})
  const change = (filter: Readonly<Record<string, string>>) => {
    const changed = new URLSearchParams({ ...Object.fromEntries(search), ...filter })
    go(AUDIT.read(changed).place)
  }
  const clear = () => go({ filters: AUDIT.none })
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
        place={place}
        timeZone={timeZone}
        isFiltered={isFiltered}
        isFetching={query.isFetching}
        onClear={clear}
        onRefresh={refresh}
        onShow={(value) => go({ show: value === 'changes' ? null : value })}
      />
      <FilterForm
        filters={asked.filters}
        what={filters.action}
        environments={environments}
        actors={actors}
        hasSubject={!of}
        onChange={(key, value) => change({ [key]: value })}
      />
      <div className="@container/list relative flex-1 framed:min-h-0 framed:overflow-y-auto">
        {failure && !entries && (
          <ErrorPanel
            subject={`The ${title.toLowerCase()}`}
            failure={failure}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
        {of && place.show === 'all' && !failure && <ViewsTable filters={filters} onShow={change} />}
        {id_matches && id_matches.ids.length > 1 && (
          <IdChoice part={filters.subject} matches={id_matches} onChoose={(subject) => change({ subject })} />
        )}
        {entries?.length === 0 && !id_matches?.is_cut && (
          <NoEntries
            isFiltered={isFiltered}
            isChanges={place.show === 'changes'}
            onClear={clear}
            onShowAll={() => go({ show: 'all' })}
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
  const mark = <ScrollText className="size-5" />
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

/** Subject of the history; null for the whole log. */
type HistoryOf = 'user' | 'order' | null

const SUMMARIES = {
  log: 'Who did what, newest first',
  changes: 'Who changed this record, newest first',
  all: 'Who viewed and changed this record, newest first',
} as const

/** Whether a history shows changes alone or who looked as well. */
const SCOPES = [
  { value: 'changes', text: 'Changes only', icon: Pencil },
  { value: 'all', text: 'Views and changes', icon: Eye },
] as const

interface AuditHeadProps {
  of: HistoryOf
  environment: string
  place: AuditPlace
  timeZone: string
  isFiltered: boolean
  isFetching: boolean
  onClear: () => void
  onRefresh: () => void
  onShow: (show: 'changes' | 'all') => void
}

function AuditHead(props: AuditHeadProps) {
  const { of, environment, place, timeZone, isFiltered, isFetching, onClear, onRefresh, onShow } = props
  const show = place.show === 'all' ? 'all' : 'changes'
  const summary = SUMMARIES[of === null ? 'log' : show]
  return (
    <PageHeader title={of ? 'History' : 'Audit log'} level={of ? 2 : 1} summary={summary}>
      {of && <Segments named label="Show" value={show} options={SCOPES} onChange={onShow} />}
      {isFiltered && (
        <Button icon={X} look="ghost" onPress={onClear}>
          Clear filters
        </Button>
      )}
      <IconButton
        icon={RefreshCw}
        label="Load the newest entries"
        onPress={onRefresh}
        plain
        {...(isFetching && { iconClassName: 'motion-safe:animate-spin' })}
      />
      {of === null && (
        <Link href={`/${environment}/activity/review`} prefetch={false} className={linkButton}>
          <UserSearch />
          Review access
        </Link>
      )}
      {of === 'user' ? (
        <>
          <ExportButton
            address={personExportAddress(place, timeZone, 'csv')}
            label="Export CSV"
            noun="History"
            type="csv"
          />
          <ExportButton
            address={personExportAddress(place, timeZone, 'fhir')}
            label="Export FHIR"
            noun="History"
            type="ndjson"
          />
        </>
      ) : (
        <ExportButton address={exportAddress(place, timeZone)} label="Export CSV" noun="Audit log" type="csv" />
      )}
    </PageHeader>
  )
}

interface ExportButtonProps {
  address: string
  /** "Export CSV" */
  label: string
  /** Content of the file: "Audit log". */
  noun: string
  type: 'csv' | 'ndjson'
}

function ExportButton({ address, label, noun, type }: ExportButtonProps) {
  const [lines, setLines] = useState<number | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setLines(0)
    announce('Export started.')
    try {
      const count = await downloadLines({ address, name: `audit.${type}`, type, signal, onLines: setLines })
      toast({ kind: 'done', title: `${noun} exported.`, text: countOf(count, 'entry', 'entries') })
    } catch (error) {
      if (signal.aborted) return announce('Export stopped.')
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'Not exported.', text: error.message })
    } finally {
      setLines(null)
    }
  }
  return (
    <RunButton
      stopLabel={lines === null ? null : `Stop export, ${countOf(lines, 'entry', 'entries')}`}
      onStart={() => void start()}
      onStop={() => running.current?.abort()}
    >
      {label}
    </RunButton>
  )
}
