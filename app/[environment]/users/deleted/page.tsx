import { notFound } from 'next/navigation'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { offersOperation } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { DeletedUsersView } from '#components/users/deleted-users-view.tsx'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('users/deleted')

export default async function DeletedUsersPage({ params }: PageProps<'/[environment]/users/deleted'>) {
  const [{ environment }, viewer] = await Promise.all([params, loadViewer()])
  if (!(await offersOperation(environment, 'list_deleted_users'))) notFound()
  return deniedPage('users/deleted', viewer) ?? <DeletedUsersView key={environment} environment={environment} />
}
