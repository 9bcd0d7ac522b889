'use client'
import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { useParams } from 'next/navigation'
import { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { uuid } from '#lib/kernel/fields.ts'

/** To what the order's test measures: by its id where the service sends one, or by the one test of this name. */
export function MarkersLink({ lab_test }: Pick<Order, 'lab_test'>) {
  const { environment } = useParams<{ environment: string }>()
  const { entries } = useCatalogEntries(environment)
  const named = entries?.filter(({ kind, name }) => kind === 'lab_test' && name === lab_test.name) ?? []
  const id = uuid.safeParse(lab_test.id).data ?? (named.length === 1 ? named[0]?.id : undefined)
  return (
    <Link
      href={`/${environment}/markers${id ? `?lab_test=${id}` : ''}`}
      prefetch={false}
      className="inline-flex items-center gap-1 font-control whitespace-nowrap text-accent-ink hover:underline print:hidden"
    >
      {id ? 'View markers' : 'Find markers'}
      <ArrowRight aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
    </Link>
  )
}
