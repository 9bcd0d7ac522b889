/** Which data types each source sends, was denied, or never sent though it could. Loaded beside the list. */
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { resourceName } from '#components/connections/labels.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { countCoverage, type SourceCount, type TypeCoverage } from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

interface DataCoverageProps {
  environment: string
  counts: readonly SourceCount[]
  /** Slugs of those that are chosen; none for all. */
  sources: readonly string[]
}

/** Sources and data types that are shown at first. */
const SHOWN = { sources: 8, types: 7 } as const

export function DataCoverage({ environment, counts, sources }: DataCoverageProps) {
  const { data, error, refetch } = useQuery(consoleQuery(countCoverage, { params: { environment } }, {}))
  const [isWhole, setWhole] = useState(false)
  const most = isWhole ? { sources: Number.POSITIVE_INFINITY, types: Number.POSITIVE_INFINITY } : SHOWN
  const chosen = counts.filter(({ source }) => sources.length === 0 || sources.includes(source.slug))
  const { rows, types, isCut } = coverageOf(data?.types ?? [], chosen, most)
  if (!error && rows.length === 0) return null
  return (
    <SectionCard title="Data coverage" summary="Number of affected connections. Dot: not offered.">
      {error && !data && <CardFailure subject="Data coverage" error={error} onRetry={() => void refetch()} />}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with keys
        <section aria-label="Data types by source" tabIndex={0} className="-mx-4 overflow-x-auto px-4 pb-1">
          <table
            data-whole={isWhole || undefined}
            className="border-separate border-spacing-px text-xs data-whole:mr-16"
          >
            <thead>
              <tr>
                <td />
                {types.map((type) => (
                  <th key={type} scope="col" className="h-[104px] w-6 min-w-6 align-bottom font-control">
                    <span className="block w-6 origin-bottom-left translate-x-3.5 -rotate-55 text-left whitespace-nowrap">
                      {resourceName(type)}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ source, cells }) => (
                <tr key={source.slug}>
                  <th
                    scope="row"
                    className={clsx('truncate pr-1.5 text-left font-control', !isWhole && 'max-w-[100px]')}
                    title={source.name}
                    translate="no"
                  >
                    {source.name}
                  </th>
                  {cells.map((cell) => (
                    <td key={cell.type} className="p-0 text-center">
                      <Cell cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length > 0 && <Legend />}
      {(isCut || isWhole) && (
        <Button look="ghost" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : 'Show all sources and types'}
        </Button>
      )}
    </SectionCard>
  )
}

const BOX = 'mx-auto inline-flex h-5 min-w-6 items-center justify-center rounded-tag px-px tabular-nums'
const NEVER = `${BOX} border border-control text-ink bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_4px)]`

/** Shows denied data first, then data never received, then the rest. */
function Cell({ cell: { available, denied, never } }: { cell: CoverageCell }) {
  if (denied > 0) {
    return (
      <span data-tone="bad" className={`${BOX} border border-dashed border-tone-dot bg-tone-soft text-tone-fg`}>
        <X className="size-2.5 stroke-[2.4]" />
        <span className="sr-only">Denied: </span>
        {formatCount(denied)}
      </span>
    )
  }
  if (never > 0) {
    return (
      <span className={NEVER}>
        <span className="sr-only">Never received: </span>
        {formatCount(never)}
      </span>
    )
  }
  if (available > 0) {
    return (
      <span data-tone="ok" className={`${BOX} bg-tone-soft text-tone-fg`}>
        <Check className="size-3.5 stroke-2" />
        <span className="sr-only">Available: {countOf(available, 'connection')}</span>
      </span>
    )
  }
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">·</span>
      <span className="sr-only">Not offered</span>
    </span>
  )
}

function Legend() {
  return (
    <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-xs text-ink-3">
      <span data-tone="ok" className="inline-flex items-center gap-1.5">
        <span className={`${BOX} bg-tone-soft text-tone-fg`}>
          <Check className="size-3.5 stroke-2" />
        </span>
        Available
      </span>
      <span data-tone="bad" className="inline-flex items-center gap-1.5">
        <span className={`${BOX} border border-dashed border-tone-dot bg-tone-soft text-tone-fg`}>
          <X className="size-2.5 stroke-[2.4]" />4
        </span>
        Denied
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className={NEVER}>3</span>
        Never received
      </span>
    </p>
  )
}

/** The matrix of sources and data types, from what the server counted. Pure. */
interface CoverageCell {
  type: string
  available: number
  denied: number
  never: number
}

interface Coverage {
  rows: { source: SourceCount['source']; cells: CoverageCell[] }[]
  /** In the order of the columns. */
  types: string[]
  /** There are more sources or types than are shown. */
  isCut: boolean
}

/** Returns the sources with most connections, and the types that most connections are affected by, then those most send. */
function coverageOf(
  counted: readonly TypeCoverage[],
  sources: readonly SourceCount[],
  most: { sources: number; types: number },
): Coverage {
  const bySlug = Map.groupBy(counted, ({ slug }) => slug)
  const known = sources.filter(({ source }) => bySlug.has(source.slug.toLowerCase()))
  const shown = known.slice(0, most.sources)
  const ofShown = shown.flatMap(({ source }) => bySlug.get(source.slug.toLowerCase()) ?? [])
  const byType = [...Map.groupBy(ofShown, ({ resource }) => resource)].map(([type, cells]) => ({
    type,
    affected: cells.reduce((sum, { denied, never }) => sum + denied + never, 0),
    available: cells.reduce((sum, { available }) => sum + available, 0),
  }))
  const ranked = byType.toSorted((a, b) => b.affected - a.affected || b.available - a.available)
  const types = ranked
    .slice(0, most.types)
    .map(({ type }) => type)
    .sort()
  const rows = shown.map(({ source }) => {
    const cells = new Map(bySlug.get(source.slug.toLowerCase())?.map((cell) => [cell.resource, cell]))
    return {
      source,
      cells: types.map((type) => {
        const { available = 0, denied = 0, never = 0 } = cells.get(type) ?? {}
        return { type, available, denied, never }
      }),
    }
  })
  return { rows, types, isCut: known.length > shown.length || byType.length > types.length }
}
