'use client'
import { createColumnHelper } from '@tanstack/react-table'
import type { ListFeatures } from '#components/shared/list-features.ts'
import { Method, ResultPill, StatusPill } from '#components/shared/order-terms.tsx'
import { CopyableId } from '#components/ui/copyable-id.tsx'
import { PatientName } from '#components/ui/redact.tsx'
import { TimeStamp } from '#components/ui/time-stamp.tsx'
import type { Order } from '#lib/contract/order.ts'
import { lastLowLevelStatus } from '#lib/contract/order-status.ts'

/** Three forms of a row: a card on a phone, two lines where there is some room, one line from 1000 px on. */
export const ORDER_ROW =
  "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'status_updated''who_result''test_method''id_created'] @min-[560px]/list:[--row-columns:200px_minmax(0,1.4fr)_minmax(0,1fr)_112px] @min-[560px]/list:[--row-areas:'id_status_result_updated''who_test_method_created'] @min-[1000px]/list:[--row-columns:188px_minmax(118px,1.1fr)_minmax(172px,1.6fr)_88px_106px_minmax(80px,1.1fr)_58px_58px] @min-[1000px]/list:[--row-areas:'id_who_status_result_method_test_created_updated']"

const helper = createColumnHelper<ListFeatures, Order>()
const ON_THE_RIGHT = 'justify-self-end @min-[1000px]/list:justify-self-start'

/** The newest event says most; an order without events has only its high-level status. */
function statusOf({ events, status }: Order) {
  return lastLowLevelStatus(events) ?? status
}

export function orderColumns(environment: string) {
  return helper.columns([
    helper.accessor('id', {
      header: 'Order',
      cell: ({ getValue }) => (
        <CopyableId id={getValue()} noun="Order id" href={`/${environment}/orders/${getValue()}`} />
      ),
      meta: { place: '[grid-area:id]' },
    }),
    helper.accessor((order) => order.patient_address?.receiver_name, {
      id: 'recipient',
      header: 'Recipient',
      cell: ({ getValue }) => {
        const name = getValue()
        if (!name) return <span className="text-ink-3">Not given</span>
        return <PatientName name={name} className="block truncate font-control" />
      },
      meta: { place: '[grid-area:who]' },
    }),
    helper.accessor(statusOf, {
      id: 'status',
      header: 'Status',
      cell: ({ getValue }) => <StatusPill status={getValue()} />,
      meta: { place: '[grid-area:status]' },
    }),
    helper.accessor('interpretation', {
      header: 'Result',
      cell: ({ getValue }) => <ResultPill interpretation={getValue()} />,
      meta: { place: `[grid-area:result] ${ON_THE_RIGHT} @min-[560px]/list:justify-self-start` },
    }),
    helper.accessor('lab_test.method', {
      id: 'method',
      header: 'Method',
      cell: ({ getValue }) => <Method method={getValue()} />,
      meta: { place: `[grid-area:method] ${ON_THE_RIGHT} @min-[560px]/list:justify-self-start` },
    }),
    helper.accessor('lab_test.name', {
      id: 'lab_test',
      header: 'Lab test',
      cell: ({ getValue }) => (
        <span className="block truncate" title={getValue()}>
          {getValue()}
        </span>
      ),
      meta: { place: '[grid-area:test]' },
    }),
    helper.accessor('created_at', {
      header: 'Created',
      cell: ({ getValue }) => <TimeStamp value={getValue()} />,
      meta: { place: `[grid-area:created] ${ON_THE_RIGHT}`, caption: 'Created' },
    }),
    helper.accessor('updated_at', {
      header: 'Updated',
      cell: ({ getValue }) => <TimeStamp value={getValue()} />,
      meta: { place: `[grid-area:updated] ${ON_THE_RIGHT}`, caption: 'Updated' },
    }),
  ])
}
