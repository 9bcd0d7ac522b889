import { useQueryClient } from '@tanstack/react-query'
import { ChartBarBig, RefreshCw, Table2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChartBar } from '#components/patterns/chart/chart-bars.ts'
import { CountTable } from '#components/patterns/chart/count-table.tsx'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { GoesOn } from '#components/patterns/states/freshness.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { useTimeAgo } from '#components/ui/display/viewer.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { BROKEN_STATES } from '#lib/domains/connections/states.ts'
import {
  checkConnections,
  countDirectorySources,
  type SourceCount,
  type StateCoverage,
  searchDirectoryConnections,
} from '#lib/domains/users/directory-connections.ts'
import { RequestError, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'

const BarChart = lazyPart(() => import('#components/patterns/chart/bar-chart.tsx'), 'BarChart', <ChartSkeleton />)

const LABEL = 'Connections by source'
/** Sources with a bar of their own; on a phone the list comes below them. */
const MAX_LISTED = 10
const MAX_ON_PHONES = 5
const WAYS = [
  { value: 'chart', text: 'Chart', icon: ChartBarBig },
  { value: 'table', text: 'Table', icon: Table2 },
] as const

interface SourceCountsProps {
  /** Within the dates, whatever sources are chosen; undefined while they are under way. */
  counts: readonly SourceCount[] | undefined
  failure: RequestFailure | null
  isFetching: boolean
  onRetry: () => void
  selected: ReadonlySet<string>
  onToggle: (slug: string) => void
}

export function SourceCounts({ counts, failure, isFetching, onRetry, selected, onToggle }: SourceCountsProps) {
  const [way, setWay] = useState<'chart' | 'table'>('chart')
  const [isWhole, setWhole] = useState(false)
  const [text, setText] = useState('')
  const most = useNarrow() ? MAX_ON_PHONES : MAX_LISTED
  const found = counts?.filter(({ source }) => isNamedLike([source.name, source.slug], text))
  const bars = found?.map(barOf)
  const total = counts?.reduce((sum, { connections }) => sum + connections, 0) ?? 0
  const isSearched = text !== ''
  const shared = { label: LABEL, selected, onToggle }
  return (
    <SectionCard
      title="By source"
      summary={counts && summaryOf(counts)}
      action={<Segments label="Show counts as" value={way} options={WAYS} onChange={setWay} />}
    >
      {!(bars || failure) && <ChartSkeleton />}
      {failure && !bars && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-48 text-ink-2">The counts didn’t load. {failure.detail}</p>
          <Button icon={RefreshCw} isPending={isFetching} onPress={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {counts && (counts.length > MAX_LISTED || isSearched) && (
        <div className="mb-2">
          <SearchBox label="Find a source" value={text} onSearch={setText} />
          <p role="status" className="sr-only">
            {isSearched && `${countOf(bars?.length ?? 0, 'source')} found`}
          </p>
        </div>
      )}
      {bars?.length === 0 && (
        <p className="text-ink-2">
          {isSearched
            ? 'No source has this name. Clear the search to see all of them.'
            : 'No connections match these filters.'}
        </p>
      )}
      {bars && bars.length > 0 && way === 'chart' && <Legend />}
      {bars && bars.length > 0 && way === 'chart' && (
        <BarChart
          {...shared}
          bars={bars}
          most={isWhole || isSearched ? bars.length : most}
          onOthers={() => setWhole(true)}
        />
      )}
      {isWhole && !isSearched && way === 'chart' && (
        <Button look="ghost" onPress={() => setWhole(false)}>
          Show fewer
        </Button>
      )}
      {bars && bars.length > 0 && way === 'table' && (
        <CountTable {...shared} total={total} heads={['Source', 'Connections']} bars={bars} />
      )}
    </SectionCard>
  )
}

function barOf({ source, connections, states }: SourceCount): ChartBar {
  const mark = <SourceTile source={source} />
  return {
    id: source.slug,
    label: source.name,
    mark,
    count: connections,
    broken: brokenAmong(states),
    unknown: states.not_checked ?? 0,
  }
}

function brokenAmong(states: SourceCount['states']): number {
  return BROKEN_STATES.reduce((sum, state) => sum + (states[state] ?? 0), 0)
}

/** Summarizes checked connections: an unchecked one is neither working nor broken. */
function summaryOf(counts: readonly SourceCount[]): string {
  const connections = counts.reduce((sum, each) => sum + each.connections, 0)
  const checked = connections - counts.reduce((sum, { states }) => sum + (states.not_checked ?? 0), 0)
  if (connections === 0) return 'No connections'
  if (checked === 0) return `${countOf(connections, 'connection')}, none checked yet`
  const broken = counts.reduce((sum, { states }) => sum + brokenAmong(states), 0)
  return `${formatCount(broken)} of ${formatCount(checked)} need attention`
}

function Legend() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-2.5 w-3.5 rounded-[2px] forced-color-adjust-none bg-accent" />
        Working
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-2.5 w-3.5 rounded-[2px] forced-color-adjust-none bg-control" />
        Not checked
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          data-tone="bad"
          className="h-2.5 w-3.5 rounded-[2px] forced-color-adjust-none border border-tone-dot bg-[repeating-linear-gradient(135deg,var(--tone-dot)_0_2px,transparent_2px_4px)]"
        />
        Broken: needs sign-in, failing, revoked
      </span>
    </p>
  )
}

function ChartSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4 pt-7 pb-2">
      {['w-full', 'w-4/5', 'w-3/5', 'w-1/2', 'w-2/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

/** How much is known of the states in the list and how old it is, with a way to have all of it checked again. */
export function ConnectionCoverage({ environment, coverage }: { environment: string; coverage: StateCoverage }) {
  const { oldest_at, last_data_at, problem, retry_at } = coverage
  const { isPending, run } = useCheckAgain(environment)
  const { share, words } = progressOf(coverage)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1 text-xs text-ink-3 rail:px-6 print:hidden">
        <span className="inline-flex items-center gap-2">
          <Ring share={share} />
          <span role="status">{words}</span>
        </span>
        {oldest_at && <Ago words="Oldest check" at={oldest_at} />}
        {last_data_at ? (
          <Ago words="Newest data" at={last_data_at} />
        ) : (
          <span>No data since this console was set up</span>
        )}
        <Button look="ghost" isDisabled={isPending || share < 1} onPress={run}>
          <RefreshCw className={isPending || isChecking(coverage) ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
          Check all again
        </Button>
      </div>
      {problem && (
        <Note tone="warn" icon={TriangleAlert}>
          <span>States aren’t being checked: {problem} </span>
          {retry_at && <GoesOn at={retry_at} />}
        </Note>
      )}
    </>
  )
}

function progressOf({ users, checked, asked_at, rechecked }: StateCoverage) {
  const done = asked_at === null || checked < users ? checked : rechecked
  const of = countOf(users, 'user with connections', 'users with connections')
  if (done === users) return { share: 1, words: `All ${of} checked` }
  const verb = checked < users ? 'checked' : 'checked again'
  return { share: done / users, words: `${formatCount(done)} of ${of} ${verb}` }
}

function Ago({ words, at }: { words: string; at: string }) {
  const age = useTimeAgo(Date.parse(at))
  return (
    <span>
      {words} {age}
    </span>
  )
}

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 -rotate-90" fill="none" strokeWidth="3.5">
      <circle cx="8" cy="8" r="6" className="stroke-line-2" />
      <circle
        cx="8"
        cy="8"
        r="6"
        data-tone="ok"
        className="stroke-tone-dot"
        pathLength={1}
        strokeDasharray={`${share} 1`}
      />
    </svg>
  )
}

function useCheckAgain(environment: string) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      await consoleRequest(checkConnections, { params: { environment } }, {})
      announce('All connections are being checked again. The list updates by itself.')
      await client.invalidateQueries({ queryKey: ['console', countDirectorySources.name] })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast({ kind: 'failed', title: 'No check was started.', text: error.message })
    } finally {
      setPending(false)
    }
  }
  return { isPending, run: () => void run() }
}

/** Milliseconds between two counts. */
const WHILE_CHECKING = 5_000
const OTHERWISE = 60_000

/** Whether users wait to be checked, for the first time or again because somebody asked. */
function isChecking({ users, checked, asked_at, rechecked }: StateCoverage): boolean {
  return checked < users || (asked_at !== null && rechecked < users)
}

export function pauseBetweenCounts(coverage: StateCoverage | undefined): number {
  return coverage && coverage.retry_at === null && isChecking(coverage) ? WHILE_CHECKING : OTHERWISE
}

/** Reads the rows again when the number of connections in a state has changed, or data arrived. */
export function useCheckedRows(counts: readonly SourceCount[] | undefined, coverage: StateCoverage | undefined): void {
  const client = useQueryClient()
  const states =
    counts && JSON.stringify([coverage?.last_data_at, ...counts.map((count) => [count.source.slug, count.states])])
  const known = useRef(states)
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || states === undefined || before === states) return
    void client.invalidateQueries({ queryKey: ['console', searchDirectoryConnections.name] })
  }, [states, client])
}
