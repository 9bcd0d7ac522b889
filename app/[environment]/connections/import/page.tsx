import { notFound } from 'next/navigation'
import { ImportView } from '#components/connections/import/import-view.tsx'
import { prefetchImports } from '#components/connections/import/steps/past-imports.ts'
import { ServerData } from '#components/patterns/page/server-data.tsx'
import { deniedPage } from '#components/shell/denied-page.tsx'
import { findEnvironment } from '#components/shell/environments.ts'
import { titleOf } from '#components/shell/nav.ts'
import { serverContext } from '#lib/pages/context.ts'
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
  const context = await serverContext(environment.id)
  // Elsewhere the browser asks what was imported before, beside the form; a demo's can't answer for a second or two.
  const state = context.preview ? (await prefetchImports(context)).state : undefined
  return (
    <ServerData state={state}>
      <ImportView key={environment.id} environment={environment} />
    </ServerData>
  )
}
