'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Cable, FileUp, Grid3x3, OctagonAlert } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useCallback, useMemo } from 'react'
import { SILENT_LABEL, STATE_LABELS } from '#components/connections/labels.ts'
import { ExportButton } from '#components/patterns/export/export-button.tsx'
import type { ExportJob } from '#components/patterns/export/export-job.ts'
import { useCsvExport } from '#components/patterns/export/use-csv-export.tsx'
import { toggled } from '#components/patterns/list/define-list.ts'
import { CountChips } from '#components/patterns/list/filters/count-chips.tsx'
import { FilterBar } from '#components/patterns/list/filters/filter-bar.tsx'
import { useHeldRows } from '#components/patterns/list/held-rows.tsx'
import { List } from '#components/patterns/list/list.tsx'
import { useListAddress } from '#components/patterns/list/use-list-address.ts'
import { useMay } from '#components/patterns/page/role.tsx'
import { NoRows } from '#components/patterns/states/empty-state.tsx'
import { DirectoryNotes, Freshness, NamesNote } from '#components/patterns/states/freshness.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { useAtPresent, useTimeZone } from '#components/ui/display/viewer.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { nameFromSlug } from '#lib/domains/connections/providers.ts'
import { BROKEN_STATES, KEPT_STATES, type KeptState } from '#lib/domains/connections/states.ts'
import { MOST_NAMED, namePeople } from '#lib/domains/users/directory.ts'
import { countDirectorySources, searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { useNames } from '#lib/domains/users/queries.ts'
import { useDirectoryState, useRefreshDirectory } from '#lib/domains/users/use-directory.ts'
import { failureOf, RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { usePagedQuery } from '#lib/kernel/list/use-paged-list.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { HOUR } from '#lib/utils/time/durations.ts'
import { CONNECTION_LIST, connectionColumns, connectionFields } from './connection-columns.tsx'
import {
  CONNECTIONS,
  type ConnectionFilters,
  connectionPage,
  countsQuery,
  filterProblem,
  isActionOnly,
  rowsQuery,
  silentCount,
  stateCounts,
} from './connection-search.ts'
import { ConnectionCoverage, pauseBetweenCounts, SourceCounts, useCheckedRows } from './source-counts.tsx'

interface StateChipsProps {
  counts: ReadonlyMap<KeptState, number>
  /** Working connections that have been silent too long. */
  silent: number
  filters: ConnectionFilters
  onApply: (filters: ConnectionFilters) => void
}

const SILENT = 'silent'
const ACTION = 'action'

function StateChips({ counts, silent, filters, onApply }: StateChipsProps) {
  const states = KEPT_STATES.map((state) => ({ id: state, ...STATE_LABELS[state], count: counts.get(state) ?? 0 }))
  const [first, ...others] = states
  const broken = BROKEN_STATES.reduce((sum, state) => sum + (counts.get(state) ?? 0), silent)
  const action = {
    id: ACTION,
    label: 'Needs action',
    icon: OctagonAlert,
    tone: 'warn',
    count: broken,
    isPart: true,
  } as const
  const quiet = { id: SILENT, ...SILENT_LABEL, count: silent, isPart: true } as const
  const chosen = filters.last_data === 'silent' ? ([...filters.states, SILENT] as const) : filters.states
  return (
    <CountChips<KeptState | typeof SILENT | typeof ACTION>
      legend="State"
      chips={first ? [action, first, quiet, ...others] : [action, quiet]}
      chosen={isActionOnly(filters) ? [ACTION] : chosen}
      onChoose={(ids) => {
        const chosenStates = ids.filter((id) => id !== SILENT && id !== ACTION)
        const last_data = withSilence(filters.last_data, ids.includes(SILENT))
        onApply({ ...filters, states: chosenStates, last_data, show: ids.length === 0 ? 'all' : 'action' })
      }}
    />
  )
}

const SilentSources = lazyPart(() => import('#components/connections/silent-sources.tsx'), 'SilentSources')

const OF_CONNECTIONS = [searchDirectoryConnections.name, countDirectorySources.name] as const
const FIRST = { first: { offset: 0 } }
const UNMATCHED = {
  title: 'No matching connections',
  text: 'No connection matches all of these filters, as far as the directory knows.',
  clear: 'Clear filters',
}
const LOADING = {
  title: 'Loading the user directory',
  children: 'Connections appear here while the directory loads this environment’s users for the first time.',
}
const NONE_YET = {
  title: 'No connections yet',
  children: 'A connection appears here after a user links a source or after an import, once the directory refreshes.',
}
const WELL = {
  title: 'No connection needs action',
  children: 'None is broken or silent, as far as the last checks know.',
}
const startOfHour = (now: number) => now - (now % HOUR)
const why = (error: unknown) => (error instanceof RequestError ? error.message : null)

/** The connections of all users; another environment needs another view (`key`). */
export function ConnectionListView({ environment, failure }: { environment: string; failure: RequestFailure | null }) {
  const mayImport = useMay(bulkImportConnections.permission)
  const timeZone = useTimeZone()
  const { place, apply, isFiltered, toList, toEmpty } = useListAddress(CONNECTIONS, FIRST)
  const { filters, offset, limit } = place
  const hour = useAtPresent(startOfHour)
  const query = useMemo(() => rowsQuery(filters, timeZone, hour), [filters, timeZone, hour])
  const problem = filterProblem(filters)
  const isEnabled = problem === null && failure?.status !== 403
  const list = usePagedQuery({
    offset,
    limit,
    failure,
    rows: 'connections',
    enabled: isEnabled,
    pageQuery: useCallback(
      (from: number, size: number) => connectionPage({ environment }, query, from, size),
      [environment, query],
    ),
  })
  const held = useHeldRows({
    rows: list.data?.connections,
    getRowId: CONNECTION_LIST.getRowId,
    asked: [filters, offset, limit],
    isStale: list.isStale,
  })
  const counts = useQuery({
    ...consoleQuery(
      countDirectorySources,
      { params: { environment }, query: countsQuery(filters, timeZone, hour) },
      {},
    ),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state }) => pauseBetweenCounts(state.data?.coverage),
  })
  useCheckedRows(counts.data?.source_counts, counts.data?.coverage)
  const state = useDirectoryState(environment, list.data?.state ?? null, list.updatedAt, OF_CONNECTIONS)
  const onRefresh = useRefreshDirectory(environment)
  const known = counts.data?.source_counts
  const fields = useMemo(() => {
    const names = new Map(known?.map(({ source }) => [source.slug, source.name]))
    return connectionFields((slug) => names.get(slug) ?? nameFromSlug(slug))
  }, [known])
  const userIds = [...new Set(held.rows?.map(({ user_id }) => user_id))].slice(0, MOST_NAMED)
  const { names, problem: unnamed } = useNames(environment, userIds, useMay(namePeople.permission))
  const columns = useMemo(() => connectionColumns(environment, names), [environment, names])
  const csv = useCsvExport({ noun: ['connection', 'connections'], why })
  const total = list.window?.total ?? null
  const job = async (): Promise<ExportJob> => {
    const { exportConnections } = await import('./connection-export.ts')
    return { rows: total, run: (options) => exportConnections({ environment, query, ...options }) }
  }

  const isWell = isActionOnly(filters) && known !== undefined && known.length > 0
  const empty = (
    <NoRows
      mark={<Cable className="size-5" />}
      noun="connections"
      {...toEmpty}
      problem={problem}
      beyond={(list.window?.previous ?? null) !== null}
      unmatched={UNMATCHED}
      {...(state && state.complete_at === null ? LOADING : NONE_YET)}
      {...(isWell && {
        ...WELL,
        action: <Button onPress={() => apply({ ...filters, show: 'all' })}>Show all connections</Button>,
      })}
    />
  )
  const beside = (rows: ReactNode) => (
    <div className="grid min-h-full grid-cols-[minmax(0,1fr)] content-start @min-[1080px]/list:content-stretch @min-[1080px]/list:grid-cols-[minmax(0,1fr)_344px]">
      {/* The rows come first, for keys and on phones; the chart stands beside them where there is room. */}
      <div className="@container/list min-w-0">{rows}</div>
      {problem === null && (isFiltered || known === undefined || known.length > 0) && (
        <div className="min-w-0 border-t border-line p-4 @min-[1080px]/list:border-t-0 @min-[1080px]/list:border-l">
          <div className="flex flex-col gap-4">
            <SourceCounts
              counts={known}
              failure={counts.error ? failureOf(counts.error) : null}
              isFetching={counts.isFetching}
              onRetry={() => void counts.refetch()}
              selected={new Set(filters.sources)}
              onToggle={(slug) => apply({ ...filters, sources: toggled(filters.sources, slug) })}
            />
            {known && <SilentSources environment={environment} counts={known} />}
          </div>
        </div>
      )}
    </div>
  )
  return (
    <List
      record={CONNECTION_LIST}
      page={list}
      rows={held.rows}
      held={{ ...held, noun: ['connection', 'connections'] }}
      columns={columns}
      problem={problem}
      summary={list.isStale ? 'Loading' : summaryOf(total, isFiltered, isActionOnly(filters))}
      actions={
        <>
          <Link href={`/${environment}/connections/coverage`} prefetch={false} className={linkButton}>
            <Grid3x3 />
            Data coverage
          </Link>
          {mayImport && (
            <Link href={`/${environment}/connections/import`} prefetch={false} className={linkButton}>
              <FileUp />
              Bulk import
            </Link>
          )}
          <ExportButton csv={csv} isDisabled={problem !== null || !list.data || total === 0} job={job}>
            Export CSV
          </ExportButton>
          {csv.question}
        </>
      }
      {...(state && { freshness: <Freshness state={state} onRefresh={onRefresh} /> })}
      bar={
        <>
          <FilterBar noun="connections" filters={filters} fields={fields} problem={filterProblem} onApply={apply}>
            {known && (known.length > 0 || filters.states.length > 0) && (
              <StateChips
                counts={stateCounts(known, filters.sources)}
                silent={silentCount(known, filters.sources)}
                filters={filters}
                onApply={apply}
              />
            )}
          </FilterBar>
          {counts.data && counts.data.coverage.users > 0 && (
            <ConnectionCoverage environment={environment} coverage={counts.data.coverage} />
          )}
          <NamesNote problem={unnamed} />
          {state && <DirectoryNotes state={state} onRefresh={onRefresh} partly="only their connections are shown" />}
        </>
      }
      {...toList}
      empty={empty}
      around={beside}
    />
  )
}

function withSilence(last_data: ConnectionFilters['last_data'], isSilent: boolean): ConnectionFilters['last_data'] {
  if (isSilent) return 'silent'
  return last_data === 'silent' ? null : last_data
}

function summaryOf(total: number | null, isFound: boolean, isAction: boolean) {
  if (total === null) return 'More than 10,000, newest first'
  if (isAction) return `${formatCount(total)} ${total === 1 ? 'needs' : 'need'} action, newest first`
  return isFound ? `${formatCount(total)} found, newest first` : `${countOf(total, 'connection')}, newest first`
}
