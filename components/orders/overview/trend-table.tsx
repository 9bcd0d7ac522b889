import Link from 'next/link'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import type { Overview } from '#lib/domains/orders/worklist/overview.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { Count } from './count.tsx'
import { ordersPath } from './overview-groups.ts'
import { dayQuery, methodSums, methodsOf, spanQuery, sumOf } from './trend.ts'

interface TrendTableProps {
  environment: string
  trend: Overview['trend']
}

const ROW = 'h-8 border-b border-line last:border-0 hover:bg-hover max-rail:h-10'

/** All that the chart shows as figures, newest day first, with totals; each leads to its orders. */
export function TrendTable({ environment, trend }: TrendTableProps) {
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
