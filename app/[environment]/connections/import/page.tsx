import { notFound } from 'next/navigation'
import { ImportView } from '#components/connections/import/import-view.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { loadViewer } from '#lib/pages/viewer.ts'

export const metadata = titleOf('connections/import')

export default async function ImportPage({ params }: PageProps<'/[environment]/connections/import'>) {
  const [environment, viewer] = await Promise.all([
    params.then(({ environment: id }) => findEnvironment(id)),
    loadViewer(),
  ])
  if (!environment) notFound()
  const denied = deniedPage('connections/import', viewer)
  if (denied) return denied
  return <ImportView key={environment.id} environment={environment} />
}
