'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { IdBars } from '#components/ui/display/id-bars.tsx'
import type { CatalogEntry } from '#lib/domains/catalog/catalog.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { gather, markersQuery } from './markers-query.ts'
import { addPrices } from './price.ts'
import { useSeen } from './use-seen.ts'

interface TestCardProps {
  environment: string
  test: CatalogEntry
  /** Null for any lab account. */
  lab_account_id: string | null
  href: string
  /** How orders of this test are collected, as far as the console has seen. */
  methods: readonly string[]
}

/** A lab test to choose: how many markers it has and what they cost, read once the card is on screen. */
export function TestCard({ environment, test, lab_account_id, href, methods }: TestCardProps) {
  const { place, isSeen } = useSeen<HTMLLIElement>()
  const query = markersQuery({ lab_test_id: test.id, lab_account_id }, { environment })
  const { data, isError } = useInfiniteQuery({ ...query, enabled: isSeen, retry: false })
  const facts = useMemo(() => (data ? factsOf(gather(data)) : null), [data])
  return (
    <li ref={place}>
      <Link
        href={href}
        prefetch={false}
        className="group flex h-full items-start justify-between gap-3 rounded-card border border-line bg-surface px-3.5 py-3 shadow-1 hover:border-line-2 hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="block font-heading break-words">{test.name}</span>
          <span translate="no" className="id-text text-ink-3" title={test.id}>
            <IdBars id={test.id} />
            {shortId(test.id)}
          </span>
          <span className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            {facts?.count && <span>{facts.count}</span>}
            {facts?.price && <span title={PRICE_NOTE}>{facts.price}</span>}
            {isError && <Unknown>Markers unknown</Unknown>}
            {methods.map((method) => (
              <Method key={method} method={method} />
            ))}
          </span>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="mt-1 size-4 shrink-0 text-ink-3 group-hover:text-ink"
          strokeWidth={1.8}
        />
      </Link>
    </li>
  )
}

const PRICE_NOTE = 'Sum of the marker prices, as the service sends them'

function Unknown({ children }: { children: ReactNode }) {
  return <span className="text-ink-3">{children}</span>
}

/** Returns the facts for a card; the price only when all markers are loaded and priced. */
function factsOf({ markers, total }: ReturnType<typeof gather>) {
  const all = total ?? markers.length
  const price = markers.length === all ? addPrices(markers.map((marker) => marker.price)) : null
  return { count: countOf(all, 'marker'), price: price === null ? null : `Price ${price}` }
}
