'use client'
/** Which data types each source sends, was denied, or never sent though it could. */
import { useQuery } from '@tanstack/react-query'
import { Cable, Check, X } from 'lucide-react'
import Link from 'next/link'
import { resourceName } from '#components/connections/labels.ts'
import { PageHeader, SectionCard, TabBody } from '#components/patterns/page/section-card.tsx'
import { CardFailure } from '#components/patterns/states/card-failure.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import {
  countCoverage,
  countDirectorySources,
  type SourceCount,
  type TypeCoverage,
} from '#lib/domains/users/directory-connections.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

/** The coverage of every source: a page of its own, for whoever looks after the data rather than one patient. */
export function DataCoverage({ environment }: { environment: string }) {
  const params = { environment }
  const { data, error, refetch } = useQuery(consoleQuery(countCoverage, { params }, {}))
  const sources = useQuery(consoleQuery(countDirectorySources, { params, query: {} }, {}))
  const { rows, types } = coverageOf(data?.types ?? [], sources.data?.source_counts ?? [])
  const failed = error ?? sources.error
  return (
    <>
      <PageHeader title="Data coverage" summary="Connections that send each data type, by source">
        <Link href={`/${environment}/connections`} prefetch={false} className={linkButton}>
          <Cable />
          Connections
        </Link>
      </PageHeader>
      <TabBody>
        <SectionCard title="Data types by source" summary="Number of affected connections. Dot: not offered.">
          {failed && rows.length === 0 && (
            <CardFailure
              subject="Data coverage"
              error={failed}
              onRetry={() => void Promise.all([refetch(), sources.refetch()])}
            />
          )}
          {!failed && !(data && sources.data) && <Skeleton className="h-48" />}
          {!failed && data && sources.data && rows.length === 0 && (
            <p className="text-ink-2">
              No connection has been checked for its data types yet. Sources appear here once they are.
            </p>
          )}
          {rows.length > 0 && (
            <section
              aria-label="Data types of each source"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it with keys
              tabIndex={0}
              className="relative -mx-4 overflow-x-auto px-4 pb-1"
            >
              <table className="mr-24 border-separate border-spacing-0.5 text-sm">
                <thead>
                  <tr>
                    <td />
                    {types.map((type) => (
                      <th key={type} scope="col" className="h-[116px] w-8 min-w-8 align-bottom font-control">
                        <span className="block w-8 origin-bottom-left translate-x-4 -rotate-55 text-left whitespace-nowrap">
                          {resourceName(type)}
                        </span>
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ source, cells }) => (
                    <tr key={source.slug} className="hover:bg-hover">
                      <th
                        scope="row"
                        className="max-w-[120px] truncate pr-2 text-left font-control rail:max-w-[220px]"
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
        </SectionCard>
      </TabBody>
    </>
  )
}

const BOX = 'mx-auto inline-flex h-6 min-w-8 items-center justify-center rounded-tag px-px tabular-nums'
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
}

/** Returns the sources that were checked, most connections first, and every type of theirs by name. */
function coverageOf(counted: readonly TypeCoverage[], sources: readonly SourceCount[]): Coverage {
  const bySlug = Map.groupBy(counted, ({ slug }) => slug)
  const known = sources.flatMap(({ source }) => {
    const cells = bySlug.get(source.slug.toLowerCase())
    return cells ? [{ source, cells }] : []
  })
  const types = [...new Set(known.flatMap(({ cells }) => cells.map(({ resource }) => resource)))].sort()
  const rows = known.map(({ source, cells }) => {
    const byType = new Map(cells.map((cell) => [cell.resource, cell]))
    return {
      source,
      cells: types.map((type) => {
        const { available = 0, denied = 0, never = 0 } = byType.get(type) ?? {}
        return { type, available, denied, never }
      }),
    }
  })
  return { rows, types }
}
