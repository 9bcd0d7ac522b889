import { notFound } from 'next/navigation'
import { ImportView } from '#components/features/import/import-view.tsx'
import { findEnvironment } from '#components/features/shell/environments.ts'
import { NoRight } from '#components/shared/no-right.tsx'
import { loadViewer } from '#lib/client/server-viewer.ts'
import { bulkImportConnections } from '#lib/contract/connection.ts'
import { denialOf } from '#lib/contract/console/denial.ts'
import { can } from '#lib/contract/roles.ts'

export const metadata = { title: 'Bulk import' }

export default async function ImportPage({ params }: PageProps<'/[environment]/connections/import'>) {
  const [environment, viewer] = await Promise.all([
    params.then(({ environment: id }) => findEnvironment(id)),
    loadViewer(),
  ])
  if (!environment) notFound()
  const { permission } = bulkImportConnections
  if (viewer && !can(viewer.role, permission)) {
    return <NoRight subject="Bulk import" detail={denialOf(viewer.role, permission)} />
  }
  return <ImportView key={environment.id} environment={environment} />
}
