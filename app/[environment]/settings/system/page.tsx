import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { SystemView } from '#components/shell/settings/system-view.tsx'
import { getSystem } from '#lib/domains/environments/system-report.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/system')

export default async function SystemPage() {
  const denied = deniedPage('settings/system', await loadViewer())
  if (denied) return denied
  const { state, failure } = await prefetchConsole(getSystem, {}, await serverContext(''))
  return (
    <ServerData state={state}>
      <SystemView failure={failure} />
    </ServerData>
  )
}
