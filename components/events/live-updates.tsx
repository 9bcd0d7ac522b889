'use client'
/** Reads again what an event has changed, while its page is open. Shows nothing. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ConsoleEndpointName } from '#lib/domains/console-endpoints.ts'
import type { EventForm } from '#lib/domains/events/event-forms.ts'
import { useLiveEvents } from '#lib/domains/events/shared-watch.ts'
import type { EndpointName } from '#lib/domains/service-endpoints.ts'
import { SECOND } from '#lib/utils/time/durations.ts'

/** Milliseconds between two reads: a busy hour of the service is no reason to ask it all the time. */
const SPACING = 3 * SECOND

interface Subject {
  /** The events that change what the page shows. */
  form: EventForm
  /** Endpoint names on the page; importing their records would cost more than all of this. */
  service: readonly EndpointName[]
  console: readonly ConsoleEndpointName[]
}

const SUBJECTS = {
  orders: { form: 'lab', service: ['list_orders'], console: ['list_events', 'list_bookings', 'get_booking'] },
  connections: { form: 'connection', service: ['list_user_providers'], console: ['search_directory_connections'] },
} as const satisfies Record<string, Subject>

interface LastRead {
  at: number
  timer: ReturnType<typeof setTimeout> | undefined
}

interface LiveUpdatesProps {
  environment: string
  of: keyof typeof SUBJECTS
  /** Order whose updates alone are followed. */
  order_id?: string
  /** The newest event before the page's data was read. */
  after: number | null
}

export function LiveUpdates({ environment, of, order_id, after }: LiveUpdatesProps) {
  const client = useQueryClient()
  const read = useRef<LastRead>({ at: Number.NEGATIVE_INFINITY, timer: undefined })
  const { form, ...shown } = SUBJECTS[of]

  function readAgain() {
    read.current = { at: performance.now(), timer: undefined }
    const keys = [
      ...shown.service.map((name) => ['service', environment, name]),
      ...shown.console.map((name) => ['console', name]),
    ]
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }

  useLiveEvents({
    environment,
    after,
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
