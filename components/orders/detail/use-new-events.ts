'use client'
import { useEffect, useRef, useState } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { announce } from '#components/ui/dialog/announcer.tsx'
import type { TimelineEvent } from '#lib/domains/orders/status/timeline.ts'

/** Ids of the events that have come while this page was open; each is said once, politely. */
export function useNewEvents(events: readonly TimelineEvent[]): ReadonlySet<number> {
  const [first] = useState(() => new Set(events.map(({ event }) => event.id)))
  const said = useRef(first)
  useEffect(() => {
    const fresh = events.filter(({ event }) => !said.current.has(event.id))
    if (fresh.length === 0) return
    said.current = new Set(events.map(({ event }) => event.id))
    const labels = fresh.map(({ low }) => orderStatus(low).label)
    announce(`New in this order: ${labels.join(', ')}.`)
  }, [events])
  return new Set(events.map(({ event }) => event.id).filter((id) => !first.has(id)))
}
