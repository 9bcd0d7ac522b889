import { HydrationBoundary } from '@tanstack/react-query'
import { StaffView } from '#components/features/settings/staff-view.tsx'
import { loadEnvironments } from '#components/features/shell/environments.ts'
import { prefetchConsole } from '#lib/client/prefetch.ts'
import { serverContext } from '#lib/client/server-context.ts'
import { requireViewer } from '#lib/client/server-viewer.ts'
import { listStaff } from '#lib/contract/console/staff.ts'

export const metadata = { title: 'Staff' }

export default async function StaffPage() {
  const { id } = await requireViewer()
  const { state, failure } = await prefetchConsole(listStaff, {}, await serverContext(''))
  return (
    <HydrationBoundary state={state}>
      <StaffView viewer_id={id} environments={await loadEnvironments()} failure={failure} />
    </HydrationBoundary>
  )
}
