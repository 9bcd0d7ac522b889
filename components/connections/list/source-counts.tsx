'use client'
import { ChartBarBig, RefreshCw, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ChartBar } from '#components/patterns/chart/chart-bars.ts'
import { CountTable } from '#components/patterns/chart/count-table.tsx'
import { SourceTile } from '#components/patterns/domain/source-tile.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import type { Failure } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { Segments } from '#components/ui/field/segments.tsx'
import { BROKEN_STATES } from '#lib/domains/connections/states.ts'
import type { SourceCount } from '#lib/domains/users/directory-connections.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { isNamedLike } from '#lib/utils/text/typed-text.ts'

const BarChart = lazy(() =>
  import('#components/patterns/chart/bar-chart.tsx').then((part) => ({ default: part.BarChart })),
)

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
  failure: Failure | null
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
          <Button isPending={isFetching} onPress={onRetry}>
            <RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
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
        <Suspense fallback={<ChartSkeleton />}>
          <BarChart
            {...shared}
            bars={bars}
            most={isWhole || isSearched ? bars.length : most}
            onOthers={() => setWhole(true)}
          />
        </Suspense>
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
  return `${formatCount(broken)} of ${formatCount(checked)} checked are broken`
}

function Legend() {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-2.5 w-3.5 rounded-[2px] bg-accent" />
        Working
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="h-2.5 w-3.5 rounded-[2px] bg-control" />
        Not checked
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden="true"
          data-tone="bad"
          className="h-2.5 w-3.5 rounded-[2px] border border-tone-dot bg-[repeating-linear-gradient(135deg,var(--tone-dot)_0_2px,transparent_2px_4px)]"
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
