'use client'
import { createColumnHelper } from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import type { ListFeatures } from '#components/patterns/list/list-features.ts'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { MAX_ATTEMPTS } from '#lib/domains/webhooks/rules.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { Answered, DeliveredType, StatePill } from './delivery-cells.tsx'
import { DELIVERY_SIZES } from './delivery-search.ts'

export const DELIVERY_LIST: ListRecord<Delivery> = {
  title: 'Webhook deliveries',
  sizes: DELIVERY_SIZES,
  isSlim: true,
  getRowId: ({ id }) => String(id),
  // A card on a phone, one line from 700 px on; beside an open delivery without what that says.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'type_state''subject_code''endpoint_time'] @min-[700px]/list:[--row-columns:minmax(140px,1.4fr)_154px_104px_98px_76px] @min-[700px]/list:[--row-areas:'type_subject_state_code_time'] @min-[900px]/list:[--row-columns:minmax(210px,1.6fr)_154px_minmax(90px,0.8fr)_108px_58px_98px_72px_80px] @min-[900px]/list:[--row-areas:'type_subject_endpoint_state_tries_code_ms_time']",
}

const helper = createColumnHelper<ListFeatures, Delivery>()

interface DeliveryColumns {
  /** Address of the page with a delivery open. */
  hrefOf: (id: number) => string
  onOpen: (id: number) => void
}

export function deliveryColumns({ hrefOf, onOpen }: DeliveryColumns) {
  return helper.columns([
    helper.accessor('event_type', {
      header: 'Event type',
      cell: ({ row: { original } }) => <DeliveryLink delivery={original} href={hrefOf(original.id)} onOpen={onOpen} />,
      meta: { place: '[grid-area:type]' },
    }),
    helper.display({
      id: 'subject',
      header: 'Subject',
      cell: ({ row: { original } }) => (
        <CopyableId
          id={original.order_id ?? original.user_id}
          noun={original.order_id === null ? 'User ID' : 'Order ID'}
        />
      ),
      meta: { place: '[grid-area:subject]' },
    }),
    helper.accessor('endpoint', {
      header: 'Endpoint',
      cell: ({ getValue }) => <span className="block truncate text-ink-2">{getValue().name}</span>,
      meta: { place: '[grid-area:endpoint] @min-[700px]/list:@max-[899px]/list:hidden' },
    }),
    helper.accessor('state', {
      header: 'Outcome',
      cell: ({ row: { original } }) => <StatePill delivery={original} />,
      meta: { place: '[grid-area:state] @max-[699px]/list:justify-self-end' },
    }),
    helper.accessor('attempts', {
      header: 'Attempt',
      cell: ({ getValue, row: { original } }) => (
        <span className="text-ink-2 tabular-nums">
          {original.is_test || getValue() === 0 ? '–' : `${getValue()} of ${MAX_ATTEMPTS}`}
        </span>
      ),
      meta: { place: '[grid-area:tries] @max-[899px]/list:hidden' },
    }),
    helper.accessor('last', {
      id: 'code',
      header: 'Response',
      cell: ({ getValue }) => {
        const last = getValue()
        return <Answered status={last?.status ?? null} failure={last?.failure ?? null} />
      },
      meta: { place: '[grid-area:code] @max-[699px]/list:justify-self-end' },
    }),
    helper.accessor('last', {
      id: 'ms',
      header: 'Time taken',
      cell: ({ getValue }) => {
        const last = getValue()
        return <span className="text-ink-2 tabular-nums">{last ? `${formatCount(last.ms)} ms` : '–'}</span>
      },
      meta: { place: '[grid-area:ms] @max-[899px]/list:hidden' },
    }),
    helper.accessor('created_at', {
      header: 'Event time',
      cell: ({ getValue }) => <TimeStamp value={getValue()} className="text-ink-2" />,
      meta: { place: '[grid-area:time] @max-[699px]/list:justify-self-end' },
    }),
  ])
}

interface DeliveryLinkProps {
  delivery: Delivery
  href: string
  onOpen: (id: number) => void
}

function DeliveryLink({ delivery, href, onOpen }: DeliveryLinkProps) {
  const tabIndex = useTabIndex()
  // Opens beside the list; with a key held it is an address like any other.
  const press = (pressed: MouseEvent) => {
    if (pressed.metaKey || pressed.ctrlKey || pressed.shiftKey || pressed.altKey) return
    pressed.preventDefault()
    onOpen(delivery.id)
  }
  return (
    <a
      href={href}
      tabIndex={tabIndex}
      onClick={press}
      aria-label={delivery.is_test ? `${delivery.event_type}, test` : delivery.event_type}
      className="row-link block min-w-0"
    >
      <DeliveredType delivery={delivery} />
    </a>
  )
}
