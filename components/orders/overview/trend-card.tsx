'use client'
import { ChartBarBig, Table2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { Segments } from '#components/ui/field/segments.tsx'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { zoneName } from '#lib/utils/time/zone-spelling.ts'
import { methodsOf, toneOf, trendColumns } from './trend.ts'
import { TrendTable } from './trend-table.tsx'

const TrendChart = lazy(() => import('./trend-chart.tsx').then((part) => ({ default: part.TrendChart })))

const WAYS = [
  { value: 'chart', text: 'Chart', icon: ChartBarBig },
  { value: 'table', text: 'Table', icon: Table2 },
] as const

interface TrendCardProps {
  environment: string
  overview: Overview | undefined
}

/** How many orders were placed each day, and how their samples are taken. */
export function TrendCard({ environment, overview }: TrendCardProps) {
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
          <div ref={place}>
            {isNear ? (
              <Suspense fallback={<Skeleton className="after-300ms h-[190px]" />}>
                <TrendChart environment={environment} columns={columns} />
              </Suspense>
            ) : (
              <Skeleton className="after-300ms h-[190px]" />
            )}
          </div>
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

/** Whether a place has come near the screen; it stays so. */
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
