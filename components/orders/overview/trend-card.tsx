import { ChartBarBig, Table2 } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useState } from 'react'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'
import { ordersPath } from '#lib/domains/orders/worklist/overview-groups.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { Count } from './count.tsx'
import { dayQuery, methodSums, methodsOf, spanQuery, sumOf, toneOf, trendColumns } from './trend.ts'

const ROW = 'h-8 border-b border-line last:border-0 hover:bg-hover max-rail:h-10'

/** All that the chart shows as figures, newest day first, with totals; each leads to its orders. */
function TrendTable({ environment, trend }: { environment: string; trend: Overview['trend'] }) {
  const clock = useWallClock()
  const methods = methodsOf(trend)
  const sums = methodSums(trend)
  const all = sumOf(trend.flatMap((day) => day.methods.map(({ count }) => count)))
  const cell = (query: QueryValues, sum: Sum) => <SumLink href={ordersPath(environment, query)} {...sum} />
  return (
    <div className="-mx-4 overflow-x-auto px-4">
      <table aria-label="Orders by day and method" className="w-full min-w-[480px]">
        <thead>
          <tr className="h-8 border-b border-line text-xs text-ink-3 [&>th]:font-control">
            <th scope="col" className="text-left">
              Day
            </th>
            {methods.map((method) => (
              <th key={method} scope="col" className="text-right">
                <Method method={method} />
              </th>
            ))}
            <th scope="col" className="text-right">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {[...trend].reverse().map(({ day, methods: counts }) => (
            <tr key={day} className={ROW}>
              <th scope="row" className="text-left font-control">
                {formatDay(day, clock)}
              </th>
              {counts.map(({ method, count }) => (
                <td key={method} className="text-right">
                  {cell({ order_type: [method], ...dayQuery(day) }, { count })}
                </td>
              ))}
              <td className="text-right font-control">
                {cell(dayQuery(day), sumOf(counts.map(({ count }) => count)))}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={`${ROW} border-t border-line-2 font-control`}>
            <th scope="row" className="text-left font-control">
              Total
            </th>
            {methods.map((method, index) => (
              <td key={method} className="text-right">
                {cell({ order_type: [method], ...spanQuery(trend) }, sums[index] ?? { count: null })}
              </td>
            ))}
            <td className="text-right">{cell(spanQuery(trend), all)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

interface Sum {
  count: number | null
  partial?: boolean
}

function SumLink({ href, ...sum }: Sum & { href: string }) {
  return (
    <Link href={href} prefetch={false} className="inline-flex min-h-6 min-w-6 items-center justify-end hover:underline">
      <Count {...sum} />
    </Link>
  )
}

const CHART_SKELETON = <Skeleton className="after-300ms h-[190px]" />
const TrendChart = lazyPart(() => import('./trend-chart.tsx'), 'TrendChart', CHART_SKELETON)

const WAYS = [
  { value: 'chart', text: 'Chart', icon: ChartBarBig },
  { value: 'table', text: 'Table', icon: Table2 },
] as const

/** How many orders were placed each day, and how their samples are taken. */
export function TrendCard({ environment, overview }: { environment: string; overview: Overview | undefined }) {
  const [way, setWay] = useState<'chart' | 'table'>('chart')
  const { isNear, place } = useNear()
  const timeZone = useTimeZone()
  const trend = overview?.trend
  const columns = trend && trendColumns(trend)
  const total = columns?.reduce((sum, column) => sum + column.total, 0) ?? 0
  return (
    <SectionCard
      title="Orders by day and method"
      summary={
        columns
          ? `${countOf(total, 'order')} in ${countOf(columns.length, 'day')}. Days in your time zone, ${zoneName(timeZone)}.`
          : ' '
      }
      action={<Segments label="Show trend as" value={way} options={WAYS} onChange={setWay} />}
    >
      {!columns && <Skeleton className="after-300ms h-[222px]" />}
      {trend && columns && way === 'chart' && (
        <>
          <div ref={place}>{isNear ? <TrendChart environment={environment} columns={columns} /> : CHART_SKELETON}</div>
          <ul aria-label="Methods" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pl-9">
            {methodsOf(trend).map((method, index) => (
              <li key={method} className="flex items-center gap-1.5">
                <span aria-hidden="true" data-tone={toneOf(index)} className="size-2.5 rounded-[2px] bg-tone-dot" />
                <Method method={method} />
              </li>
            ))}
          </ul>
          {columns.some(({ partial }) => partial) && (
            <p className="mt-2 pl-9 text-sm text-ink-2">Some counts are missing; the table shows which.</p>
          )}
        </>
      )}
      {trend && way === 'table' && <TrendTable environment={environment} trend={trend} />}
    </SectionCard>
  )
}

/** Pixels below the screen at which the chart begins to load: most looks end at what stands above it. */
const AHEAD = 100

function useNear() {
  const [isNear, setNear] = useState(false)
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: `${AHEAD}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isNear, place }
}
