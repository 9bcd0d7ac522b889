import { TemplatesView } from '#components/contacts/templates-view.tsx'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { titleOf } from '#components/shell/nav.ts'
import { listMessageTemplates } from '#lib/domains/contacts/messages.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { prefetchConsole } from '#lib/kernel/client/prefetch.ts'
import { serverContext } from '#lib/pages/context.ts'
import { requireViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/messages')

export default async function MessagesPage({ params }: PageProps<'/[environment]/settings/messages'>) {
  const { environment } = await params
  const [{ role }, context] = await Promise.all([requireViewer(), serverContext(environment)])
  const { state, failure } = await prefetchConsole(listMessageTemplates, { params: { environment } }, context)
  return (
    <ServerData state={state}>
      <TemplatesView
        key={environment}
        environment={environment}
        mayChange={can(role, 'staff:manage')}
        failure={failure}
      />
    </ServerData>
  )
}
