'use client'
import { Users } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { DataTable } from '#components/shared/data-table.tsx'
import { ListPage } from '#components/shared/list-page.tsx'
import { EmptyState } from '#components/shared/states.tsx'
import { Button } from '#components/ui/button.tsx'
import { useAddressSearch } from '#lib/client/address.ts'
import type { RequestFailure } from '#lib/client/failure.ts'
import { readListSearch } from '#lib/client/list-search.ts'
import { usePagedList } from '#lib/client/use-paged-list.ts'
import { countOf } from '#lib/utils/counts.ts'
import { USER_ROW, userColumns } from './users-columns.tsx'
import { USER_SIZES, usersPaging, usersParsers, usersSearch } from './users-paging.ts'

interface UsersViewProps {
  environment: string
  failure: RequestFailure | null
}

export function UsersView({ environment, failure }: UsersViewProps) {
  const [{ offset, limit }, setSearch] = useQueryStates(usersParsers, { history: 'push' })
  const { ignored } = readListSearch(usersSearch, useAddressSearch())
  const list = usePagedList(usersPaging, { environment, offset, limit, failure })
  const total = list.data?.total ?? null
  const columns = useMemo(() => userColumns(environment), [environment])

  return (
    <ListPage
      title="Users"
      summary={total === null ? null : countOf(total, 'user')}
      window={list.window}
      sizes={USER_SIZES}
      onPage={(to) => void setSearch({ offset: to })}
      // The first row on screen stays on screen.
      onSize={(size) => void setSearch({ limit: size, offset: Math.floor(offset / size) * size })}
      onAim={list.fetchAhead}
      ignored={ignored}
      onForgetIgnored={() => void setSearch({ offset, limit }, { history: 'replace' })}
      failure={list.failure}
      isFetching={list.isFetching}
      isStale={list.isStale}
      updatedAt={list.updatedAt}
      onRetry={() => void list.refetch()}
      empty={
        <NoUsers beyond={(list.window?.previous ?? null) !== null} onFirst={() => void setSearch({ offset: 0 })} />
      }
    >
      <DataTable
        label="Users"
        columns={columns}
        rows={list.data?.users}
        getRowId={(user) => user.user_id}
        rowLayout={USER_ROW}
        from={list.isStale ? 0 : (list.window?.from ?? 1)}
        total={total}
        isStale={list.isStale}
      />
    </ListPage>
  )
}

interface NoUsersProps {
  /** The address points past the end of a list that does hold users. */
  beyond: boolean
  onFirst: () => void
}

function NoUsers({ beyond, onFirst }: NoUsersProps) {
  const mark = <Users aria-hidden="true" className="size-5" strokeWidth={1.8} />
  if (!beyond) {
    return (
      <EmptyState mark={mark} title="No users yet">
        They appear here once your team creates them through the API.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      mark={mark}
      title="No users on this page"
      action={<Button onPress={onFirst}>Show the first page</Button>}
    >
      The list has become shorter than the page in the address.
    </EmptyState>
  )
}
