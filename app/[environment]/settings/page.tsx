import { AccountView } from '#components/features/settings/account-view.tsx'
import { loadEnvironments } from '#components/features/shell/environments.ts'
import { requireViewer } from '#lib/client/server-viewer.ts'

export const metadata = { title: 'Your account' }

export default async function AccountPage() {
  return <AccountView viewer={await requireViewer()} environments={await loadEnvironments()} />
}
