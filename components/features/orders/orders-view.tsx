'use client'
import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { DataTable } from '#components/shared/data-table.tsx'
import { ListPage } from '#components/shared/list-page.tsx'
import { EmptyState } from '#components/shared/states.tsx'
import { Button } from '#components/ui/button.tsx'
import { Tube } from '#components/ui/tube.tsx'
import { useAddressSearch } from '#lib/client/address.ts'
import type { RequestFailure } from '#lib/client/failure.ts'
import { readListSearch } from '#lib/client/list-search.ts'
import { usePagedList } from '#lib/client/use-paged-list.ts'
import { countOf } from '#lib/utils/counts.ts'
import { ORDER_ROW, orderColumns } from './orders-columns.tsx'
import { ORDER_SIZES, ordersPaging, ordersParsers, ordersSearch } from './orders-paging.ts'

interface OrdersViewProps {
  environment: string
  /** Whose orders; null for everyone's. On a user's own page the list is a part of it. */
  user_id: string | null
  failure: RequestFailure | null
}

export function OrdersView({ environment, user_id, failure }: OrdersViewProps) {
  const [{ page, size }, setSearch] = useQueryStates(ordersParsers, { history: 'push' })
  const { ignored } = readListSearch(ordersSearch, useAddressSearch())
  const offset = (page - 1) * size
  const paging = useMemo(() => ordersPaging(user_id), [user_id])
  const columns = useMemo(() => orderColumns(environment), [environment])
  const list = usePagedList(paging, { environment, offset, limit: size, failure })
  const total = list.window?.total ?? null

  return (
    <ListPage
      title="Orders"
      level={user_id === null ? 1 : 2}
      summary={total === null ? 'Newest first' : `${countOf(total, 'order')}, newest first`}
      window={list.window}
      sizes={ORDER_SIZES}
      onPage={(to) => void setSearch({ page: Math.floor(to / size) + 1 })}
      // The first row on screen stays on screen.
      onSize={(next) => void setSearch({ size: next, page: Math.floor(offset / next) + 1 })}
      onAim={list.fetchAhead}
      ignored={ignored}
      onForgetIgnored={() => void setSearch({ page, size }, { history: 'replace' })}
      failure={list.failure}
      isFetching={list.isFetching}
      isStale={list.isStale}
      updatedAt={list.updatedAt}
      onRetry={() => void list.refetch()}
      empty={<NoOrders ofUser={user_id !== null} beyond={page > 1} onFirst={() => void setSearch({ page: 1 })} />}
    >
      <DataTable
        label="Orders"
        columns={columns}
        rows={list.data?.orders}
        getRowId={(order) => order.id}
        rowLayout={ORDER_ROW}
        from={list.isStale ? 0 : (list.window?.from ?? 1)}
        total={total}
        isStale={list.isStale}
      />
    </ListPage>
  )
}

interface NoOrdersProps {
  ofUser: boolean
  /** The address points past the end of a list that does hold orders. */
  beyond: boolean
  onFirst: () => void
}

function NoOrders({ ofUser, beyond, onFirst }: NoOrdersProps) {
  const mark = <Tube level={0} className="h-6" />
  if (!beyond) {
    return (
      <EmptyState mark={mark} title={ofUser ? 'No orders of this user' : 'No orders yet'}>
        An order appears here as soon as your team places it through the API.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      mark={mark}
      title="No orders on this page"
      action={<Button onPress={onFirst}>Show the first page</Button>}
    >
      The list has become shorter than the page in the address.
    </EmptyState>
  )
}
