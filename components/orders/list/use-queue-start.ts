'use client'
/** Remembers the list when one of its orders is opened, so that its page can lead to the next. */
import { useEffect, useRef } from 'react'
import { type OrderQueue, openQueue } from '#lib/domains/orders/order-queue.ts'
import { historyState } from '#lib/kernel/client/address.ts'

/** Rows on screen; null while they don't match the address. */
type ShownOrders = Pick<OrderQueue, 'ids' | 'start' | 'size' | 'total' | 'readPage'> | null

export function useQueueStart(environment: string, shown: ShownOrders) {
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    const base = `/${environment}/orders/`
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      const list = latest.current
      if (!(list && link instanceof HTMLAnchorElement && link.pathname.startsWith(base))) return
      if (!list.ids.includes(link.pathname.slice(base.length).split('/')[0] ?? '')) return
      const { pathname, search } = window.location
      const end = list.start + list.ids.length
      openQueue({ ...list, environment, address: `${pathname}${search}`, held: historyState(), end })
    }
    // Before the link is followed, from a row, its preview or a key alike.
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [environment])
}
