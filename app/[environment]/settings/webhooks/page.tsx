import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { EndpointsView } from '#components/webhooks/endpoints/endpoints-view.tsx'
import { listWebhookEndpoints } from '#lib/domains/webhooks/endpoints.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/webhooks')

export default async function WebhooksPage({ params }: PageProps<'/[environment]/settings/webhooks'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  const denied = deniedPage('settings/webhooks', viewer)
  if (denied) return denied
  const input = { params: { environment } }
  const { state, failure } = await prefetchConsole(listWebhookEndpoints, input, await serverContext(''))
  return (
    <ServerData state={state}>
      <EndpointsView key={environment} environment={environment} failure={failure} />
    </ServerData>
  )
}
