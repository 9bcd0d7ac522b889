import { AccountView } from '#components/features/settings/account-view.tsx'
import { DemoAccountView } from '#components/features/settings/demo-account-view.tsx'
import { findEnvironment, loadEnvironments } from '#components/features/shell/environments.ts'
import { requireViewer } from '#lib/client/server-viewer.ts'

export const metadata = { title: 'Your account' }

export default async function AccountPage({ params }: PageProps<'/[environment]/settings'>) {
  const viewer = await requireViewer()
  const environment = await findEnvironment((await params).environment)
  if (environment?.kind === 'demo') return <DemoAccountView viewer={viewer} />
  return <AccountView viewer={viewer} environments={await loadEnvironments()} />
}
