import { RolesTable } from '#components/features/settings/roles-table.tsx'
import { loadViewer } from '#lib/client/server-viewer.ts'

export const metadata = { title: 'Roles' }

export default async function RolesPage() {
  const viewer = await loadViewer()
  return <RolesTable own={viewer?.role ?? null} />
}
