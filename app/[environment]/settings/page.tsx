import { findEnvironment, loadEnvironments } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { AccountView } from '#components/staff/account/account-view.tsx'
import { DemoAccountView } from '#components/staff/account/demo-account-view.tsx'
import { requireViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings')

export default async function AccountPage({ params }: PageProps<'/[environment]/settings'>) {
  const viewer = await requireViewer()
  const environment = await findEnvironment((await params).environment)
  if (environment?.kind === 'demo') return <DemoAccountView viewer={viewer} />
  return <AccountView viewer={viewer} environments={await loadEnvironments()} />
}
