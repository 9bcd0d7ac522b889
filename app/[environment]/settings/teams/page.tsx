import { notFound } from 'next/navigation'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { offersOperation } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { TeamsView } from '#components/teams/teams-view.tsx'
import { listTeams } from '#lib/domains/teams/teams.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/teams')

export default async function TeamsPage({ params }: PageProps<'/[environment]/settings/teams'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  if (!(await offersOperation(environment, 'manage_teams'))) notFound()
  const denied = deniedPage('settings/teams', viewer)
  if (denied) return denied
  const { state, failure } = await prefetchConsole(listTeams, { params: { environment } }, await serverContext(''))
  return (
    <ServerData state={state}>
      <TeamsView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
