'use client'
import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { useOrderQueue, useQueueEnd } from '#lib/domains/orders/order-queue.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { pageName } from './nav.ts'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Names the page in the top bar, for sighted users since the heading serves screen readers; the way back is for
 * everyone.
 */
export function PageName() {
  const pathname = usePathname()
  const [, environment = '', section, id = ''] = pathname.split('/')
  const router = useRouter()
  const queue = useOrderQueue(environment, section === 'orders' ? id.toLowerCase() : '')
  useQueueEnd(pathname)
  if (!ID.test(id)) {
    return (
      <p aria-hidden="true" className="min-w-0 truncate font-heading max-rail:text-lg">
        {pageName(pathname)}
      </p>
    )
  }
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex items-center gap-2 max-rail:gap-1">
        <li>
          <Link
            href={queue?.address ?? `/${environment}/${section}`}
            onNavigate={(event) => {
              if (!queue) return
              // Its text may name a person, so it goes beside the address.
              event.preventDefault()
              openList(queue.address, queue.held, router.push)
            }}
            prefetch={false}
            className="inline-flex min-h-6 items-center text-ink-2 underline-offset-3 hover:text-ink hover:underline max-rail:min-h-10"
          >
            {pageName(queue ? new URL(queue.address, window.location.href).pathname : pathname)}
          </Link>
        </li>
        <li aria-current="page" className="flex min-w-0 items-center gap-2 max-rail:gap-1">
          <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" strokeWidth={2} />
          <span translate="no" className="truncate font-mono text-xs" title={id}>
            <ShortId id={id} />
          </span>
        </li>
      </ol>
    </nav>
  )
}
