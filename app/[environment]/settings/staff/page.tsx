import { ServerData } from '#components/patterns/page/server-data.tsx'
import { loadEnvironments } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { StaffView } from '#components/staff/members/staff-view.tsx'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { requireViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/staff')

export default async function StaffPage() {
  const { id } = await requireViewer()
  const { state, failure } = await prefetchConsole(listStaff, {}, await serverContext(''))
  return (
    <ServerData state={state}>
      <StaffView viewer_id={id} environments={await loadEnvironments()} failure={failure} />
    </ServerData>
  )
}
