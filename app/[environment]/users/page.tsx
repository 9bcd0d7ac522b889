import { HydrationBoundary } from '@tanstack/react-query'
import { titleOf } from '#components/shell/nav.ts'
import { prefetchUsers } from '#components/users/list/users-query.ts'
import { readUsersSearch } from '#components/users/list/users-search.ts'
import { UsersView } from '#components/users/list/users-view.tsx'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { cookieChoice } from '#lib/pages/viewer.ts'
import { columnsCookie } from '#lib/utils/browser/column-choice.ts'

export const metadata = titleOf('users')

export default async function UsersPage({ params, searchParams }: PageProps<'/[environment]/users'>) {
  const { environment } = await params
  const search = readUsersSearch(searchOf(await searchParams))
  const [context, { time_zone }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const { state, failure } = await prefetchUsers(context, { ...search, time_zone })
  return (
    <HydrationBoundary state={state}>
      <UsersView
        key={environment}
        environment={environment}
        columns={await cookieChoice(columnsCookie('users'))}
        failure={failure}
      />
    </HydrationBoundary>
  )
}
