import { redirect } from 'next/navigation'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { openViewed } from '#components/patterns/views/shown-view.ts'
import { titleOf } from '#components/shell/nav.ts'
import { fetchUsers, USER_VIEW_LIST } from '#components/users/list/users-search.ts'
import { UsersView } from '#components/users/list/users-view.tsx'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext, viewerPreferences } from '#lib/pages/context.ts'
import { cookieChoice } from '#lib/pages/viewer.ts'
import { columnsCookie } from '#lib/utils/browser/column-choice.ts'

export const metadata = titleOf('users')

export default async function UsersPage({ params, searchParams }: PageProps<'/[environment]/users'>) {
  const { environment } = await params
  const search = searchOf(await searchParams)
  const [context, { time_zone, now }] = await Promise.all([serverContext(environment), viewerPreferences()])
  const { first, layout, state, failure } = await openViewed(context, {
    list: USER_VIEW_LIST,
    search,
    fetchRows: (client, shown) => fetchUsers(client, context, { search: shown, time_zone, now }),
  })
  if (first) redirect(`/${environment}/users?view=${first}`)
  return (
    <ServerData state={state}>
      <UsersView
        key={environment}
        environment={environment}
        columns={await cookieChoice(columnsCookie(layout))}
        failure={failure}
      />
    </ServerData>
  )
}
