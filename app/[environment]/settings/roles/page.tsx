import { titleOf } from '#components/shell/nav.ts'
import { RolesTable } from '#components/staff/members/roles-table.tsx'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('settings/roles')

export default async function RolesPage() {
  const viewer = await loadViewer()
  return <RolesTable own={viewer?.role ?? null} />
}
