'use client'
import { createColumnHelper } from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import { OutcomePill } from '#components/events/outcome-pill.tsx'
import { EventType } from '#components/patterns/domain/event-type.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import type { ReceivedEvent } from '#lib/domains/events/received.ts'
import { EVENT_SIZES } from './event-search.ts'

export const EVENT_LIST: ListRecord<ReceivedEvent> = {
  title: 'Events',
  sizes: EVENT_SIZES,
  isSlim: true,
  getRowId: ({ id }) => String(id),
  // A card on a phone, one line from 700 px on; beside an open event without the source, which the event says.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'type_outcome''source_received''user_user'] @min-[700px]/list:[--row-columns:minmax(150px,1.4fr)_minmax(84px,.7fr)_126px_134px_72px] @min-[700px]/list:[--row-areas:'type_source_user_outcome_received'] @min-[880px]/list:[--row-columns:minmax(210px,1.6fr)_minmax(100px,0.8fr)_150px_150px_84px]",
}

const helper = createColumnHelper<ListFeatures, ReceivedEvent>()

interface EventColumns {
  /** Address of the page with an event open. */
  hrefOf: (id: number) => string
  onOpen: (id: number) => void
}

export function eventColumns({ hrefOf, onOpen }: EventColumns) {
  return helper.columns([
    helper.accessor('event_type', {
      header: 'Event',
      cell: ({ row: { original } }) => <EventLink event={original} href={hrefOf(original.id)} onOpen={onOpen} />,
      meta: { place: '[grid-area:type]' },
    }),
    helper.accessor('source', {
      header: 'Source',
      cell: ({ getValue }) => (
        <span className="block truncate text-ink-2">{getValue()?.name ?? <span className="text-ink-3">–</span>}</span>
      ),
      meta: { place: '[grid-area:source]' },
    }),
    helper.accessor('user_id', {
      header: 'User',
      // The row leads to its event.
      cell: ({ getValue }) => <CopyableId id={getValue()} noun="User ID" />,
      meta: { place: '[grid-area:user]' },
    }),
    helper.accessor('outcome', {
      header: 'Outcome',
      cell: ({ row: { original } }) => <OutcomePill event={original} bare />,
      meta: { place: '[grid-area:outcome] @max-[699px]/list:justify-self-end' },
    }),
    helper.accessor('received_at', {
      header: 'Received',
      cell: ({ getValue }) => <TimeStamp value={getValue()} className="text-ink-2" />,
      meta: { place: '[grid-area:received] @max-[699px]/list:justify-self-end' },
    }),
  ])
}

interface EventLinkProps {
  event: ReceivedEvent
  href: string
  onOpen: (id: number) => void
}

function EventLink({ event, href, onOpen }: EventLinkProps) {
  const { id, event_type, outcome } = event
  const tabIndex = useTabIndex()
  // Opens beside the list; with a key held it is an address like any other.
  const press = (pressed: MouseEvent) => {
    if (pressed.metaKey || pressed.ctrlKey || pressed.shiftKey || pressed.altKey) return
    pressed.preventDefault()
    onOpen(id)
  }
  return (
    <a href={href} tabIndex={tabIndex} onClick={press} className="row-link block min-w-0">
      <EventType type={event_type} isClosed={outcome === 'superseded' || outcome === 'duplicate'} />
    </a>
  )
}
