'use client'
/** Reads again what an event has changed, while its page is open. Shows nothing. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { BOOKING_KEYS } from '#lib/domains/bookings/queries.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import type { EventForm } from '#lib/domains/events/event.ts'
import { listEvents } from '#lib/domains/events/received.ts'
import { useLiveEvents } from '#lib/domains/events/use-live-events.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { searchDirectoryConnections } from '#lib/domains/users/directory-connections.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

/** Milliseconds between two reads: a busy hour of the service is no reason to ask it all the time. */
const SPACING = 5 * SECOND

/** What each page shows, and which events change it. */
const SUBJECTS = {
  orders: {
    form: 'lab',
    keys: (environment: string) => [
      ['service', environment, listOrders.name],
      ['console', listEvents.name],
      ...BOOKING_KEYS,
    ],
  },
  connections: {
    form: 'connection',
    keys: (environment: string) => [
      ['service', environment, listUserProviders.name],
      ['console', searchDirectoryConnections.name],
    ],
  },
} as const satisfies Record<string, { form: EventForm; keys: (environment: string) => readonly (readonly string[])[] }>

interface LastRead {
  at: number
  /** Of the next one, where it is due. */
  timer: ReturnType<typeof setTimeout> | undefined
}

interface LiveUpdatesProps {
  environment: string
  of: keyof typeof SUBJECTS
  /** Of one order alone. */
  order_id?: string
}

export function LiveUpdates({ environment, of, order_id }: LiveUpdatesProps) {
  const client = useQueryClient()
  const read = useRef<LastRead>({ at: Number.NEGATIVE_INFINITY, timer: undefined })
  const { form, keys } = SUBJECTS[of]

  function readAgain() {
    read.current = { at: performance.now(), timer: undefined }
    for (const queryKey of keys(environment)) void client.invalidateQueries({ queryKey })
  }

  useLiveEvents({
    environment,
    ...(order_id && { order_id }),
    onNews({ forms }) {
      if (!forms.includes(form) || read.current.timer !== undefined) return
      const wait = Math.max(0, read.current.at + SPACING - performance.now())
      read.current.timer = setTimeout(readAgain, wait)
    },
  })
  useEffect(() => () => clearTimeout(read.current.timer), [])
  return null
}
