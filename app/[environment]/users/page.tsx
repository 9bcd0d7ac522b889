import { HydrationBoundary } from '@tanstack/react-query'
import { usersPaging, usersSearch } from '#components/features/users/users-paging.ts'
import { UsersView } from '#components/features/users/users-view.tsx'
import { readListSearch, searchOf } from '#lib/client/list-search.ts'
import { prefetch } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'

export const metadata = { title: 'Users' }

export default async function UsersPage({ params, searchParams }: PageProps<'/[environment]/users'>) {
  const { environment } = await params
  const { offset, limit } = readListSearch(usersSearch, searchOf(await searchParams)).query
  const context = await serverContext(environment)
  const { state, failure } = await prefetch(usersPaging.endpoint, usersPaging.toInput(offset, limit), context)
  return (
    <HydrationBoundary state={state}>
      <UsersView key={environment} environment={environment} failure={failure} />
    </HydrationBoundary>
  )
}
