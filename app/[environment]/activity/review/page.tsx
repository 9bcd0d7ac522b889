import { readReview, reviewQuery } from '#components/audit/review/review-query.ts'
import { ReviewView } from '#components/audit/review/review-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { loadEnvironments } from '#components/shell/environments.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { searchOf } from '#lib/kernel/list/list-search.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = { title: 'Access review' }

type Props = PageProps<'/[environment]/activity/review'>

export default async function ReviewPage({ params, searchParams }: Props) {
  const [{ environment }, search, context] = await Promise.all([params, searchParams, serverContext('')])
  const filters = readReview(searchOf(search), Date.now())
  const [{ state, failure }, environments, viewer] = await Promise.all([
    prefetchWith((client) => client.fetchQuery({ ...reviewQuery(filters, context), retry: false })),
    loadEnvironments(),
    loadViewer(),
  ])
  return (
    <ServerData state={state}>
      <ReviewView
        environment={environment}
        environments={environments}
        knows_staff={viewer !== null && can(viewer.role, 'staff:manage')}
        failure={failure}
      />
    </ServerData>
  )
}
