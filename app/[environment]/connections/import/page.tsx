import { notFound } from 'next/navigation'
import { ImportView } from '#components/connections/import/import-view.tsx'
import { NoRight } from '#components/patterns/states/no-right.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { bulkImportConnections } from '#lib/domains/connections/connection.ts'
import { denialOf } from '#lib/domains/staff/denial.ts'
import { can } from '#lib/domains/staff/roles.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

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
